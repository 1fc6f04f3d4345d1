// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// The style of an interface: light or dark.
  public enum UserInterfaceStyle: Hashable, Sendable {
    /// The style that the desktop wants.
    case unspecified
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
  }
#endif
