// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The styles that the host's widgets add to the user's theme.
@MainActor enum Stylesheet {
  /// The host's own CSS.
  ///
  /// Colours come from the theme, so that it works with light and dark themes. Bars over a
  /// picture are opaque, because the picture's edge would show through as a line across the bar.
  static let base = """
    window.solid-csd { margin: 0; padding: 0; border: none; box-shadow: none; }
    .collection { background-color: @theme_base_color; }
    .collection-cell { border-radius: 10px; padding: 6px; }
    .collection-cell:hover { background-color: alpha(@theme_fg_color, 0.06); }
    .collection-cell.selected {
      background-color: alpha(@theme_selected_bg_color, 0.25);
      box-shadow: inset 0 0 0 2px @theme_selected_bg_color;
    }
    .table { background-color: @theme_base_color; }
    .table-cell { padding: 4px 12px; }
    .table-cell:focus-visible, .collection-cell:focus-visible {
      outline: 2px solid @theme_selected_bg_color; outline-offset: -2px; }
    .table-cell:hover { background-color: alpha(@theme_fg_color, 0.06); }
    .table-cell.selected {
      background-color: @theme_selected_bg_color;
      color: @theme_selected_fg_color;
    }
    .table-cell.selected:focus-visible { outline-color: alpha(@theme_selected_fg_color, 0.7); }
    .table-detail { font-size: smaller; opacity: 0.7; }
    .table-header, .table-header:hover {
      background-color: @theme_bg_color;
      font-weight: bold;
    }
    .sheet-scrim { background-color: alpha(black, 0.18); }
    .sheet-card {
      background-color: @theme_bg_color;
      border-radius: 14px;
      box-shadow: 0 3px 18px alpha(black, 0.45), 0 0 0 1px alpha(black, 0.12);
    }
    .popover-card {
      border-radius: 12px;
      box-shadow: 0 2px 10px alpha(black, 0.35), 0 0 0 1px alpha(black, 0.16);
    }
    /* On dark ground a shadow shows no edge. */
    window.dark .sheet-scrim { background-color: alpha(black, 0.4); }
    window.dark .sheet-card, window.dark .popover-card {
      box-shadow: 0 3px 18px alpha(black, 0.6), 0 0 0 1px alpha(white, 0.16);
    }
    .force-quit { padding: 18px; }
    .sheet-title { font-weight: bold; }
    .activity { padding: 10px 12px; }
    .mail-missing, .mail-error { color: mix(@error_color, @theme_fg_color, 0.3); }
    .navigation-bar { min-height: 46px; }
    .navigation-bar.osd, .navigation-toolbar.osd > revealer > box {
      background: black;
      color: white;
      border: none;
      box-shadow: none;
    }
    .navigation-bar.osd popover > contents { color: @theme_fg_color; }
    .navigation-toolbar > revealer > box { padding: 6px; }
    .tab-switcher > button { padding: 4px 14px; }
    .tab-switcher.narrow > button { padding: 4px 6px; }
    .segments > button { padding-left: 12px; padding-right: 12px; }
    .search-strip > revealer > box { padding: 6px 12px; }
    .page-bar { padding: 4px; }
    .under-bars { background-color: black; }
    """

  /// Adds CSS for every window on the display.
  static func install(_ css: String, priority: Int32) {
    guard let provider = unsafe gtk_css_provider_new() else { return }
    unsafe cgtk_css_provider_load(provider, css)
    unsafe gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), guint(priority))
    unsafe g_object_unref(provider)
  }
}

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
