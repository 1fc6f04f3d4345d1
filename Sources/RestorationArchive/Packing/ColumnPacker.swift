// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Packs columns of numbers one after the other; keeps its buffers from one to the next.
final class ColumnPacker {
  /// The packed columns.
  let sink = ByteSink()
  /// Kept as long as the longest column so far: what is behind the present one is of no use.
  @exclusivity(unchecked) private var column: [UInt32] = []
  @exclusivity(unchecked) private var presence: [UInt32] = []

  /// Packs one column.
  ///
  /// - Parameters:
  ///   - count: How many rows it has.
  ///   - value: The number in a row; asked for once each, in their order.
  @inline(__always)
  func pack(_ count: Int, _ value: (Int) -> UInt32) {
    guard count > 0 else { return }
    Self.lengthen(&column, to: count)
    var hasNone = false
    // Not appended one by one, which takes longer than all else that is done with most numbers.
    column.withUnsafeMutableBufferPointer { column in
      for index in 0..<count {
        let next = value(index)
        hasNone = hasNone || next == BodyLayout.none
        column[index] = next
      }
    }
    pack(count, hasNone: hasNone)
  }

  /// Packs one column of a table of numbers.
  ///
  /// - Parameters:
  ///   - column: Which.
  ///   - columns: How many the table has.
  ///   - table: Its rows, one behind the other.
  func pack(column: Int, of columns: Int, in table: UnsafeRawBufferPointer) {
    guard var place = table.baseAddress.map({ $0 + 4 * column }) else { return }
    pack(table.count / (4 * columns)) { _ in
      // Goes on from row to row, which takes less than to find each by its number.
      defer { place += 4 * columns }
      return UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    }
  }

  private static func lengthen(_ column: inout [UInt32], to count: Int) {
    if column.count < count { column = [UInt32](repeating: 0, count: count) }
  }

  private func pack(_ count: Int, hasNone: Bool) {
    sink.append(hasNone ? 1 : 0)
    guard hasNone else { return pack(column, count) }
    Self.lengthen(&presence, to: count)
    var present = 0
    presence.withUnsafeMutableBufferPointer { presence in
      column.withUnsafeMutableBufferPointer { column in
        for index in 0..<count {
          let value = column[index]
          presence[index] = value == BodyLayout.none ? 0 : 1
          column[present] = value
          present += value == BodyLayout.none ? 0 : 1
        }
      }
    }
    pack(presence, count)
    pack(column, present)
  }

  private func pack(_ values: [UInt32], _ count: Int) {
    values.withUnsafeBufferPointer { values in
      var previous: UInt32 = 0
      for start in stride(from: 0, to: count, by: ColumnBlock.rows) {
        let end = min(start + ColumnBlock.rows, count)
        packBlock(UnsafeBufferPointer(rebasing: values[start..<end]), after: previous)
        previous = values[end - 1]
      }
    }
  }

  private func packBlock(_ values: UnsafeBufferPointer<UInt32>, after previous: UInt32) {
    guard var (least, most) = values.first.map({ ($0, $0) }) else { return }
    let firstStep = Int32(bitPattern: least &- previous)
    var (leastStep, mostStep) = (firstStep, firstStep)
    // By index, and each number with the one before, so that several are compared at a time.
    for index in 1..<values.count {
      let value = values[index]
      let step = Int32(bitPattern: value &- values[index &- 1])
      (least, most) = (min(least, value), max(most, value))
      (leastStep, mostStep) = (min(leastStep, step), max(mostStep, step))
    }
    let width = Self.width(most - least)
    let stepWidth = Self.width(UInt32(bitPattern: mostStep &- leastStep))
    if stepWidth < width {
      sink.append(ColumnBlock.differences | UInt8(stepWidth))
      sink.append(variable: UInt64(Self.zigzag(leastStep)))
      var last = previous
      append(values, width: stepWidth) { value in
        defer { last = value }
        return value &- last &- UInt32(bitPattern: leastStep)
      }
    } else {
      sink.append(UInt8(width))
      sink.append(variable: UInt64(least))
      append(values, width: width) { $0 - least }
    }
  }

  private static func width(_ largest: UInt32) -> Int { 32 - largest.leadingZeroBitCount }

  private static func zigzag(_ value: Int32) -> UInt32 {
    UInt32(bitPattern: value << 1 ^ value >> 31)
  }

  /// Appends the lowest bits of what each number becomes, the first number in the lowest ones.
  @inline(__always)
  private func append(
    _ values: UnsafeBufferPointer<UInt32>, width: Int, _ transform: (UInt32) -> UInt32
  ) {
    guard width > 0 else { return }
    var cursor = sink.cursor(room: values.count * width / 8 + 16)
    var (bits, filled): (UInt64, Int) = (0, 0)
    for value in values {
      bits |= UInt64(transform(value)) << UInt64(filled)
      filled += width
      guard filled >= 32 else { continue }
      cursor.put(bits, count: 4)
      bits >>= 32
      filled -= 32
    }
    while filled > 0 {
      cursor.put(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      filled -= 8
    }
    sink.end(at: cursor)
  }
}
