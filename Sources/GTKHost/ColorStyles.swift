// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The style classes of the colours that programs choose.
  ///
  /// Windows get the class `dark` in a dark theme, so that GTK chooses between the light and the
  /// dark colour on its own.
  @safe @MainActor final class ColorStyles {
    /// The use of a colour.
    enum Use: String {
      case background = "background-color"
      case text = "color"
    }

    private struct Key: Hashable {
      let use: Use
      let color: Color
    }

    private var names: [Key: String] = [:]
    private var rules = ""
    private var provider: OpaquePointer?

    /// Returns the style class that applies a colour, created on first use.
    func name(of color: Color, for use: Use) -> String {
      let key = Key(use: use, color: color)
      if let name = names[key] { return name }
      let name = "program-color-\(names.count)"
      names[key] = name
      rules += ".\(name) { \(use.rawValue): \(color.light.css); }\n"
      if let dark = color.dark {
        rules += "window.dark .\(name) { \(use.rawValue): \(dark.css); }\n"
      }
      if unsafe provider == nil, let made = unsafe gtk_css_provider_new() {
        unsafe provider = OpaquePointer(made)
        unsafe gtk_style_context_add_provider_for_display(
          gdk_display_get_default(), OpaquePointer(made),
          guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
      }
      if let provider = unsafe provider {
        unsafe cgtk_css_provider_load(UnsafeMutablePointer(provider), rules)
      }
      return name
    }

    /// Sets or removes a window's class `dark`.
    static func follow(_ window: WidgetPointer) { unsafe window.setStyle("dark", isDark) }

    /// Whether windows are dark now; `false` without a display.
    static var isDark: Bool {
      guard let settings = unsafe gtk_settings_get_default() else { return false }
      let object = unsafe UnsafeMutableRawPointer(settings)
      let theme = unsafe cgtk_object_copy_string(object, "gtk-theme-name").map { name in
        defer { unsafe g_free(name) }
        return unsafe String(cString: name)
      }
      let forced = unsafe g_getenv("GTK_THEME").map { unsafe String(cString: $0) }
      let name = (forced ?? theme ?? "").lowercased()
      let prefersDark =
        unsafe cgtk_object_get_boolean(object, "gtk-application-prefer-dark-theme") != 0
      return name.contains("dark") || name.contains("inverse") || forced == nil && prefersDark
    }
  }

  extension Color.Components {
    var css: String {
      let bytes = [red, green, blue].map { String(Int(($0 * 255).rounded())) }
      return "rgba(\(bytes.joined(separator: ",")),\((alpha * 1000).rounded() / 1000))"
    }
  }
#endif
