// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// What was logged, with its level.
final class LogLines: Sendable {
  private let lines = Mutex<[(level: Logger.Level, text: String)]>([])

  var all: [String] { lines.withLock { $0.map { "\($0.level): \($0.text)" } } }

  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    init(lines: LogLines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.lines.withLock { $0.append((event.level, event.message.description)) }
    }
  }
}
