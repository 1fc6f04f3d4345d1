// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Lays the packed body of a file out as it is in memory: what ``BodyPacker`` did, undone.
///
/// The records, which are most of a body and are not packed, stay in the memory they are in: as much
/// again would have to be taken from the system, which clears it page by page. Every number that is
/// read may be any: see ``PackedDirectory``.
package struct BodyUnpacker {
  /// The sections that are not in their place yet, one after the other.
  private let packed: UnsafeRawBufferPointer
  private let directory: PackedDirectory

  /// Unpacks a body.
  ///
  /// - Parameter packed: The bytes that the frames of a base hold; what they lie in becomes that of the
  ///   body, if it has room.
  /// - Returns: The body.
  /// - Throws: ``ArchiveError`` when they are no packed body.
  package static func unpack(_ packed: consuming [UInt8]) throws(ArchiveError) -> ArraySlice<UInt8>
  {
    var memory = packed
    if memory.first == 0 { return memory[1...] }  // one that is not packed: all but the first byte
    guard let directory = memory.withUnsafeBytes({ PackedDirectory($0) }),
      unpack(&memory, directory)
    else { throw ArchiveError(.damaged, "The archive's tables are malformed") }
    return memory[directory.size...]
  }

  /// The body comes to lie behind the directory of what was packed.
  private static func unpack(_ memory: inout [UInt8], _ directory: PackedDirectory) -> Bool {
    let kept = directory.size + directory.unpackedSize
    let rest = Array(memory[kept...])
    memory.removeSubrange(kept...)
    let size = directory.size + directory.bodySize
    memory.reserveCapacity(size)
    memory.append(contentsOf: repeatElement(0, count: size - kept))
    return rest.withUnsafeBytes { rest in
      memory.withUnsafeMutableBytes {
        let body = UnsafeMutableRawBufferPointer(rebasing: $0[directory.size...])
        return BodyUnpacker(packed: rest, directory: directory).fill(body)
      }
    }
  }

  /// - Returns: `false` unless all sections are what they should be.
  private func fill(_ body: UnsafeMutableRawBufferPointer) -> Bool {
    let inPlace = directory.sections.prefix { !$0.isPacked }.count
    var (start, place) = (directory.unpackedSize, 0)
    for section in directory.sections[inPlace...] {
      let part = UnsafeMutableRawBufferPointer(rebasing: body[start..<start + section.length])
      let source = UnsafeRawBufferPointer(rebasing: packed[place..<place + section.size])
      if section.isPacked {
        guard Self.unpack(source, named: section.name, into: part) else { return false }
      } else {
        part.copyMemory(from: source)
      }
      start += section.length
      place += section.size
    }
    writeDirectory(into: UnsafeMutableRawBufferPointer(rebasing: body[start...]))
    return true
  }

  private func writeDirectory(into body: UnsafeMutableRawBufferPointer) {
    let sink = ByteSink(capacity: body.count)
    var start = 0
    for section in directory.sections {
      sink.append(fixed: section.name)
      sink.append(fixed: UInt64(start))
      sink.append(fixed: UInt64(section.length))
      start += section.length
    }
    sink.append(fixed: UInt64(start))
    sink.append(fixed: UInt32(directory.sections.count))
    sink.append(fixed: BodyLayout.magic)
    body.copyMemory(from: sink.bytes)
  }

  // MARK: Sections

  /// - Returns: `false` unless all bytes of the section were used and all of the table was written.
  private static func unpack(
    _ packed: UnsafeRawBufferPointer, named name: UInt32, into table: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard let known = BodyLayout.Section(rawValue: name) else { return false }
    var columns = ColumnUnpacker(ByteSource(packed, 0..<packed.count))
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
      let text = columns.source.rest
      guard 8 + 4 * count + text.count == table.count else { return false }
      UnsafeMutableRawBufferPointer(rebasing: table[(8 + 4 * count)...])
        .copyMemory(from: text)
      return true
    }
    return columns.source.isAtEnd
  }

  private static func unpackRows(
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
  private static func addOffsets(to table: UnsafeMutableRawBufferPointer, _ rows: Int, _ count: Int)
  {
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

  private static func unpackLists(
    _ columns: inout ColumnUnpacker, into table: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let words = table.count / 4
    guard table.count % 4 == 0, let lists = columns.number(), lists <= words,
      let counts = columns.unpack(lists),
      counts.reduce(0, { $0 + Int($1) }) == words - lists
    else { return false }
    // Behind where they come to lie, by as many words as there are counts to be set before them.
    let numbers = UnsafeMutableRawBufferPointer(rebasing: table[(4 * lists)...])
    guard columns.unpack(words - lists, into: TableColumn(numbers, 0, of: 1)) else { return false }
    let column = TableColumn(table, 0, of: 1)
    var (place, next) = (0, lists)
    for count in counts {
      column[place] = count
      place += 1
      for _ in 0..<count {
        column[place] = column[next]
        place += 1
        next += 1
      }
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
