// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Writes sections one after the other, then the directory and footer.
struct BodySink {
  private let sink: ByteSink
  private var directory: [(name: UInt32, offset: Int, length: Int)] = []

  init(capacity: Int) { sink = ByteSink(capacity: capacity) }

  mutating func section(_ name: UInt32, _ contents: (ByteSink) -> Void) {
    let offset = sink.count
    contents(sink)
    directory.append((name, offset, sink.count - offset))
  }

  mutating func section(_ section: BodyLayout.Section, _ contents: (ByteSink) -> Void) {
    self.section(section.name, contents)
  }

  mutating func section(_ section: BodyLayout.Section, _ rows: [some BodyRow]) {
    self.section(section) { sink in rows.forEach { $0.write(to: sink) } }
  }

  mutating func section(_ section: BodyLayout.Section, words: [UInt32]) {
    self.section(section) { sink in words.forEach { sink.append(fixed: $0) } }
  }

  /// Writes the directory and footer after the sections.
  ///
  /// - Returns: The sink that holds the whole body.
  func finish() -> ByteSink {
    let start = sink.count
    for row in directory {
      sink.append(fixed: row.name)
      sink.append(fixed: UInt64(row.offset))
      sink.append(fixed: UInt64(row.length))
    }
    sink.append(fixed: UInt64(start))
    sink.append(fixed: UInt32(directory.count))
    sink.append(fixed: BodyLayout.magic)
    return sink
  }
}
