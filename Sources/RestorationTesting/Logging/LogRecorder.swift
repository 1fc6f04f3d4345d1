// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import InMemoryLogging
public import Logging

/// Keeps what was logged, so that a test can say which lines there were to be.
///
/// ```swift
/// let log = LogRecorder()
/// let archiver = Archiver(store: store, keys: keys, logger: log.logger)
/// …
/// #expect(log.lines == ["notice: The key is unlocked"])
/// ```
///
/// Takes lines from any thread. Copies, and the loggers, share what was logged.
public struct LogRecorder: Sendable {
  private let handler: InMemoryLogHandler

  /// Makes a recorder that has heard nothing.
  ///
  /// - Parameter level: The least level that is kept; by default every line is.
  public init(level: Logger.Level = .trace) {
    var handler = InMemoryLogHandler()
    handler.logLevel = level
    self.handler = handler
  }

  /// What was logged so far, in order, as level and text, such as
  /// `warning: A save could not be appended`.
  public var lines: [String] { handler.entries.map { "\($0.level): \($0.message)" } }

  /// A logger whose lines are kept here and go nowhere else.
  public var logger: Logger { Logger(label: "test") { _ in handler } }

  /// Forgets what was logged so far.
  public func clear() { handler.clear() }
}
