// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Packs the tables of a body for a file; keeps its buffers from one save to the next.
///
/// In memory a table has rows of fixed size, so that any row is found at once. In a file the same
/// numbers take about a seventh, and tables are a quarter of a body.
package final class BodyPacker {
  private let head = ByteSink()
  private let columns = ColumnPacker()
  @exclusivity(unchecked) private var parts: [Part] = []

  package init() {}

  private enum Part {
    case body(Range<Int>)
    case packed(Range<Int>)
  }

  /// A section of a body, in the order in which they lie there.
  private struct Section {
    let name: UInt32
    let range: Range<Int>
  }

  /// Packs a body, and lends what its packed form consists of.
  ///
  /// - Parameters:
  ///   - body: Any bytes; those that are no body as this package writes it, or
  ///     that would be far smaller than bodies are, are not packed.
  ///   - action: Takes the pieces, which follow each other.
  /// - Returns: What the action does.
  package func withPacked<Result>(
    _ body: UnsafeRawBufferPointer, _ action: ([UnsafeRawBufferPointer]) -> Result
  ) -> Result {
    head.truncate(to: 0)
    columns.sink.truncate(to: 0)
    parts.removeAll(keepingCapacity: true)
    let sections = Self.sections(of: body) ?? []
    head.append(variable: UInt64(sections.count))
    var size = 0
    for section in sections { size += pack(section, of: body) }
    if sections.isEmpty || body.count > PackedDirectory.largestBody(ofPacked: size) {
      head.truncate(to: 0)
      head.append(variable: 0)
      parts = [.body(0..<body.count)]
    }
    return action(
      [head.bytes]
        + parts.map {
          switch $0 {
          case .body(let range): UnsafeRawBufferPointer(rebasing: body[range])
          case .packed(let range): UnsafeRawBufferPointer(rebasing: columns.sink.bytes[range])
          }
        })
  }

  /// The sections of a body in which they follow each other without gaps, as the directory lists them.
  private static func sections(of body: UnsafeRawBufferPointer) -> [Section]? {
    guard body.count >= BodyLayout.footerSize else { return nil }
    var footer = ByteSource(body, body.count - BodyLayout.footerSize..<body.count)
    guard let start = footer.fixed(UInt64.self).flatMap(Int.init(exactly:)),
      let count = footer.fixed(UInt32.self), footer.fixed(UInt32.self) == BodyLayout.magic,
      count > 0, count <= ArchiveLimits.sections,
      start == body.count - BodyLayout.footerSize - Int(count) * BodyLayout.directoryRowSize
    else { return nil }
    var directory = ByteSource(body, start..<body.count - BodyLayout.footerSize)
    var sections: [Section] = []
    sections.reserveCapacity(Int(count))
    var end = 0
    for _ in 0..<count {
      guard let name = directory.fixed(UInt32.self),
        directory.fixed(UInt64.self) == UInt64(end),
        let length = directory.fixed(UInt64.self), length <= UInt64(start - end)
      else { return nil }
      sections.append(Section(name: name, range: end..<end + Int(length)))
      end += Int(length)
    }
    return end == start ? sections : nil
  }

  /// - Returns: How many bytes it takes.
  private func pack(_ section: Section, of body: UnsafeRawBufferPointer) -> Int {
    let start = columns.sink.count
    let bytes = UnsafeRawBufferPointer(rebasing: body[section.range])
    let isPacked = packTable(section.name, bytes) && columns.sink.count - start < bytes.count
    if !isPacked { columns.sink.truncate(to: start) }
    let size = isPacked ? columns.sink.count - start : bytes.count
    parts.append(isPacked ? .packed(start..<columns.sink.count) : .body(section.range))
    head.append(fixed: section.name)
    head.append(variable: UInt64(bytes.count))
    head.append(variable: UInt64(size) << 1 | (isPacked ? 1 : 0))
    return size
  }

  /// - Returns: `false` when the section is not what its name promises.
  private func packTable(_ name: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let section = BodyLayout.Section(rawValue: name) else { return false }
    switch section.packing {
    case .none: return false
    case .columns(let count):
      guard bytes.count % (4 * count) == 0 else { return false }
      packRows(bytes, columns: count, hasRecords: section == .objects)
    case .lists: return packLists(bytes)
    case .strings:
      guard bytes.count >= 8 else { return false }
      let count = Int(bytes.word(0))
      guard count < (bytes.count - 4) / 4 else { return false }
      columns.sink.append(variable: UInt64(count))
      columns.pack(count + 1) { bytes.word(1 + $0) }
      columns.sink.append(UnsafeRawBufferPointer(rebasing: bytes[(8 + 4 * count)...]))
    }
    return true
  }

  private func packRows(_ bytes: UnsafeRawBufferPointer, columns count: Int, hasRecords: Bool) {
    let rows = bytes.count / (4 * count)
    for column in 0..<count {
      if hasRecords, column == RecordOffsets.offsetColumn {
        var offsets = RecordOffsets()
        columns.pack(rows) { row in
          let first = row * count
          let hasRecord = bytes.word(first + RecordOffsets.classColumn) != BodyLayout.none
          let offset = bytes.word(first + column)
          defer {
            offsets.advance(
              hasRecord: hasRecord, offset: offset,
              length: bytes.word(first + RecordOffsets.lengthColumn))
          }
          return offset &- offsets.expected(hasRecord: hasRecord)
        }
      } else {
        columns.pack(column: column, of: count, in: bytes)
      }
    }
  }

  /// - Returns: `false` when the section does not consist of lists from beginning to end.
  private func packLists(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count % 4 == 0 else { return false }
    let words = bytes.count / 4
    var (lists, next) = (0, 0)
    while next < words {
      next += 1 + Int(bytes.word(next))
      lists += 1
    }
    guard next == words else { return false }
    columns.sink.append(variable: UInt64(lists))
    next = 0
    columns.pack(lists) { _ in
      let count = bytes.word(next)
      next += 1 + Int(count)
      return count
    }
    var (place, end) = (0, 0)
    columns.pack(words - lists) { _ in
      while place == end {  // at a list's count; lists may be empty
        end = place + 1 + Int(bytes.word(place))
        place += 1
      }
      defer { place += 1 }
      return bytes.word(place)
    }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// A number in a table of numbers.
  @inline(__always)
  func word(_ index: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
  }
}
