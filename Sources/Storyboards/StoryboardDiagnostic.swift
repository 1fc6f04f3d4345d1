// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Something in a storyboard that is left out, or stands for something else.
public struct StoryboardDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The line in the file, from 1.
  public let line: Int

  /// What is left out and, where something can be done about it, what to do.
  public let message: String

  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
