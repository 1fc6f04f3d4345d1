// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Whether an interface is light or dark.
  public enum UserInterfaceStyle: Hashable, Sendable {
    /// As the desktop wants it.
    case unspecified
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
  }
#endif
