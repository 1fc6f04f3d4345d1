// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// The style of an interface: light or dark.
public enum UserInterfaceStyle: Hashable, Sendable {
  /// The style that the desktop wants.
  case unspecified
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}

extension GTKHost {
  /// The style of all windows, light or dark, whatever the desktop wants.
  ///
  /// ``UserInterfaceStyle/unspecified``, the default, follows the desktop's settings during
  /// ``run(_:)``: light or dark, and the accent colour. The program's stylesheet may define that
  /// colour itself (`accent_bg_color`). Without a settings portal, GTK's theme stays as it is.
  /// Set the property at any time, best before ``run(_:)``. If the program sets GTK's property
  /// `gtk-application-prefer-dark-theme` on its own, the host leaves that alone.
  public var overrideUserInterfaceStyle: UserInterfaceStyle {
    get { appearance.override }
    set { appearance.override = newValue }
  }
}

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
      unsafe Self.reset(settings)
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
        if isDark != nil { unsafe Self.reset(settings) }
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

  /// Gives GTK's property its own value again.
  private static func reset(_ settings: OpaquePointer) {
    unsafe gtk_settings_reset_property(settings, property)
    // GTK 4.20 and newer set this one when the first is set, and leave it when that is reset.
    let derived = "gtk-interface-color-scheme"
    guard unsafe hasProperty(derived, UnsafeMutableRawPointer(settings)) else { return }
    unsafe gtk_settings_reset_property(settings, derived)
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

/// The user's accent colour for GTK's theme, which has its own.
enum AccentStylesheet {
  /// Returns CSS that applies an accent colour.
  ///
  /// It defines the colour names of libadwaita's and GTK's stylesheets. It also styles the
  /// widgets for which GTK's theme uses no colour name.
  ///
  /// - Parameters:
  ///   - accent: The background colour of selected things.
  ///   - isDark: Whether windows are dark.
  /// - Returns: CSS.
  static func css(of accent: Color.Components, isDark: Bool) -> String {
    let text = accent.contrast(with: .white) >= 2.5 ? Color.Components.white : .black
    return """
      @define-color accent_bg_color \(accent.css);
      @define-color accent_fg_color \(text.css);
      @define-color accent_color \(accent.readable(isDark: isDark).css);
      @define-color theme_selected_bg_color @accent_bg_color;
      @define-color theme_selected_fg_color @accent_fg_color;
      @define-color theme_unfocused_selected_bg_color @accent_bg_color;
      @define-color theme_unfocused_selected_fg_color @accent_fg_color;
      \(widgets)
      """
  }

  private static let widgets = """
    button.suggested-action:not(:disabled):not(.flat) {
      background-image: none;
      background-color: @accent_bg_color;
      border-color: shade(@accent_bg_color, 0.85);
      color: @accent_fg_color;
    }
    button.suggested-action:not(:disabled):not(.flat):hover {
      background-color: shade(@accent_bg_color, 0.93);
    }
    button.suggested-action:not(:disabled):not(.flat):active {
      background-color: shade(@accent_bg_color, 0.85);
    }
    button.suggested-action.flat:not(:disabled), link, button.link { color: @accent_color; }
    switch:checked:not(:disabled) {
      background-color: @accent_bg_color;
      border-color: shade(@accent_bg_color, 0.85);
      color: @accent_fg_color;
    }
    switch:checked:not(:disabled) > slider { border-color: shade(@accent_bg_color, 0.85); }
    check:checked:not(:disabled), check:indeterminate:not(:disabled),
    radio:checked:not(:disabled), radio:indeterminate:not(:disabled) {
      background-image: image(@accent_bg_color);
      border-color: shade(@accent_bg_color, 0.85);
      color: @accent_fg_color;
    }
    progressbar > trough > progress, scale:not(:disabled) > trough > highlight {
      background-color: @accent_bg_color;
      border-color: @accent_bg_color;
    }
    row:selected, selection, .view:selected { background-color: @accent_bg_color; }
    row:selected, selection, .view:selected { color: @accent_fg_color; }
    """
}

extension Color.Components {
  fileprivate static let white = Self(red: 1, green: 1, blue: 1)
  fileprivate static let black = Self(red: 0, green: 0, blue: 0)

  /// Returns the nearest colour that is readable on a window's background.
  fileprivate func readable(isDark: Bool) -> Self {
    // GTK's theme has the backgrounds #353535 and #f6f5f4.
    let background = isDark ? Self(red: 0.21, green: 0.21, blue: 0.21) : .white
    let end = isDark ? Self.white : .black
    let steps = (0...20).lazy.map { mixed(with: end, Double($0) / 20) }
    return steps.first { $0.contrast(with: background) >= 4.5 } ?? end
  }

  private func mixed(with other: Self, _ part: Double) -> Self {
    func mix(_ one: Double, _ other: Double) -> Double { one + (other - one) * part }
    return Self(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Returns the contrast ratio of two colours, from 1 to 21.
  ///
  /// It is defined in the Web Content Accessibility Guidelines (WCAG 2.1).
  fileprivate func contrast(with other: Self) -> Double {
    let (one, other) = (luminance, other.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private var luminance: Double {
    let parts = [red, green, blue].map { part in
      part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
#endif
