// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Gathers what one pass changes.
///
/// Records are appended to one buffer as their objects encode. One that says what the state before
/// says already is taken back.
package final class ChangeBuilder {
  package let tables: SnapshotTables
  /// The state before.
  package let before: CurrentState
  private let origin: RecordOrigin

  let sink: ByteSink
  /// In one value, so that a record takes a few accesses to it and not dozens.
  private var records = WrittenRecords()
  private var origins: [RecordOrigin]
  private var classes: [RecordClass] = []
  /// By the number of a class in the tables: one more than its place among this pass's; 0 for none.
  private var classPlaces: [UInt32] = []
  /// The bytes of all records that there are after this pass.
  package var recordByteCount: Int { records.byteCount }

  /// What an archive says of a class; holds as long as the tables.
  package struct KnownClass {
    fileprivate let number: Int
  }

  /// Begins a pass.
  ///
  /// - Parameters:
  ///   - tables: Shared by all passes of the process.
  ///   - before: The state before, written or read with the same tables.
  ///   - origin: Who writes the records that are encoded in this pass.
  package init(tables: SnapshotTables, since before: CurrentState, origin: RecordOrigin) {
    (self.tables, self.before, self.origin) = (tables, before, origin)
    origins = [origin]
    sink = ByteSink(capacity: 4096)
  }

  /// Begins with a snapshot, or with nothing.
  package convenience init(
    tables: SnapshotTables, base: RestorationSnapshot? = nil, origin: RecordOrigin
  ) { self.init(tables: tables, since: CurrentState(base ?? .empty), origin: origin) }

  // MARK: Records

  /// Whether this pass has settled what the record of an object is.
  package func hasRecord(_ number: ObjectNumber) -> Bool { result(number) != .none }

  private func result(_ number: ObjectNumber) -> WrittenRecords.Result { records.result(number) }

  /// Lends an object's record, as this pass leaves it; `nil` when it has none.
  func withRecord<Value>(_ number: ObjectNumber, _ action: (BorrowedRecord) -> Value) -> Value? {
    switch result(number) {
    case .none: return nil
    case .kept, .same: return before.newest.withRecord(number, action)
    case .written(let place):
      let (row, bytes) = (records.rows[place], sink.array(records.rows[place].range))
      return action(
        BorrowedRecord(
          row: row, classRow: classes[Int(row.classIndex)].row, bytes: bytes,
          range: 0..<bytes.count))
    }
  }

  /// The class of an object's record, as this pass leaves it.
  func classRow(of number: ObjectNumber) -> ClassRow? {
    if case .written(let place) = result(number) {
      return classes[Int(records.rows[place].classIndex)].row
    }
    return withRecord(number) { $0.classRow }
  }

  /// A part of the values of an object's record, as this pass leaves it.
  func bytes(of number: ObjectNumber, in part: Range<Int>) -> [UInt8] {
    if case .written(let place) = result(number) {
      let start = records.rows[place].range.lowerBound
      return sink.array(start + part.lowerBound..<start + part.upperBound)
    }
    return withRecord(number) {
      Array($0.values.dropFirst(part.lowerBound).prefix(part.count))
    } ?? []
  }

  /// The bytes of an object's record; 0 for one that is not in this pass.
  package func byteCount(of number: ObjectNumber) -> Int {
    if case .written(let place) = result(number) { return Int(records.rows[place].length) }
    return withRecord(number) { $0.range.count } ?? 0
  }

  /// Keeps an object's record as it was before.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - isWanted: Whether to keep it, once it is found.
  /// - Returns: `false` when it was not wanted, or there is no such record.
  @discardableResult
  package func keep(
    _ number: ObjectNumber, if isWanted: (BorrowedRecord) -> Bool = { _ in true }
  ) -> Bool {
    let size = before.newest.withRecord(number) { isWanted($0) ? $0.range.count : -1 } ?? -1
    guard size >= 0 else { return false }
    records.keep(number, size: size)
    return true
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
  /// - Returns: The object's coder; give it back to ``end(_:limit:)``.
  package func begin(
    _ number: ObjectNumber, className: String, restorationClass: String?, schemaVersion: Int,
    prerequisite: ObjectNumber?, references: (any ReferenceEncoding)?
  ) -> RestorationEncoder {
    let known = knownClass(
      named: className, restorationClass: restorationClass, schemaVersion: schemaVersion)
    return begin(
      number, of: recordClass(known), prerequisite: prerequisite, references: references)
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
    return KnownClass(number: tables.number(of: row))
  }

  /// The same for ``begin(_:of:prerequisite:references:)`` of this pass.
  package func recordClass(_ known: KnownClass) -> RecordClass { recordClass(known.number) }

  /// Whether the record of an object is of a class, and depends on an object.
  package func isRecord(
    _ record: BorrowedRecord, of known: KnownClass, dependentOn prerequisite: ObjectNumber?
  ) -> Bool {
    record.classRow == tables.classRows[known.number] && record.prerequisite == prerequisite
  }

  /// Begins an object's record; one at a time.
  package func begin(
    _ number: ObjectNumber, of recordClass: RecordClass, prerequisite: ObjectNumber?,
    references: (any ReferenceEncoding)?
  ) -> RestorationEncoder {
    let encoder = freeCoder(recordClass, references)
    encoder.begin(number, prerequisite: prerequisite)
    return encoder
  }

  /// The coder of the class's record before, unless a hook has kept it: that one stays dead.
  private func freeCoder(_ recordClass: RecordClass, _ references: (any ReferenceEncoding)?)
    -> RestorationEncoder
  {
    if isKnownUniquelyReferenced(&recordClass.coder), let coder = recordClass.coder,
      coder.references === references
    {
      return coder
    }
    let new = RestorationEncoder(recordClass, sink: sink, tables: tables, references: references)
    recordClass.coder = new
    return new
  }

  /// Lets go of all coders, and with them of what turns objects into numbers.
  package func releaseCoders() { for recordClass in classes { recordClass.coder = nil } }

  /// Ends an object's record; its coder is dead from now on.
  ///
  /// - Parameters:
  ///   - encoder: The object's coder.
  ///   - limit: How many bytes it may have; of more, the largest values are left out.
  /// - Returns: What was left out.
  @discardableResult
  package func end(_ encoder: RestorationEncoder, limit: Int = .max) -> [RecordOmission] {
    encoder.finish()
    let number = encoder.number
    let row = encoder.row
    guard Int(row.length) <= limit else {
      records.append(row, of: number)
      let omissions = trimLast(number, to: limit)
      settle(number, records.takeBackLast(), encoder.classRow)
      return omissions
    }
    settle(number, row, encoder.classRow)
    return []
  }

  /// Takes the record in that is the last in the sink, unless the state before says the same.
  private func settle(_ number: ObjectNumber, _ row: ObjectRow, _ classRow: ClassRow) {
    let isAsBefore = before.newest.withRecord(number) { record in
      record.classRow == classRow && record.row.prerequisite == row.prerequisite
        && record.range.count == row.range.count
        && sink.isSame(row.range, as: record.bytes, at: record.range.lowerBound)
    }
    if isAsBefore == true {
      records.setSame(number, size: Int(row.length))
      sink.truncate(to: Int(row.offset))
    } else {
      records.append(row, of: number)
    }
  }

  /// Replaces the values of the record that was taken in last.
  func replaceLast(_ number: ObjectNumber, with values: [UInt8]) {
    var row = records.takeBackLast()
    sink.truncate(to: Int(row.offset))
    sink.append(values)
    row.length = UInt32(values.count)
    records.append(row, of: number)
  }

  /// Replaces the values of a record of which something was left out.
  func replace(_ number: ObjectNumber, with values: [UInt8]) {
    guard let (row, classRow) = withRecord(number, { ($0.row, $0.classRow) }) else { return }
    let isWritten = records.isWritten(Int(number.rawValue))
    records.remove(number, size: Int(row.length))
    let isAsBefore = before.newest.withRecord(
      number,
      BorrowedRecord(row: row, classRow: classRow, bytes: values, range: 0..<values.count).isSame(
        as:))
    guard isAsBefore != true else { return records.keep(number, size: values.count) }
    let origin = isWritten ? nil : before.origin(of: number, tables)
    let newRow = ObjectRow(
      classIndex: recordClass(tables.number(of: classRow)).place,
      origin: origin.map { index(of: $0) } ?? 0, prerequisite: row.prerequisite,
      offset: UInt32(sink.count), length: UInt32(values.count))
    sink.append(values)
    records.append(newRow, of: number)
  }

  /// Leaves an object's record out.
  package func remove(_ number: ObjectNumber) {
    records.remove(number, size: byteCount(of: number))
  }

  /// Whether an object's record refers to less than the one before.
  package func hasLostReferences(_ number: ObjectNumber) -> Bool {
    guard case .written = result(number) else { return false }
    let now = withRecord(number) { $0.references } ?? []
    return before.newest.withRecord(number) { !now.isSuperset(of: $0.references) } ?? false
  }

  /// Writes a whole record that no object encodes, such as one that was exported.
  ///
  /// Keys must differ, and values not be nested deeper than is read.
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
    let classRow = tables.classRow(
      named: className, restorationClass, schemaVersion: schemaVersion)
    let start = sink.count
    for entry in values {
      sink.append(variable: UInt64(tables.index(of: entry.key)))
      sink.append(entry.value)
    }
    records.append(
      ObjectRow(
        classIndex: recordClass(tables.number(of: classRow)).place, origin: index(of: origin),
        prerequisite: prerequisite?.rawValue ?? BodyLayout.none, offset: UInt32(start),
        length: UInt32(sink.count - start)),
      of: number)
  }

  private func recordClass(_ number: Int) -> RecordClass {
    if number >= classPlaces.count {
      let missing = tables.classRows.count - classPlaces.count
      classPlaces.append(contentsOf: repeatElement(0, count: missing))
    }
    if classPlaces[number] == 0 {
      let row = tables.classRows[number]
      classes.append(
        RecordClass(row, place: classes.count, shape: tables.shape(ofClass: row.name)))
      classPlaces[number] = UInt32(classes.count)
    }
    return classes[Int(classPlaces[number]) - 1]
  }

  private func index(of origin: RecordOrigin) -> UInt32 {
    if let place = origins.lastIndex(of: origin) { return UInt32(place) }
    origins.append(origin)
    return UInt32(origins.count - 1)
  }

  // MARK: Ending

  /// Ends the pass.
  ///
  /// - Parameters:
  ///   - gone: The objects that have no record any more; `nil` for all that this pass has not met.
  ///   - roots: The roots that there are, or that came.
  ///   - notes: What is to be said of objects; other notes alone are no change.
  ///   - ages: How old records are; `nil` for nothing to say. Nor are other ages a change.
  /// - Returns: The change; `nil` when nothing has changed since the state before (R30).
  package func finish(
    gone: [ObjectNumber]? = nil, roots: Roots, notes: [RestorationNote] = [],
    ages: RecordAges? = nil
  ) -> Change? {
    let gone = gone ?? before.objects.filter { result($0) == .none }
    let (all, new) = changed(roots, hasMoves: !gone.isEmpty)
    guard !records.isEmpty || !gone.isEmpty || all != nil else { return nil }
    for number in gone { records.append(ObjectRow(), of: number) }
    let originRows = origins.map { origin in  // before the strings, which it may add to
      OriginRow(
        applicationVersion: tables.index(of: origin.applicationVersion),
        systemVersion: tables.index(of: origin.systemVersion),
        idiom: tables.index(of: origin.idiom.rawValue),
        time: origin.timestamp.timeIntervalSinceReferenceDate.bitPattern)
    }
    // Numbers that were given out since the state before and have no record have a row, too.
    for number in before.logged.objectCount..<max(before.logged.objectCount, tables.objectCount)
    where !records.isWritten(number) {
      records.append(ObjectRow(), of: ObjectNumber(UInt32(number)))
    }
    var written = records.inOrder(tables.addresses)
    let bytes = writtenBytes(&written.rows)
    var strings = Change.NewStrings()
    for string in tables.strings[before.logged.stringCount...] { strings.append(string) }
    let time = notes.isEmpty ? nil : applicationTime
    return Change(
      numbers: written.numbers, rows: written.rows, records: bytes,
      classes: classes.map(\.row),
      origins: originRows, same: records.same, strings: strings,
      paths: Array(tables.nodes[before.logged.pathCount...]),
      roots: all, newRoots: new, notes: newBytes(.notes) { $0.append(notes) },
      noteTime: newBytes(.noteTime) { sink in
        if let time { sink.append(fixed: time.timeIntervalSinceReferenceDate.bitPattern) }
      }, ages: newBytes(.ages) { sink in if let ages { sink.append(ages) } })
  }

  /// The bytes of the records that are left, where some were left out without those.
  private func writtenBytes(_ rows: inout [ObjectRow]) -> [UInt8] {
    let size = rows.reduce(0) { $0 + ($1.hasRecord ? Int($1.length) : 0) }
    guard size < sink.count else { return sink.array() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for place in rows.indices where rows[place].hasRecord {
      let range = rows[place].range
      rows[place].offset = UInt32(bytes.count)
      bytes += sink.array(range)
    }
    return bytes
  }

  /// What a section holds from now on; `nil` when it is what it held before.
  private func newBytes(_ section: BodyLayout.Section, _ write: (ByteSink) -> Void) -> [UInt8]? {
    let sink = ByteSink()
    write(sink)
    let bytes = sink.array()
    return bytes == before.bytes(of: section) ? nil : bytes
  }

  /// What a pass says of roots.
  package enum Roots {
    /// These are all.
    case all([ObjectNumber])
    /// These came; others may have gone.
    case new([ObjectNumber])
  }

  /// What a change says of roots: all of them where others are roots than before, or those that came.
  private func changed(_ roots: Roots, hasMoves: Bool) -> (all: [UInt32]?, new: [UInt32]?) {
    switch roots {
    case .all(let all):
      let known = before.roots
      return known == all || Set(known) == Set(all) ? (nil, nil) : (all.map(\.rawValue), nil)
    case .new(let new):
      return (nil, new.isEmpty && !hasMoves ? nil : new.map(\.rawValue))
    }
  }

  /// When the application record was written; `nil` when it is not in this pass.
  private var applicationTime: Date? {
    switch result(tables.application) {
    case .none: nil
    case .same: origin.timestamp
    case .written(let place): origins[Int(records.rows[place].origin)].timestamp
    case .kept: before.logged.flattened().timestamp(of: tables.application)
    }
  }

  /// Ends the pass, and makes one snapshot of the state after it.
  ///
  /// - Returns: `nil` when nothing has changed since the state before, if there was one.
  package func snapshot(
    roots: [ObjectNumber], notes: [RestorationNote] = [], ages: RecordAges? = nil
  ) -> RestorationSnapshot? {
    guard let change = finish(roots: .all(roots), notes: notes, ages: ages) else {
      return before.logged.base.isSameBody(as: .empty) ? .empty : nil
    }
    let state = CurrentState(before.logged)
    state.append(change)
    return state.snapshot()
  }
}

/// The rows of the records that a pass has written, and what has become of each number.
private struct WrittenRecords {
  private(set) var rows: [ObjectRow] = []
  private var numbers: [UInt32] = []
  /// By number.
  private var results: [Result] = []
  private(set) var byteCount = 0

  /// What a pass has found out of a number.
  enum Result: Equatable {
    /// Nothing yet.
    case none
    /// Its record is as before.
    case kept
    /// It has written what its record holds already.
    case same
    /// Its record is this one of ``rows``.
    case written(Int)
  }

  /// Whether there is none that was not left out.
  var isEmpty: Bool { !numbers.contains { $0 != BodyLayout.none } }

  func result(_ number: ObjectNumber) -> Result {
    let index = Int(number.rawValue)
    return index < results.count ? results[index] : .none
  }

  func isWritten(_ number: Int) -> Bool {
    if number < results.count, case .written = results[number] { true } else { false }
  }

  /// The numbers, ascending, of objects that have written what their records hold already.
  var same: [UInt32] {
    results.indices.compactMap { results[$0] == .same ? UInt32($0) : nil }
  }

  private mutating func set(_ result: Result, of number: ObjectNumber) {
    let index = Int(number.rawValue)
    if index >= results.count {
      let more = max(64, index + 1 + results.count / 2) - results.count
      results.append(contentsOf: repeatElement(.none, count: more))
    }
    results[index] = result
  }

  mutating func keep(_ number: ObjectNumber, size: Int) {
    set(.kept, of: number)
    byteCount += size
  }

  /// Notes that a number has written what its record holds already.
  mutating func setSame(_ number: ObjectNumber, size: Int) {
    set(.same, of: number)
    byteCount += size
  }

  /// Takes a record in.
  mutating func append(_ row: ObjectRow, of number: ObjectNumber) {
    set(.written(rows.count), of: number)
    numbers.append(number.rawValue)
    rows.append(row)
    byteCount += Int(row.length)
  }

  /// Takes the record back that was taken in last.
  mutating func takeBackLast() -> ObjectRow {
    let (row, number) = (rows.removeLast(), numbers.removeLast())
    set(.none, of: ObjectNumber(number))
    byteCount -= Int(row.length)
    return row
  }

  /// Leaves the record of a number out; it may be written again.
  mutating func remove(_ number: ObjectNumber, size: Int) {
    byteCount -= size
    if case .written(let place) = result(number) {
      rows[place] = ObjectRow()
      numbers[place] = BodyLayout.none  // of no number any more
    }
    if result(number) != .none { set(.none, of: number) }
  }

  /// The rows in the order of their numbers, in which most of them are.
  ///
  /// - Parameter addresses: Where all numbers lie.
  /// - Returns: Numbers, and their rows with their addresses.
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
