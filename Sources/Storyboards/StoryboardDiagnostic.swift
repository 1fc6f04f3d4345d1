// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A part of a storyboard that is left out or replaced.
public struct StoryboardDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The line in the file, from 1.
  public let line: Int

  /// The part that is left out and, if possible, a fix.
  public let message: String

  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
