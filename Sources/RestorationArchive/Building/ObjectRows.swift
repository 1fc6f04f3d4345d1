// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The rows of the objects section while a pass fills them, as the bytes that the archive will hold.
struct ObjectRows {
  let sink: ByteSink
  private let tables: SnapshotTables

  /// What a row says of an object's record.
  struct Row: Equatable {
    var classIndex: UInt32
    var origin: UInt32 = 0
    var prerequisite: UInt32
    var offset: Int
    var length = 0
    /// Where the count and the numbers of what the record refers to begin.
    var references = BodyLayout.none

    var records: Range<Int> { offset..<offset + length }
  }

  init(_ tables: SnapshotTables) {
    self.tables = tables
    sink = ByteSink(tables.pool.take(tables.emptyRows.count))
  }

  /// Takes in all numbers that were given out.
  func extend() { extend(to: tables.emptyRows.count) }

  /// Takes in numbers up to one that was met, and those after it that are likely next: rows that are
  /// copied long before they are filled would have left the cache by then.
  @inline(never)
  private func extend(through index: Int) {
    extend(to: min((index + Self.rowsAtOnce) * BodyLayout.objectRowSize, tables.emptyRows.count))
  }

  private static let rowsAtOnce = 64

  private func extend(to end: Int) {
    guard end > sink.count else { return }
    sink.append(UnsafeRawBufferPointer(rebasing: tables.emptyRows.bytes[sink.count..<end]))
  }

  var count: Int { sink.count / BodyLayout.objectRowSize }

  func hasRecord(_ index: Int) -> Bool {
    index < count && sink.word(at: index * BodyLayout.objectRowSize + 8) != BodyLayout.none
  }

  /// The row of an object's record, if it has one; only numbers of the tables have rows.
  subscript(_ index: Int) -> Row? {
    get {
      guard hasRecord(index) else { return nil }
      let start = index * BodyLayout.objectRowSize
      return Row(
        classIndex: sink.word(at: start + 8), origin: sink.word(at: start + 12),
        prerequisite: sink.word(at: start + 16), offset: Int(sink.word(at: start + 20)),
        length: Int(sink.word(at: start + 24)), references: sink.word(at: start + 28))
    }
    nonmutating set {
      if index >= count { extend(through: index) }
      guard index < count else { return }
      let start = index * BodyLayout.objectRowSize
      sink.patch(newValue?.classIndex ?? BodyLayout.none, at: start + 8)
      sink.patch(newValue?.origin ?? 0, at: start + 12)
      sink.patch(newValue?.prerequisite ?? BodyLayout.none, at: start + 16)
      sink.patch(UInt32(newValue?.offset ?? 0), at: start + 20)
      sink.patch(UInt32(newValue?.length ?? 0), at: start + 24)
      sink.patch(newValue?.references ?? BodyLayout.none, at: start + 28)
    }
  }

  /// Begins a record of this pass.
  @inline(__always)
  func begin(_ index: Int, classIndex: UInt32, prerequisite: UInt32, offset: Int) {
    if index >= count { extend(through: index) }
    guard index < count else { return }
    let start = index * BodyLayout.objectRowSize
    sink.patch(classIndex, at: start + 8)
    sink.patch(0, at: start + 12)
    sink.patch(prerequisite, at: start + 16)
    sink.patch(UInt32(offset), at: start + 20)
  }

  /// How long an object's record is; 0 when it has none.
  @inline(__always)
  func length(_ index: Int) -> Int {
    hasRecord(index) ? Int(sink.word(at: index * BodyLayout.objectRowSize + 24)) : 0
  }

  /// Ends the record that began last.
  @inline(__always)
  func end(_ index: Int, length: Int, references: UInt32) {
    let start = index * BodyLayout.objectRowSize
    sink.patch(UInt32(length), at: start + 24)
    sink.patch(references, at: start + 28)
  }

  /// Appends the row of an object without a record.
  static func append(_ address: SnapshotTables.AddressRow, to sink: ByteSink) {
    sink.append(fixed: address.sceneAndKind)
    sink.append(fixed: address.path)
    for word in [BodyLayout.none, 0, BodyLayout.none, 0, 0, BodyLayout.none] {
      sink.append(fixed: word)
    }
  }
}
