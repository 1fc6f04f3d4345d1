// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// Gives all windows the looks that the program, else the desktop, wants.
  ///
  /// What nobody wants stays as GTK has it. Who sets GTK's own property has the last word, too.
  @safe @MainActor final class AppearanceStyle {
    private static let property = "gtk-application-prefer-dark-theme"
    /// Whether GTK's property is being set here, by whichever host.
    private static var isSetting = false

    /// What the program wants.
    var override = UserInterfaceStyle.unspecified {
      didSet {
        isSetByProgram = false
        apply()
      }
    }

    /// What the desktop wants; `nil` as long as that is not known.
    private(set) var desktop: DesktopAppearance?

    /// GTK's settings, once there is a display; they live as long as that.
    private var settings: OpaquePointer?
    private var handler: gulong = 0
    private var provider: OpaquePointer?
    /// What GTK's property was set to here; `nil` while it has its own value.
    private var isDark: Bool?
    /// Whether somebody else has set GTK's property since.
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

    /// Whether it is known how the windows are to look: nothing that the desktop may still say will
    /// change it.
    var isSettled: Bool { override != .unspecified || desktop != nil }

    /// Begins with what is wanted by now; there is a display.
    func begin() {
      guard unsafe settings == nil, let object = unsafe gtk_settings_get_default() else { return }
      unsafe settings = unsafe object
      handler = unsafe connect(UnsafeMutableRawPointer(object), "notify::\(Self.property)") {
        [weak self] _ in
        self?.propertyDidChange()
      }
      apply()
    }

    /// The desktop says what it wants.
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

    /// Below the program's own stylesheet, which may define the colours otherwise.
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
      unsafe gtk_css_provider_load_from_data(UnsafeMutablePointer(provider), css, -1)
    }
  }
#endif
