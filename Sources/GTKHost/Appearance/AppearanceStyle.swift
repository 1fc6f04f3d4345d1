// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The appearance of all windows, as program or desktop wants it.
  ///
  /// The program takes precedence over the desktop. If neither wants anything, GTK's default stays.
  /// If the program sets GTK's own property, that wins over both.
  @safe @MainActor final class AppearanceStyle {
    private static let property = "gtk-application-prefer-dark-theme"
    /// Whether a host is setting GTK's property right now.
    private static var isSetting = false

    /// The appearance that the program wants.
    var override = UserInterfaceStyle.unspecified {
      didSet {
        isSetByProgram = false
        apply()
      }
    }

    /// The appearance that the desktop wants; `nil` until it is known.
    private(set) var desktop: DesktopAppearance?

    /// GTK's settings, which live as long as the display.
    private var settings: OpaquePointer?
    private var handler: gulong = 0
    private var provider: OpaquePointer?
    /// The value set for GTK's property here; `nil` for its own value.
    private var isDark: Bool?
    /// Whether the program has set GTK's property since.
    private var isSetByProgram = false

    isolated deinit {
      guard let settings = unsafe settings else { return }
      unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(settings), handler)
      if isDark != nil, !isSetByProgram {
        unsafe gtk_settings_reset_property(settings, Self.property)
      }
      guard let provider = unsafe provider else { return }
      unsafe gtk_style_context_remove_provider_for_display(gdk_display_get_default(), provider)
      unsafe g_object_unref(UnsafeMutableRawPointer(provider))
    }

    /// Whether the wanted style is known already.
    ///
    /// No answer that the desktop may still give will change it.
    var isSettled: Bool { override != .unspecified || desktop != nil }

    /// Applies the appearance wanted so far; called once there is a display.
    func begin() {
      guard unsafe settings == nil, let object = unsafe gtk_settings_get_default() else { return }
      unsafe settings = unsafe object
      handler = unsafe connect(UnsafeMutableRawPointer(object), "notify::\(Self.property)") {
        [weak self] _ in
        self?.propertyDidChange()
      }
      apply()
    }

    /// Applies the appearance that the desktop wants now.
    func desktopDidChange(_ appearance: DesktopAppearance?) {
      guard let appearance, appearance != desktop else { return }
      desktop = appearance
      apply()
    }

    private func propertyDidChange() {
      if !Self.isSetting { isSetByProgram = true }
      showAccent()
    }

    private func apply() {
      guard let settings = unsafe settings else { return }
      let style = override == .unspecified ? desktop?.style ?? .unspecified : override
      if !isSetByProgram {
        Self.isSetting = true
        defer { Self.isSetting = false }
        switch style {
        case .unspecified:
          if isDark != nil { unsafe gtk_settings_reset_property(settings, Self.property) }
          isDark = nil
        case .light, .dark:
          let isDark = style == .dark
          unsafe cgtk_object_set_boolean(
            UnsafeMutableRawPointer(settings), Self.property, isDark.gboolean)
          self.isDark = isDark
        }
      }
      showAccent()
    }

    /// Shows the accent colour.
    ///
    /// The program's own stylesheet has priority, and may define other colours.
    private func showAccent() {
      guard unsafe settings != nil else { return }
      let accent = desktop?.accent
      if unsafe provider == nil, accent != nil, let made = unsafe gtk_css_provider_new() {
        unsafe provider = OpaquePointer(made)
        unsafe gtk_style_context_add_provider_for_display(
          gdk_display_get_default(), OpaquePointer(made),
          guint(GTK_STYLE_PROVIDER_PRIORITY_SETTINGS))
      }
      guard let provider = unsafe provider else { return }
      let css = accent.map { AccentStylesheet.css(of: $0, isDark: ColorStyles.isDark) } ?? ""
      unsafe cgtk_css_provider_load(UnsafeMutablePointer(provider), css)
    }
  }
#endif
