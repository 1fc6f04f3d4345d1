// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The rows that a pass has written, and each number's result.
struct WrittenRecords {
  private(set) var rows: [ObjectRow] = []
  private var numbers: [UInt32] = []
  /// The results by object number, in pages: a pass over a few of many objects needs few of them.
  ///
  /// A page without results is empty.
  private var pages: [[Result]] = []
  private static let pageSize = 64
  private(set) var byteCount = 0

  /// The result of a pass for one object number.
  enum Result: Equatable {
    /// No result yet.
    case none
    /// The previous record is kept.
    case kept
    /// The object has written what its record already holds.
    case same
    /// The record is at this index of ``rows``.
    case written(Int)
  }

  /// Whether no record is left.
  var isEmpty: Bool { !numbers.contains { $0 != BodyLayout.none } }

  func result(_ number: ObjectNumber) -> Result {
    let page = number.index / Self.pageSize
    guard page < pages.count, !pages[page].isEmpty else { return .none }
    return pages[page][number.index % Self.pageSize]
  }

  func isWritten(_ number: ObjectNumber) -> Bool {
    if case .written = result(number) { true } else { false }
  }

  /// Numbers of objects that rewrote an unchanged record, in ascending order.
  var same: [UInt32] {
    pages.enumerated().flatMap { page, results in
      results.indices.compactMap { place in
        results[place] == .same ? UInt32(page * Self.pageSize + place) : nil
      }
    }
  }

  private mutating func set(_ result: Result, of number: ObjectNumber) {
    let page = number.index / Self.pageSize
    let missing = max(0, page + 1 - pages.count)
    pages.append(contentsOf: repeatElement([], count: missing))
    if pages[page].isEmpty { pages[page] = Array(repeating: .none, count: Self.pageSize) }
    pages[page][number.index % Self.pageSize] = result
  }

  mutating func keep(_ number: ObjectNumber, size: Int) {
    set(.kept, of: number)
    byteCount += size
  }

  /// Marks a number whose object rewrote an unchanged record.
  mutating func setSame(_ number: ObjectNumber, size: Int) {
    set(.same, of: number)
    byteCount += size
  }

  /// Adds a record.
  mutating func append(_ row: ObjectRow, of number: ObjectNumber) {
    set(.written(rows.count), of: number)
    numbers.append(number.rawValue)
    rows.append(row)
    byteCount += Int(row.length)
  }

  /// Removes the last added record, and returns its row.
  mutating func takeBackLast() -> ObjectRow {
    let (row, number) = (rows.removeLast(), numbers.removeLast())
    set(.none, of: ObjectNumber(number))
    byteCount -= Int(row.length)
    return row
  }

  /// Leaves out the record of a number; it may be written again.
  mutating func remove(_ number: ObjectNumber, size: Int) {
    byteCount -= size
    if case .written(let place) = result(number) {
      rows[place] = ObjectRow()
      numbers[place] = BodyLayout.none  // no longer belongs to a number
    }
    if result(number) != .none { set(.none, of: number) }
  }

  /// Returns the rows in ascending order of their object numbers.
  ///
  /// Most rows are in this order already.
  ///
  /// - Parameter addresses: The addresses of all object numbers.
  /// - Returns: The numbers, and their rows with the addresses.
  func inOrder(_ addresses: [AddressRow]) -> (numbers: [UInt32], rows: [ObjectRow]) {
    var (numbers, rows) = (numbers, rows)
    let isInOrder =
      numbers.last != BodyLayout.none && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    if !isInOrder {
      let order = numbers.enumerated().lazy.filter { $1 != BodyLayout.none }
        .map { UInt64($1) << 32 | UInt64($0) }.sorted()
      (numbers, rows) = (
        order.map { UInt32($0 >> 32) }, order.map { rows[Int($0 & 0xFFFF_FFFF)] }
      )
    }
    for (place, number) in numbers.enumerated() { rows[place].address = addresses[Int(number)] }
    return (numbers, rows)
  }
}
