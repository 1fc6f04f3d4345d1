// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation
  import ViewControllers

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
