// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Lays the packed body of a file out as it is in memory: what ``BodyPacker`` did, undone.
///
/// The bytes are authenticated, but who has the key may be hostile: sizes are checked against each
/// other, against the limits and against what so many packed bytes can hold before anything is
/// allocated, and every number that is read may be any.
package struct BodyUnpacker {
  private let packed: UnsafeRawBufferPointer
  private let sections: [Section]
  private let size: Int

  private struct Section {
    let name: UInt32
    /// Bytes in the body.
    let length: Int
    let isPacked: Bool
    /// Where it lies here.
    let range: Range<Int>
  }

  /// Unpacks a body.
  ///
  /// - Parameter packed: The bytes that the frames of a base hold.
  /// - Returns: The body.
  /// - Throws: ``ArchiveError`` when they are no packed body.
  package static func unpack(_ packed: [UInt8]) throws(ArchiveError) -> [UInt8] {
    let body = packed.withUnsafeBytes { bytes -> [UInt8]? in
      // A body that is not packed: all but the first byte, which is 0.
      if bytes.first == 0 { return Array(bytes.dropFirst()) }
      return BodyUnpacker(bytes)?.body()
    }
    guard let body else { throw ArchiveError(.damaged, "The archive's tables are malformed") }
    return body
  }

  private init?(_ packed: UnsafeRawBufferPointer) {
    var head = ByteSource(packed, 0..<packed.count)
    guard let count = head.variable(), count <= ArchiveLimits.sections else { return nil }
    var rows: [(name: UInt32, length: Int, size: Int)] = []
    for _ in 0..<count {
      guard let name = head.fixed(UInt32.self),
        let length = head.variable(), length <= ArchiveLimits.bodySize,
        let size = head.variable(), size >> 1 <= packed.count
      else { return nil }
      rows.append((name, Int(length), Int(size)))
    }
    var (sections, start, total) = ([Section](), head.position, 0)
    for row in rows {
      let (size, isPacked) = (row.size >> 1, row.size & 1 == 1)
      guard size <= packed.count - start,
        isPacked
          ? row.length / 4 <= size * (ColumnBlock.rows / ColumnBlock.smallest)
          : row.length == size
      else { return nil }
      sections.append(
        Section(
          name: row.name, length: row.length, isPacked: isPacked, range: start..<start + size))
      start += size
      total += row.length
    }
    total += sections.count * BodyLayout.directoryRowSize + BodyLayout.footerSize
    guard start == packed.count, total <= ArchiveLimits.bodySize else { return nil }
    (self.packed, self.sections, self.size) = (packed, sections, total)
  }

  private func body() -> [UInt8]? {
    var isWhole = true
    // Not set to zero first: every byte is written by what follows, or nothing is used.
    let body = [UInt8](unsafeUninitializedCapacity: size) { body, count in
      let body = UnsafeMutableRawBufferPointer(body)
      var start = 0
      for section in sections {
        let part = UnsafeMutableRawBufferPointer(rebasing: body[start..<start + section.length])
        start += section.length
        if section.isPacked {
          isWhole = isWhole && unpack(section, into: part)
        } else {
          part.copyMemory(from: UnsafeRawBufferPointer(rebasing: packed[section.range]))
        }
      }
      writeDirectory(into: UnsafeMutableRawBufferPointer(rebasing: body[start...]))
      count = isWhole ? size : 0
    }
    return isWhole ? body : nil
  }

  private func writeDirectory(into body: UnsafeMutableRawBufferPointer) {
    let sink = ByteSink(capacity: body.count)
    var start = 0
    for section in sections {
      sink.append(fixed: section.name)
      sink.append(fixed: UInt64(start))
      sink.append(fixed: UInt64(section.length))
      start += section.length
    }
    sink.append(fixed: UInt64(start))
    sink.append(fixed: UInt32(sections.count))
    sink.append(fixed: BodyLayout.magic)
    body.copyMemory(from: sink.bytes)
  }

  // MARK: Sections

  /// - Returns: `false` unless all bytes of the section were used and all of the table was written.
  private func unpack(_ section: Section, into table: UnsafeMutableRawBufferPointer) -> Bool {
    guard let known = BodyLayout.Section(rawValue: section.name) else { return false }
    var columns = ColumnUnpacker(ByteSource(packed, section.range))
    switch known.packing {
    case .none: return false
    case .columns(let count):
      guard unpackRows(&columns, count, into: table, hasRecords: known == .objects) else {
        return false
      }
    case .lists:
      guard unpackLists(&columns, into: table) else { return false }
    case .strings:
      let numbers = UnsafeMutableRawBufferPointer(rebasing: table[min(4, table.count)...])
      guard let count = columns.number(), count < table.count / 4 - 1,
        columns.unpack(count + 1, into: TableColumn(numbers, 0, of: 1))
      else { return false }
      table.setWord(UInt32(truncatingIfNeeded: count), at: 0)
      let text = packed[columns.source.position..<section.range.upperBound]
      guard 8 + 4 * count + text.count == table.count else { return false }
      UnsafeMutableRawBufferPointer(rebasing: table[(8 + 4 * count)...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: text))
      return true
    }
    return columns.source.isAtEnd
  }

  private func unpackRows(
    _ columns: inout ColumnUnpacker, _ count: Int, into table: UnsafeMutableRawBufferPointer,
    hasRecords: Bool
  ) -> Bool {
    guard table.count % (4 * count) == 0 else { return false }
    let rows = table.count / (4 * count)
    for column in 0..<count {
      guard columns.unpack(rows, into: TableColumn(table, column, of: count)) else { return false }
    }
    if hasRecords { addOffsets(to: table, rows, count) }
    return true
  }

  /// Turns how offsets differ from what is expected into the offsets.
  private func addOffsets(to table: UnsafeMutableRawBufferPointer, _ rows: Int, _ count: Int) {
    let classes = TableColumn(table, RecordOffsets.classColumn, of: count)
    let places = TableColumn(table, RecordOffsets.offsetColumn, of: count)
    let lengths = TableColumn(table, RecordOffsets.lengthColumn, of: count)
    var offsets = RecordOffsets()
    for row in 0..<rows {
      let hasRecord = classes[row] != BodyLayout.none
      let offset = places[row] &+ offsets.expected(hasRecord: hasRecord)
      places[row] = offset
      offsets.advance(hasRecord: hasRecord, offset: offset, length: lengths[row])
    }
  }

  private func unpackLists(
    _ columns: inout ColumnUnpacker, into table: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let words = table.count / 4
    guard table.count % 4 == 0, let lists = columns.number(), lists <= words,
      let counts = columns.unpack(lists),
      counts.reduce(0, { $0 + Int($1) }) == words - lists,
      let numbers = columns.unpack(words - lists)
    else { return false }
    var (place, next) = (0, 0)
    for count in counts {
      table.setWord(count, at: place)
      for index in 0..<Int(count) {
        table.setWord(numbers[next + index], at: place + 1 + index)
      }
      place += 1 + Int(count)
      next += Int(count)
    }
    return true
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Sets a number in a table of numbers.
  @inline(__always)
  fileprivate func setWord(_ value: UInt32, at index: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
  }
}
