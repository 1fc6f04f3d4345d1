// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  extension GTKHost {
    /// Whether all windows are light or dark, whatever the desktop wants.
    ///
    /// ``UserInterfaceStyle/unspecified``, the default, follows the user's choice in the desktop's settings
    /// while ``run(_:)`` does: dark and light, and the accent colour, which the program's stylesheet can
    /// define otherwise (`accent_bg_color`). Where no settings portal answers, GTK's theme stays as it is.
    /// Set it at any time, best before ``run(_:)``. A program that sets GTK's property
    /// `gtk-application-prefer-dark-theme` by itself is left alone, too.
    public var overrideUserInterfaceStyle: UserInterfaceStyle {
      get { appearance.override }
      set { appearance.override = newValue }
    }
  }
#endif
