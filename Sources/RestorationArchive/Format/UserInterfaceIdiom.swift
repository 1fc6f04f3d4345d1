// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The kind of user interface, saved with the state.
public enum UserInterfaceIdiom: String, Hashable, Sendable {
  /// Windows with mouse and keyboard.
  case desktop
  /// A terminal.
  case terminal
  /// No interface at all.
  case headless
}
