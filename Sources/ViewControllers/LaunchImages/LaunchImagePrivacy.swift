// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The form in which launch images are stored.
public enum LaunchImagePrivacy: Hashable, Sendable {
  /// Unchanged, except that secure fields are blank.
  case plain
  /// Blurred until nothing in them is readable.
  case blurred
  /// No launch images: launches begin with the default image.
  case none
}
