// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Lays sections one behind the other and ends them with directory and footer.
struct BodySink {
  let sink: ByteSink
  private var directory: [(name: UInt32, offset: Int, length: Int)] = []

  init(capacity: Int) {
    sink = ByteSink(capacity: capacity)
    directory.reserveCapacity(BodyLayout.Section.allCases.count)
  }

  /// Goes on behind the first section, which lies in the sink already.
  init(_ section: BodyLayout.Section, in sink: ByteSink) {
    self.sink = sink
    directory.append((section.rawValue, 0, sink.count))
  }

  mutating func section(_ name: UInt32, _ contents: (ByteSink) -> Void) {
    let offset = sink.count
    contents(sink)
    directory.append((name, offset, sink.count - offset))
  }

  mutating func section(_ section: BodyLayout.Section, _ contents: (ByteSink) -> Void) {
    self.section(section.rawValue, contents)
  }

  func finish() -> [UInt8] {
    end()
    return sink.array()
  }

  /// Writes directory and footer behind the sections.
  func end() {
    let start = sink.count
    for row in directory {
      sink.append(fixed: row.name)
      sink.append(fixed: UInt64(row.offset))
      sink.append(fixed: UInt64(row.length))
    }
    sink.append(fixed: UInt64(start))
    sink.append(fixed: UInt32(directory.count))
    sink.append(fixed: BodyLayout.magic)
  }
}
