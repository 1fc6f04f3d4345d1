// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// What a window shows at launch until its restored content is complete.
public enum FirstImage: Hashable, Sendable {
  /// The window as it was when the application left the foreground.
  case launchImage(LaunchImage)
  /// The application's picture; without one an empty window.
  case defaultImage(Image?)
}
