// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

/// Gathers the records of one pass and turns them into a snapshot.
///
/// Records are appended to one buffer as their objects encode. A record that need not be encoded
/// again is carried over from the snapshot before, as the bytes it is.
package final class SnapshotBuilder {
  package let tables: SnapshotTables
  private let base: RestorationSnapshot?
  private let origin: RecordOrigin

  var sink = ByteSink(capacity: 16 * 1024)
  var rows: [Row?] = []
  private(set) var classes: [ClassRow] = []
  private var classIndices: [ClassRow: UInt32] = [:]
  private var origins: [RecordOrigin]
  private var originIndices: [RecordOrigin: UInt32]
  var references: [UInt32] = []

  /// What the objects section says of one record.
  struct Row: Equatable {
    var classIndex: UInt32
    var origin: UInt32
    var prerequisite: UInt32
    var records: Range<Int>
    /// Where the count and the numbers of what the record refers to begin.
    var references: UInt32
  }

  struct ClassRow: Hashable {
    var name: UInt32
    var restorationClass: UInt32
    var schemaVersion: UInt32
  }

  /// Begins a pass.
  ///
  /// - Parameters:
  ///   - tables: Shared by all passes of the process.
  ///   - base: The snapshot before, written or read with the same tables.
  ///   - origin: Who writes the records that are encoded in this pass.
  package init(tables: SnapshotTables, base: RestorationSnapshot?, origin: RecordOrigin) {
    self.tables = tables
    self.base = base
    self.origin = origin
    self.origins = [origin]
    self.originIndices = [origin: 0]
  }

  /// Whether an object's record is in this pass already.
  package func hasRecord(_ number: ObjectNumber) -> Bool {
    rows.indices.contains(Int(number.rawValue)) && rows[Int(number.rawValue)] != nil
  }

  /// The bytes of an object's record; 0 for one that is not in this pass.
  package func byteCount(of number: ObjectNumber) -> Int {
    hasRecord(number) ? rows[Int(number.rawValue)]?.records.count ?? 0 : 0
  }

  /// Begins an object's record; one at a time.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - className: The class to be compared at restore (R49).
  ///   - restorationClass: The name of the class that makes the object, if it has one.
  ///   - schemaVersion: The version of what the object writes.
  ///   - prerequisite: An object without which this one is not restored.
  ///   - references: Turns referenced objects into numbers.
  /// - Returns: The object's coder; give it back to ``end(_:)``.
  package func begin(
    _ number: ObjectNumber, className: String, restorationClass: String?, schemaVersion: Int,
    prerequisite: ObjectNumber?, references: (any ReferenceEncoding)?
  ) -> RestorationEncoder {
    let row = ClassRow(
      name: tables.index(of: className),
      restorationClass: restorationClass.map { tables.index(of: $0) } ?? BodyLayout.none,
      schemaVersion: UInt32(clamping: schemaVersion))
    let encoder = RestorationEncoder(
      number: number, sink: sink, tables: tables, references: references)
    set(
      number,
      Row(
        classIndex: index(of: row), origin: 0,
        prerequisite: prerequisite?.rawValue ?? BodyLayout.none,
        records: sink.count..<sink.count, references: BodyLayout.none))
    return encoder
  }

  /// Ends an object's record; its coder is dead from now on.
  package func end(_ encoder: RestorationEncoder) {
    encoder.finish()
    let number = Int(encoder.number.rawValue)
    guard var row = rows[number] else { return }
    row.records = row.records.lowerBound..<sink.count
    row.references = append(encoder.referencedNumbers)
    rows[number] = row
  }

  func append(_ numbers: [ObjectNumber]) -> UInt32 {
    guard !numbers.isEmpty else { return BodyLayout.none }
    let start = UInt32(references.count)
    references.append(UInt32(numbers.count))
    references.append(contentsOf: numbers.map(\.rawValue))
    return start
  }

  /// Takes over an object's record from the snapshot before, unchanged.
  ///
  /// - Parameter number: The object.
  /// - Returns: The numbers the record refers to; `nil` when there is no such record.
  package func carry(_ number: ObjectNumber) -> [ObjectNumber]? {
    guard let base, let record = try? base.record(number) else { return nil }
    let start = sink.count
    base.withBytes { bytes in sink.append(UnsafeRawBufferPointer(rebasing: bytes[record.range])) }
    set(
      number,
      Row(
        classIndex: classIndex(of: record), origin: index(of: record.origin),
        prerequisite: record.prerequisite?.rawValue ?? BodyLayout.none,
        records: start..<sink.count, references: append(record.references)))
    return record.references
  }

  /// Writes an object's record anew, with the strings and numbers of this builder's tables.
  ///
  /// - Parameters:
  ///   - record: The record in another snapshot.
  ///   - values: Its values.
  ///   - renumber: Turns that snapshot's numbers into this one's.
  func rewrite(
    _ record: ObjectRecord, values: [ArchivedValue.Entry],
    renumber: (ObjectNumber) -> ObjectNumber?
  ) {
    guard let number = renumber(record.number) else { return }
    let entries = values.map {
      ArchivedValue.Entry(key: $0.key, value: $0.value.renumbered(renumber))
    }
    write(
      number,
      Row(
        classIndex: classIndex(of: record), origin: index(of: record.origin),
        prerequisite: record.prerequisite.flatMap(renumber)?.rawValue ?? BodyLayout.none,
        records: 0..<0, references: append(record.references.compactMap(renumber))),
      entries)
  }

  /// Writes a whole record that no object encodes, such as one that was exported.
  ///
  /// What the values refer to is found in them. Keys must differ, and values not be nested deeper
  /// than is read.
  ///
  /// - Parameters:
  ///   - number: The object; one that has no record yet.
  ///   - className: The class to be compared at restore (R49).
  ///   - restorationClass: The name of the class that makes the object, if it has one.
  ///   - schemaVersion: The version of what the object wrote.
  ///   - prerequisite: An object without which this one is not restored.
  ///   - origin: Who wrote the record, and when.
  ///   - values: Keys and values, with numbers of this builder's tables.
  package func write(
    _ number: ObjectNumber, className: String, restorationClass: String?, schemaVersion: UInt32,
    prerequisite: ObjectNumber?, origin: RecordOrigin, values: [ArchivedValue.Entry]
  ) {
    var referenced: [ObjectNumber] = []
    var known: Set<ObjectNumber> = []
    for number in values.flatMap(\.value.referencedNumbers) where known.insert(number).inserted {
      referenced.append(number)
    }
    let classRow = ClassRow(
      name: tables.index(of: className),
      restorationClass: restorationClass.map { tables.index(of: $0) } ?? BodyLayout.none,
      schemaVersion: schemaVersion)
    write(
      number,
      Row(
        classIndex: index(of: classRow), origin: index(of: origin),
        prerequisite: prerequisite?.rawValue ?? BodyLayout.none, records: 0..<0,
        references: append(referenced)),
      values)
  }

  private func write(_ number: ObjectNumber, _ row: Row, _ values: [ArchivedValue.Entry]) {
    var row = row
    let start = sink.count
    for entry in values {
      sink.append(variable: UInt64(tables.index(of: entry.key)))
      sink.append(entry.value)
    }
    row.records = start..<sink.count
    set(number, row)
  }

  /// Ends the pass.
  ///
  /// - Parameters:
  ///   - roots: The objects the walk began with.
  ///   - notes: What is to be said of objects; other notes alone make no other snapshot.
  /// - Returns: The snapshot; `nil` when no record differs from the snapshot before (R30).
  package func finish(roots: [ObjectNumber], notes: [RestorationNote] = [])
    -> RestorationSnapshot?
  {
    if let base, Set(base.roots) == Set(roots), isUnchanged(since: base) { return nil }
    return RestorationSnapshot(
      trusted: SnapshotWriter(builder: self, roots: roots, notes: notes).write())
  }

  private func isUnchanged(since base: RestorationSnapshot) -> Bool {
    let count = max(rows.count, base.objectCount)
    for index in 0..<count {
      let number = ObjectNumber(UInt32(index))
      let row = index < rows.count ? rows[index] : nil
      let old = index < base.objectCount ? try? base.record(number) : nil
      switch (row, old) {
      case (nil, nil): continue
      case (let row?, let old?):
        let classRow = classes[Int(row.classIndex)]
        guard tables.strings[Int(classRow.name)] == old.className,
          classRow.schemaVersion == UInt32(clamping: old.schemaVersion),
          row.prerequisite == old.prerequisite?.rawValue ?? BodyLayout.none,
          classRow.restorationClass
            == old.restorationClass.map({ tables.index(of: $0) }) ?? BodyLayout.none,
          row.records.count == old.range.count,
          base.withBytes({ bytes in
            UnsafeRawBufferPointer(rebasing: bytes[old.range])
              .elementsEqual(UnsafeRawBufferPointer(rebasing: sink.bytes[row.records]))
          })
        else { return false }
      default: return false
      }
    }
    return true
  }

  func set(_ number: ObjectNumber, _ row: Row) {
    let index = Int(number.rawValue)
    while rows.count <= index { rows.append(nil) }
    rows[index] = row
  }

  private func classIndex(of record: ObjectRecord) -> UInt32 {
    index(
      of: ClassRow(
        name: tables.index(of: record.className),
        restorationClass: record.restorationClass.map { tables.index(of: $0) } ?? BodyLayout.none,
        schemaVersion: UInt32(clamping: record.schemaVersion)))
  }

  func index(of row: ClassRow) -> UInt32 {
    if let index = classIndices[row] { return index }
    let index = UInt32(classes.count)
    classes.append(row)
    classIndices[row] = index
    return index
  }

  private func index(of origin: RecordOrigin) -> UInt32 {
    if let index = originIndices[origin] { return index }
    let index = UInt32(origins.count)
    origins.append(origin)
    originIndices[origin] = index
    return index
  }

  // What the writer needs.
  var writtenRows: [Row?] { rows }
  var writtenClasses: [ClassRow] { classes }
  var writtenOrigins: [RecordOrigin] { origins }
  var writtenReferences: [UInt32] { references }
  /// When the application record was written; `nil` when it is not in this pass.
  var applicationTime: Date? {
    let number = Int(tables.number(for: .application).rawValue)
    guard rows.indices.contains(number), let row = rows[number] else { return nil }
    return origins[Int(row.origin)].timestamp
  }
  var recordBytes: UnsafeRawBufferPointer { sink.bytes }
  var carriedSections: [(name: UInt32, bytes: [UInt8])] { base?.unknownSections() ?? [] }
}
