// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads packed columns one after the other; nothing here traps on hostile bytes.
struct ColumnUnpacker {
  private(set) var source: ByteSource

  /// Reads columns from the beginning of a packed section.
  init(_ source: ByteSource) { self.source = source }

  /// Reads a number that stands between columns.
  mutating func number() -> Int? { source.variable().flatMap(Int.init(exactly:)) }

  /// Reads the next column into a table.
  ///
  /// - Parameters:
  ///   - count: How many rows it has.
  ///   - column: Where the numbers go; has room for so many.
  /// - Returns: `false` when the bytes are no such column.
  mutating func unpack(_ count: Int, into column: TableColumn) -> Bool {
    guard count > 0 else { return count == 0 }
    switch source.byte() {
    case 0: return unpackBlocks(count, into: column)
    case 1:
      guard unpackBlocks(count, into: column) else { return false }
      var present = 0
      for row in 0..<count {
        guard column[row] <= 1 else { return false }
        present += Int(column[row])
      }
      guard let numbers = array(present, { $0.unpackBlocks(present, into: $1) }) else {
        return false
      }
      var next = numbers.startIndex
      for row in 0..<count {
        if column[row] == 0 {
          column[row] = BodyLayout.none
        } else {
          column[row] = numbers[next]
          next += 1
        }
      }
      return true
    default: return false
    }
  }

  /// Reads the next column.
  ///
  /// - Parameter count: How many rows it has.
  /// - Returns: `nil` when the bytes are no such column.
  mutating func unpack(_ count: Int) -> [UInt32]? {
    array(count) { $0.unpack(count, into: $1) }
  }

  /// Room for numbers, which is made only where so many packed bytes can hold them.
  private mutating func array(_ count: Int, _ fill: (inout Self, TableColumn) -> Bool) -> [UInt32]?
  {
    // The library writes the count of an array that it fills, that of the one empty array, too: a race
    // of threads that unpack, as sanitizers see it.
    guard count > 0 else { return count == 0 ? [] : nil }
    guard hasBlocks(count) else { return nil }
    var isFilled = false
    let numbers = [UInt32](unsafeUninitializedCapacity: count) { numbers, filled in
      isFilled = fill(&self, TableColumn(UnsafeMutableRawBufferPointer(numbers), 0, of: 1))
      filled = isFilled ? count : 0
    }
    return isFilled ? numbers : nil
  }

  private func hasBlocks(_ count: Int) -> Bool {
    (count + ColumnBlock.rows - 1) / ColumnBlock.rows * ColumnBlock.smallest <= source.remaining
  }

  private mutating func unpackBlocks(_ count: Int, into column: TableColumn) -> Bool {
    guard hasBlocks(count) else { return false }
    for start in stride(from: 0, to: count, by: ColumnBlock.rows) {
      let rows = start..<min(start + ColumnBlock.rows, count)
      guard unpackBlock(rows, of: column, after: start > 0 ? column[start - 1] : 0) else {
        return false
      }
    }
    return true
  }

  private mutating func unpackBlock(
    _ rows: Range<Int>, of column: TableColumn, after previous: UInt32
  ) -> Bool {
    guard let head = source.byte(), head & ~(ColumnBlock.differences | 0x3F) == 0,
      head & 0x3F <= ColumnBlock.widest,
      let base = source.variable().flatMap(UInt32.init(exactly:))
    else { return false }
    let width = Int(head & 0x3F)
    let bits = PackedBits(source.rest, width: width)
    guard source.slice((rows.count * width + 7) / 8) != nil else { return false }
    switch (head & ColumnBlock.differences == 0, width) {
    case (true, 0): for row in rows { column[row] = base }
    case (true, _): bits.forEach(rows) { column[$0] = $1 &+ base }
    case (false, _):
      let step = base >> 1 ^ (0 &- base & 1)  // zigzag
      var last = previous
      bits.forEach(rows) {
        last = last &+ $1 &+ step
        column[$0] = last
      }
    }
    return true
  }
}

/// A column of a table of numbers.
struct TableColumn {
  private let numbers: UnsafeMutableRawBufferPointer
  private let distance: Int

  /// A column among so many of a table.
  init(_ table: UnsafeMutableRawBufferPointer, _ column: Int, of count: Int) {
    numbers = UnsafeMutableRawBufferPointer(rebasing: table[min(4 * column, table.count)...])
    distance = 4 * count
  }

  subscript(row: Int) -> UInt32 {
    @inline(__always)
    get {
      UInt32(littleEndian: numbers.loadUnaligned(fromByteOffset: distance &* row, as: UInt32.self))
    }
    @inline(__always)
    nonmutating set {
      numbers.storeBytes(of: newValue.littleEndian, toByteOffset: distance &* row, as: UInt32.self)
    }
  }
}

/// Numbers of so many bits each, the first one in the lowest bits; whatever lies behind them.
private struct PackedBits {
  private let bytes: UnsafeRawBufferPointer
  private let width: Int
  private let mask: UInt64

  init(_ bytes: UnsafeRawBufferPointer, width: Int) {
    (self.bytes, self.width) = (bytes, width)
    mask = UInt64(1) << UInt64(width) - 1
  }

  /// Hands on a number for each row; all of them lie within the bytes.
  @inline(__always)
  func forEach(_ rows: Range<Int>, _ action: (Int, UInt32) -> Void) {
    guard width > 0, let start = bytes.baseAddress else { return rows.forEach { action($0, 0) } }
    // All but those at the very end have eight bytes that can be read at once.
    let readable = max(0, 8 * (bytes.count - 7))
    let border = rows.lowerBound + min(rows.count, (readable + width - 1) / width)
    var bit = 0
    for row in rows.lowerBound..<border {
      assert(bit &>> 3 &+ 8 <= bytes.count)  // said above; costs a release nothing
      let word = start.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self)
      action(row, number(in: UInt64(littleEndian: word), at: bit))
      bit &+= width
    }
    for row in border..<rows.upperBound {
      action(row, number(in: lastWord(at: bit &>> 3), at: bit))
      bit &+= width
    }
  }

  @inline(__always)
  private func number(in word: UInt64, at bit: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: word &>> UInt64(bit & 7) & mask)
  }

  /// The bytes from a place on that are left, less than eight.
  @inline(never)
  private func lastWord(at byte: Int) -> UInt64 {
    bytes[min(byte, bytes.count)...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
