// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
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
#endif
