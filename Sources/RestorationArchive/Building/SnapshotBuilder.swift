// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Gathers the records of one pass and turns them into a snapshot.
///
/// Records are appended to one buffer as their objects encode. A record that need not be encoded
/// again is carried over from the snapshot before, as the bytes it is.
package final class SnapshotBuilder {
  package let tables: SnapshotTables
  /// The snapshot before, if there is one.
  let base: RestorationSnapshot?
  private let origin: RecordOrigin

  let sink: ByteSink
  let rows: ObjectRows
  let links: RecordLinks
  /// The coder of the record before, for the next one.
  @exclusivity(unchecked) private var coder: RestorationEncoder?
  private(set) var classes: [ClassRow] = []
  /// By the number of a class in the tables: one more than its place among this pass's; 0 for none.
  private var classPlaces: [UInt32] = []
  private(set) var origins: [RecordOrigin]
  private var originIndices: [RecordOrigin: UInt32]
  @exclusivity(unchecked) var carriedRows = CarriedRows()

  typealias Row = ObjectRows.Row

  struct ClassRow: Hashable {
    var name: UInt32
    var restorationClass: UInt32
    var schemaVersion: UInt32
  }

  /// What an archive says of a class, and the keys of its objects; holds as long as the tables.
  package struct KnownClass {
    fileprivate let number: Int
    fileprivate let shape: Unmanaged<KeyShape>
  }

  /// A class's row, and the keys of its objects; belongs to one pass.
  package struct RecordClass {
    let row: UInt32
    /// The tables keep it.
    let shape: Unmanaged<KeyShape>
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
    rows = ObjectRows(tables)
    sink = ByteSink(tables.pool.take(max(16 * 1024, (base?.byteCount ?? 0) * 17 / 16)))
    links = RecordLinks(ByteSink(tables.pool.take(1024)))
  }

  deinit {
    for sink in [sink, rows.sink, links.sink] { tables.pool.give(sink.detach().memory) }
  }

  /// Whether an object's record is in this pass already.
  package func hasRecord(_ number: ObjectNumber) -> Bool { rows.hasRecord(Int(number.rawValue)) }

  /// The bytes of an object's record; 0 for one that is not in this pass.
  package func byteCount(of number: ObjectNumber) -> Int {
    rows.length(Int(number.rawValue))
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
    let known = knownClass(
      named: className, restorationClass: restorationClass, schemaVersion: schemaVersion)
    return beginLent(
      number, of: recordClass(known), prerequisite: prerequisite, references: references
    ).takeUnretainedValue()
  }

  /// The class of records, for as many passes as there are with the same tables.
  ///
  /// - Parameters:
  ///   - className: The class to be compared at restore (R49).
  ///   - restorationClass: The name of the class that makes the objects, if they have one.
  ///   - schemaVersion: The version of what they write.
  /// - Returns: The class, for ``recordClass(_:)``.
  package func knownClass(
    named className: String, restorationClass: String?, schemaVersion: Int
  ) -> KnownClass {
    let row = tables.classRow(
      named: className, restorationClass, schemaVersion: UInt32(clamping: schemaVersion))
    return KnownClass(
      number: tables.number(of: row), shape: .passUnretained(tables.shape(ofClass: row.name)))
  }

  /// The same for ``encode(_:of:prerequisite:references:_:)`` of this pass.
  package func recordClass(_ known: KnownClass) -> RecordClass {
    RecordClass(row: index(ofClass: known.number), shape: known.shape)
  }

  /// Lets an object write its record; one at a time.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - recordClass: Its class.
  ///   - prerequisite: An object without which this one is not restored.
  ///   - references: Turns referenced objects into numbers.
  ///   - hooks: What writes; the coder is dead from then on.
  /// - Returns: How many bytes the record has.
  package func encode(
    _ number: ObjectNumber, of recordClass: RecordClass, prerequisite: ObjectNumber?,
    references: (any ReferenceEncoding)?, _ hooks: (RestorationEncoder) -> Void
  ) -> Int {
    beginLent(number, of: recordClass, prerequisite: prerequisite, references: references)
      ._withUnsafeGuaranteedRef { encoder in
        hooks(encoder)
        return end(encoder)
      }
  }

  /// Begins an object's record; the builder keeps its coder, since to count it takes long.
  private func beginLent(
    _ number: ObjectNumber, of recordClass: RecordClass, prerequisite: ObjectNumber?,
    references: (any ReferenceEncoding)?
  ) -> Unmanaged<RestorationEncoder> {
    rows.begin(
      Int(number.rawValue), classIndex: recordClass.row,
      prerequisite: prerequisite?.rawValue ?? BodyLayout.none, offset: sink.count)
    let encoder = freeCoder(references)
    encoder._withUnsafeGuaranteedRef { $0.begin(number, shape: recordClass.shape) }
    return encoder
  }

  /// The coder of the record before, unless a hook has kept it: that one stays dead.
  private func freeCoder(_ references: (any ReferenceEncoding)?) -> Unmanaged<RestorationEncoder> {
    if isKnownUniquelyReferenced(&coder), let known = coder.map({ Unmanaged.passUnretained($0) }),
      known._withUnsafeGuaranteedRef({ $0.references === references })
    {
      return known
    }
    let new = RestorationEncoder(
      sink: sink, links: links, tables: tables, references: references)
    coder = new
    return .passUnretained(new)
  }

  /// Lets go of the last coder, and with it of what turns objects into numbers.
  package func releaseCoder() { coder = nil }

  /// Ends an object's record; its coder is dead from now on.
  ///
  /// - Returns: How many bytes the record has.
  @discardableResult
  package func end(_ encoder: RestorationEncoder) -> Int {
    encoder.finish()
    let index = Int(encoder.number.rawValue)
    guard rows.hasRecord(index) else { return 0 }
    let length = sink.count - encoder.start
    rows.end(index, length: length, references: links.place)
    return length
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
        offset: 0, references: links.append(record.references.compactMap(renumber))),
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
    let classRow = tables.classRow(
      named: className, restorationClass, schemaVersion: schemaVersion)
    write(
      number,
      Row(
        classIndex: index(of: classRow), origin: index(of: origin),
        prerequisite: prerequisite?.rawValue ?? BodyLayout.none, offset: 0,
        references: links.append(referenced)),
      values)
  }

  private func write(_ number: ObjectNumber, _ row: Row, _ values: [ArchivedValue.Entry]) {
    var row = row
    let start = sink.count
    for entry in values {
      sink.append(variable: UInt64(tables.index(of: entry.key)))
      sink.append(entry.value)
    }
    (row.offset, row.length) = (start, sink.count - start)
    rows[Int(number.rawValue)] = row
  }

  private func classIndex(of record: ObjectRecord) -> UInt32 {
    index(
      of: tables.classRow(
        named: record.className, record.restorationClass,
        schemaVersion: UInt32(clamping: record.schemaVersion)))
  }

  func index(of row: ClassRow) -> UInt32 { index(ofClass: tables.number(of: row)) }

  private func index(ofClass number: Int) -> UInt32 {
    if number >= classPlaces.count {
      let missing = tables.classRows.count - classPlaces.count
      classPlaces.append(contentsOf: repeatElement(0, count: missing))
      classes.reserveCapacity(classPlaces.count)
    }
    if classPlaces[number] == 0 {
      classes.append(tables.classRows[number])
      classPlaces[number] = UInt32(classes.count)
    }
    return classPlaces[number] - 1
  }

  func index(of origin: RecordOrigin) -> UInt32 {
    if let index = originIndices[origin] { return index }
    let index = UInt32(origins.count)
    origins.append(origin)
    originIndices[origin] = index
    return index
  }
}
