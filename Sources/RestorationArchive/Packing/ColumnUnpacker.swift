// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads packed columns one after the other; nothing here traps on hostile bytes.
struct ColumnUnpacker {
  private(set) var source: ByteSource
  /// The numbers of the column that was read last; what stands behind them is of columns before.
  private(set) var column: [UInt32] = []
  private var presence: [UInt32] = []

  /// Reads columns from the beginning of a packed section.
  init(_ source: ByteSource) { self.source = source }

  /// Reads a number that stands between columns.
  mutating func number() -> Int? { source.variable().flatMap(Int.init(exactly:)) }

  /// Reads the next column.
  ///
  /// - Parameter count: How many rows it has; checked against what packed bytes can hold.
  /// - Returns: `false` when the bytes are no such column.
  mutating func unpack(_ count: Int) -> Bool {
    guard count > 0 else { return count == 0 }
    switch source.byte() {
    case 0: return Self.unpack(count, &source, into: &column)
    case 1:
      guard Self.unpack(count, &source, into: &presence) else { return false }
      var present = 0
      for index in 0..<count {
        guard presence[index] <= 1 else { return false }
        present += Int(presence[index])
      }
      guard Self.unpack(present, &source, into: &column, room: count) else { return false }
      // From the end, so that no number is overwritten before it was moved.
      for index in stride(from: count - 1, through: 0, by: -1) {
        if presence[index] == 1 {
          present -= 1
          column[index] = column[present]
        } else {
          column[index] = BodyLayout.none
        }
      }
      return true
    default: return false
    }
  }

  private static func unpack(
    _ count: Int, _ source: inout ByteSource, into column: inout [UInt32], room: Int? = nil
  ) -> Bool {
    let room = max(count, room ?? 0)
    // Before anything is allocated: so many blocks must be there.
    guard
      (count + ColumnBlock.rows - 1) / ColumnBlock.rows * ColumnBlock.smallest
        <= source.remaining
    else { return false }
    if column.count < room { column = [UInt32](repeating: 0, count: room) }
    return column.withUnsafeMutableBufferPointer { column in
      var previous: UInt32 = 0
      for start in stride(from: 0, to: count, by: ColumnBlock.rows) {
        let end = min(start + ColumnBlock.rows, count)
        let block = UnsafeMutableBufferPointer(rebasing: column[start..<end])
        guard unpackBlock(&source, into: block, after: previous) else { return false }
        previous = column[end - 1]
      }
      return true
    }
  }

  private static func unpackBlock(
    _ source: inout ByteSource, into block: UnsafeMutableBufferPointer<UInt32>,
    after previous: UInt32
  ) -> Bool {
    guard let head = source.byte(), head & ~(ColumnBlock.differences | 0x3F) == 0,
      head & 0x3F <= ColumnBlock.widest,
      let base = source.variable().flatMap(UInt32.init(exactly:))
    else { return false }
    let width = Int(head & 0x3F)
    guard let bits = source.slice((block.count * width + 7) / 8) else { return false }
    unpackBits(bits, width: width, into: block)
    if head & ColumnBlock.differences == 0 {
      for index in block.indices { block[index] &+= base }
    } else {
      let step = base >> 1 ^ (0 &- base & 1)  // zigzag
      var last = previous
      for index in block.indices {
        last = last &+ block[index] &+ step
        block[index] = last
      }
    }
    return true
  }

  /// Cuts bits into numbers; there are as many as the numbers need.
  private static func unpackBits(
    _ bytes: UnsafeRawBufferPointer, width: Int, into block: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard width > 0 else { return block.update(repeating: 0) }
    let mask = UInt64(1) << UInt64(width) - 1
    var (bits, filled, next): (UInt64, Int, Int) = (0, 0, 0)
    for index in block.indices {
      while filled < width {
        if next + 4 <= bytes.count {
          let word = bytes.loadUnaligned(fromByteOffset: next, as: UInt32.self)
          bits |= UInt64(UInt32(littleEndian: word)) << UInt64(filled)
          filled += 32
          next += 4
        } else {
          bits |= UInt64(bytes[next]) << UInt64(filled)
          filled += 8
          next += 1
        }
      }
      block[index] = UInt32(truncatingIfNeeded: bits & mask)
      bits >>= UInt64(width)
      filled -= width
    }
  }
}
