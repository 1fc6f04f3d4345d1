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
      guard let presence = array(count, { $0.unpackBlocks(count, into: $1) }) else { return false }
      var present = 0
      for isPresent in presence {
        guard isPresent <= 1 else { return false }
        present += Int(isPresent)
      }
      guard let numbers = array(present, { $0.unpackBlocks(present, into: $1) }) else {
        return false
      }
      var next = 0
      for row in 0..<count {
        let isPresent = presence[row] == 1
        column[row] = isPresent ? numbers[next] : BodyLayout.none
        if isPresent { next += 1 }
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
    var bits = PackedBits(source.rest, width: width)
    guard source.slice((rows.count * width + 7) / 8) != nil else { return false }
    switch (head & ColumnBlock.differences == 0, width) {
    case (true, 0): for row in rows { column[row] = base }
    case (true, _): for row in rows { column[row] = bits.next() &+ base }
    case (false, _):
      let step = base >> 1 ^ (0 &- base & 1)  // zigzag
      var last = previous
      for row in rows {
        last = last &+ bits.next() &+ step
        column[row] = last
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
  private var bit = 0

  init(_ bytes: UnsafeRawBufferPointer, width: Int) {
    (self.bytes, self.width) = (bytes, width)
    mask = UInt64(1) << UInt64(width) - 1
  }

  @inline(__always)
  mutating func next() -> UInt32 {
    let byte = bit &>> 3
    let word = byte &+ 8 <= bytes.count ? wholeWord(at: byte) : lastWord(at: byte)
    defer { bit &+= width }
    return UInt32(truncatingIfNeeded: word &>> UInt64(bit & 7) & mask)
  }

  @inline(__always)
  private func wholeWord(at byte: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: byte, as: UInt64.self))
  }

  @inline(never)
  private func lastWord(at byte: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in byte..<max(byte, bytes.count) {
      word |= UInt64(bytes[index]) << UInt64(8 * (index - byte))
    }
    return word
  }
}
