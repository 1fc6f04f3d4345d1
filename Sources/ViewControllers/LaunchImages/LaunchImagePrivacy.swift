// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How pictures of the windows are kept for the next launch.
public enum LaunchImagePrivacy: Hashable, Sendable {
  /// As they are, but for secure fields, which are blank.
  case plain
  /// Blurred, so that nothing in them can be read.
  case blurred
  /// Not at all: launching begins with the default image.
  case none
}
