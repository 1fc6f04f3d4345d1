// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Logging
import Synchronization

/// Keeps what was logged, so that a test can say which lines there were to be.
///
/// ```swift
/// let log = LogRecorder()
/// let archiver = Archiver(store: store, keys: keys, logger: log.logger)
/// …
/// #expect(log.lines == ["notice: The key is unlocked"])
/// ```
///
/// Takes lines from any thread. A logger keeps its recorder alive.
public final class LogRecorder: Sendable {
  /// One line.
  public struct Line: Hashable, Sendable, CustomStringConvertible {
    /// How loud it is.
    public let level: Logger.Level
    /// What it says, without level and metadata.
    public let text: String

    /// Level and text, such as `warning: A save could not be appended`.
    public var description: String { "\(level): \(text)" }
  }

  private let kept = Mutex<[Line]>([])
  private let level: Logger.Level

  /// Makes a recorder that has heard nothing.
  ///
  /// - Parameter level: The least level that is kept; by default every line is.
  public init(level: Logger.Level = .trace) { self.level = level }

  /// What was logged so far, in order, as level and text.
  public var lines: [String] { entries.map(\.description) }

  /// What was logged so far, in order.
  public var entries: [Line] { kept.withLock { $0 } }

  /// A logger whose lines are kept here and go nowhere else.
  public var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

  /// Forgets what was logged so far.
  public func clear() { kept.withLock { $0 = [] } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level

    init(recorder: LogRecorder) { (self.recorder, logLevel) = (recorder, recorder.level) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = Line(level: event.level, text: event.message.description)
      recorder.kept.withLock { $0.append(line) }
    }
  }
}
