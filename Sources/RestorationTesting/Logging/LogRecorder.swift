// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import InMemoryLogging
public import Logging

/// Keeps log lines so that a test can check them.
///
/// ```swift
/// let log = LogRecorder()
/// let archiver = Archiver(store: store, keys: keys, logger: log.logger)
/// …
/// #expect(log.lines == ["notice: The key is unlocked"])
/// ```
///
/// Accepts lines on any thread. Copies and loggers share the recorded lines.
public struct LogRecorder: Sendable {
  private let handler: InMemoryLogHandler

  /// Makes an empty recorder.
  ///
  /// - Parameter level: The minimum level to keep; by default every line is kept.
  public init(level: Logger.Level = .trace) {
    var handler = InMemoryLogHandler()
    handler.logLevel = level
    self.handler = handler
  }

  /// The lines so far, in order, as level and text.
  ///
  /// For example `warning: A save could not be appended`.
  public var lines: [String] { handler.entries.map { "\($0.level): \($0.message)" } }

  /// A logger whose lines are only recorded here.
  public var logger: Logger { Logger(label: "test") { _ in handler } }

  /// Removes the lines so far.
  public func clear() { handler.clear() }
}
