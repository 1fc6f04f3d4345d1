// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The first picture of a window, until its content is restored.
public enum FirstImage: Hashable, Sendable {
  /// A picture of the window, taken when the application left the foreground.
  case launchImage(LaunchImage)
  /// The application's picture; `nil` shows an empty window.
  case defaultImage(Image?)
}
