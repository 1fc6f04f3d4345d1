// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Collects the changes of one pass.
///
/// Records are appended to one buffer while their objects encode. A record that equals the one in
/// the previous state is removed again.
package final class ChangeBuilder {
  package let tables: SnapshotTables
  /// The previous state.
  package let before: CurrentState
  private let origin: RecordOrigin

  let sink: ByteSink
  /// The records of this pass.
  ///
  /// They are one value, so that adding a record takes few accesses.
  private var records = WrittenRecords()
  private var origins: [RecordOrigin]
  /// The encoder of each class's previous record, to be reused.
  private var coders: [RestorationEncoder?] = []
  /// The coding keys that each class has read, by its name.
  package var readKeys: [String: Set<String>] = [:]
  /// The last values of objects whose records also hold unusable ones.
  package var ownValues: [ObjectNumber: OwnValues] = [:]
  /// The size of all records after this pass, in bytes.
  package var recordByteCount: Int { records.byteCount }

  /// Begins a pass.
  ///
  /// - Parameters:
  ///   - tables: Shared by all passes of the process.
  ///   - before: The previous state, written or read with the same tables.
  ///   - origin: The origin of the records that are encoded in this pass.
  package init(tables: SnapshotTables, since before: CurrentState, origin: RecordOrigin) {
    (self.tables, self.before, self.origin) = (tables, before, origin)
    origins = [origin]
    sink = ByteSink(capacity: 4096)
  }

  /// Begins with a snapshot, or with the empty state.
  package convenience init(
    tables: SnapshotTables, base: RestorationSnapshot? = nil, origin: RecordOrigin
  ) { self.init(tables: tables, since: CurrentState(base ?? .empty), origin: origin) }

  // MARK: Records

  /// Whether this pass has settled an object's record.
  package func hasRecord(_ number: ObjectNumber) -> Bool { result(number) != .none }

  private func result(_ number: ObjectNumber) -> WrittenRecords.Result { records.result(number) }

  /// Passes an object's record, as this pass leaves it, to a closure.
  ///
  /// `nil` when the object has no record.
  func withRecord<Value>(_ number: ObjectNumber, _ action: (BorrowedRecord) -> Value) -> Value? {
    switch result(number) {
    case .none: return nil
    case .kept, .same: return before.withRecord(number, action)
    case .written(let place):
      let (row, bytes) = (records.rows[place], sink.array(records.rows[place].range))
      return action(
        BorrowedRecord(
          row: row, classRow: tables.classes[Int(row.classIndex)].row, bytes: bytes,
          range: 0..<bytes.count))
    }
  }

  /// Passes an object's record to a closure: that of this pass, or else the previous one.
  package func withNewestRecord(_ number: ObjectNumber, _ action: (BorrowedRecord) -> Void) {
    _ = hasRecord(number) ? withRecord(number, action) : before.withRecord(number, action)
  }

  /// Returns the class of an object's record after this pass.
  func classRow(of number: ObjectNumber) -> ClassRow? {
    if case .written(let place) = result(number) {
      return tables.classes[Int(records.rows[place].classIndex)].row
    }
    return withRecord(number) { $0.classRow }
  }

  /// Returns a part of an object's values after this pass.
  func bytes(of number: ObjectNumber, in part: Range<Int>) -> [UInt8] {
    if case .written(let place) = result(number) {
      let start = records.rows[place].range.lowerBound
      return sink.array(start + part.lowerBound..<start + part.upperBound)
    }
    return withRecord(number) {
      Array($0.values.dropFirst(part.lowerBound).prefix(part.count))
    } ?? []
  }

  /// Returns the size of an object's record, in bytes.
  ///
  /// 0 for an object without a record in this pass.
  package func byteCount(of number: ObjectNumber) -> Int {
    if case .written(let place) = result(number) { return Int(records.rows[place].length) }
    return withRecord(number) { $0.range.count } ?? 0
  }

  /// Keeps an object's previous record.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - isWanted: Returns whether to keep the record; only called if the record exists.
  /// - Returns: `false` when the record was not wanted or does not exist.
  @discardableResult
  package func keep(
    _ number: ObjectNumber, if isWanted: (BorrowedRecord) -> Bool = { _ in true }
  ) -> Bool {
    let size = before.withRecord(number) { isWanted($0) ? $0.range.count : -1 } ?? -1
    guard size >= 0 else { return false }
    if !keepsRecord(number) { records.keep(number, size: size) }
    return true
  }

  /// Begins an object's record.
  ///
  /// Only one record can be open at a time.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - className: The class name that restoring compares.
  ///   - restorationClass: The name of the class that creates the object, if there is one.
  ///   - schemaVersion: The schema version of the values.
  ///   - prerequisite: An object without which this one is not restored.
  ///   - references: Converts referenced objects to numbers.
  /// - Returns: The object's encoder; pass it to ``end(_:limit:continues:)``.
  package func begin(
    _ number: ObjectNumber, className: String, restorationClass: String?, schemaVersion: Int,
    prerequisite: ObjectNumber?, references: (any ReferenceEncoding)?
  ) -> RestorationEncoder {
    begin(
      number,
      of: tables.recordClass(named: className, restorationClass, schemaVersion: schemaVersion),
      prerequisite: prerequisite, references: references)
  }

  /// Begins an object's record.
  ///
  /// Only one record can be open at a time.
  package func begin(
    _ number: ObjectNumber, of recordClass: RecordClass, prerequisite: ObjectNumber?,
    references: (any ReferenceEncoding)?
  ) -> RestorationEncoder {
    let encoder = freeCoder(recordClass, references)
    encoder.begin(number, prerequisite: prerequisite)
    return encoder
  }

  /// Returns the encoder of the class's previous record, or a new one.
  ///
  /// An encoder that a hook has kept is not reused: it stays dead.
  private func freeCoder(_ recordClass: RecordClass, _ references: (any ReferenceEncoding)?)
    -> RestorationEncoder
  {
    let place = Int(recordClass.place)
    if place >= coders.count {
      coders.append(contentsOf: repeatElement(nil, count: tables.classes.count - coders.count))
    }
    if isKnownUniquelyReferenced(&coders[place]), let coder = coders[place],
      coder.references === references
    {
      return coder
    }
    let new = RestorationEncoder(recordClass, sink: sink, tables: tables, references: references)
    coders[place] = new
    return new
  }

  /// Releases all encoders, and with them their reference encoding.
  package func releaseCoders() { coders = [] }

  /// Ends an object's record; its encoder is dead from now on.
  ///
  /// - Parameters:
  ///   - encoder: The object's encoder.
  ///   - limit: The largest size of the record, in bytes. If the record is larger, its largest
  ///     values are left out.
  ///   - continues: Whether the previous record is of the same object. Then values that it cannot
  ///     use are carried.
  /// - Returns: The omissions.
  @discardableResult
  package func end(
    _ encoder: RestorationEncoder, limit: Int = .max, continues: Bool = false
  ) -> [RecordOmission] {
    encoder.finish()
    let number = encoder.number
    var row = encoder.row
    if !ownValues.isEmpty, !continues { ownValues[number] = nil }
    if continues, !tables.isOwn(number) || !ownValues.isEmpty && ownValues[number] != nil {
      if settleCarrying(number, &row, encoder.recordClass) { return [] }
    }
    guard Int(row.length) <= limit else {
      records.append(row, of: number)
      let omissions = trimLast(number, to: limit)
      settle(number, records.takeBackLast(), encoder.recordClass)
      return omissions
    }
    settle(number, row, encoder.recordClass)
    return []
  }

  /// Adds the values that an object cannot use to its record.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - row: Its record, which ends the sink.
  ///   - itsClass: Its class.
  /// - Returns: Whether the previous record stays.
  private func settleCarrying(
    _ number: ObjectNumber, _ row: inout ObjectRow, _ itsClass: RecordClass
  ) -> Bool {
    let isUnknown = ownValues[number] == nil
    if isUnknown, isAsBefore(number, row, itsClass) {
      tables.setOwn(true, number)
      return false
    }
    switch carry(number, sink.array(row.range), itsClass) {
    case .nothing:
      tables.setOwn(true, number)
      return false
    case .wholeRecord:
      sink.truncate(to: Int(row.offset))
      keep(number, dependentOn: row.prerequisite)
      return true
    case .values(let bytes, let areAsBefore):
      tables.setOwn(false, number)
      sink.truncate(to: Int(row.offset))
      let prerequisite = row.prerequisite
      let isSame = before.withRecord(number) { record in
        areAsBefore && record.classRow == itsClass.row && record.row.prerequisite == prerequisite
      }
      if isSame == true {
        records.setSame(number, size: before.withRecord(number) { $0.range.count } ?? 0)
        return true
      }
      sink.append(bytes)
      row.length = UInt32(bytes.count)
      return false
    }
  }

  /// Ends a record that is not kept, and returns what it holds.
  ///
  /// - Parameters:
  ///   - encoder: The object's encoder.
  ///   - isOtherRecord: Whether the saved record has another class, or an older schema.
  ///   - areSet: Whether the program has set these values.
  /// - Returns: The values.
  package func takeOwnValues(
    _ encoder: RestorationEncoder, isOtherRecord: Bool, areSet: Bool
  ) -> OwnValues {
    encoder.finish()
    let row = encoder.row
    defer { sink.truncate(to: Int(row.offset)) }
    return OwnValues(
      values: values(in: sink.array(row.range)), isOtherRecord: isOtherRecord, areSet: areSet)
  }

  /// Whether the previous record of an object stays as it is.
  package func keepsRecord(_ number: ObjectNumber) -> Bool { result(number) == .kept }

  /// Adds the last record in the sink, unless it is unchanged.
  ///
  /// An unchanged record is removed from the sink.
  private func settle(_ number: ObjectNumber, _ row: ObjectRow, _ itsClass: RecordClass) {
    if isAsBefore(number, row, itsClass) {
      records.setSame(number, size: Int(row.length))
      sink.truncate(to: Int(row.offset))
    } else {
      records.append(row, of: number)
    }
  }

  private func isAsBefore(_ number: ObjectNumber, _ row: ObjectRow, _ itsClass: RecordClass) -> Bool
  {
    before.withRecord(number) { record in
      record.classRow == itsClass.row && record.row.prerequisite == row.prerequisite
        && record.range.count == row.range.count
        && sink.isSame(row.range, as: record.bytes, at: record.range.lowerBound)
    } ?? false
  }

  /// Replaces the values of the last added record.
  func replaceLast(_ number: ObjectNumber, with values: [UInt8]) {
    var row = records.takeBackLast()
    sink.truncate(to: Int(row.offset))
    sink.append(values)
    row.length = UInt32(values.count)
    records.append(row, of: number)
  }

  /// Replaces the values of a record after an omission.
  func replace(_ number: ObjectNumber, with values: [UInt8]) {
    guard let (row, classRow) = withRecord(number, { ($0.row, $0.classRow) }) else { return }
    let isWritten = records.isWritten(number)
    records.remove(number, size: Int(row.length))
    let isAsBefore = before.withRecord(
      number,
      BorrowedRecord(row: row, classRow: classRow, bytes: values, range: 0..<values.count).isSame(
        as:))
    guard isAsBefore != true else { return records.keep(number, size: values.count) }
    let origin = isWritten ? nil : before.origin(of: number, tables)
    append(values, of: number, classRow, origin, prerequisite: row.prerequisite)
  }

  private func append(
    _ values: [UInt8], of number: ObjectNumber, _ classRow: ClassRow, _ origin: RecordOrigin?,
    prerequisite: UInt32
  ) {
    let row = ObjectRow(
      classIndex: tables.recordClass(classRow).place,
      origin: origin.map { index(of: $0) } ?? 0, prerequisite: prerequisite,
      offset: UInt32(sink.count), length: UInt32(values.count))
    sink.append(values)
    records.append(row, of: number)
  }

  /// Keeps a previous record with the prerequisite of now.
  private func keep(_ number: ObjectNumber, dependentOn prerequisite: UInt32) {
    let former = before.withRecord(number) { record in
      record.row.prerequisite == prerequisite ? nil : (record.classRow, record.values)
    }
    guard case let (classRow, values)?? = former else { return _ = keep(number) }
    append(
      Array(values), of: number, classRow, before.origin(of: number, tables),
      prerequisite: prerequisite)
  }

  /// Leaves out an object's record.
  package func remove(_ number: ObjectNumber) {
    records.remove(number, size: byteCount(of: number))
  }

  /// Whether an object's record has lost references since the previous state.
  package func hasLostReferences(_ number: ObjectNumber) -> Bool {
    guard case .written = result(number) else { return false }
    let now = withRecord(number) { $0.references } ?? []
    return before.withRecord(number) { !now.isSuperset(of: $0.references) } ?? false
  }

  /// Writes a whole record without an encoder, such as an exported one.
  ///
  /// The coding keys must differ, and values must not be nested deeper than readers accept.
  ///
  /// - Parameters:
  ///   - number: The object, which must not have a record yet.
  ///   - className: The class name that restoring compares.
  ///   - restorationClass: The name of the class that creates the object, if there is one.
  ///   - schemaVersion: The schema version of the values.
  ///   - prerequisite: An object without which this one is not restored.
  ///   - origin: The origin of the record.
  ///   - values: Coding keys and values, with object numbers of this builder's tables.
  package func write(
    _ number: ObjectNumber, className: String, restorationClass: String?, schemaVersion: UInt32,
    prerequisite: ObjectNumber?, origin: RecordOrigin, values: [ArchivedValue.Entry]
  ) {
    let itsClass = tables.recordClass(
      named: className, restorationClass, schemaVersion: Int(schemaVersion))
    let start = sink.count
    for entry in values {
      sink.append(variable: UInt64(tables.index(of: entry.key)))
      sink.append(entry.value)
    }
    records.append(
      ObjectRow(
        classIndex: itsClass.place, origin: index(of: origin),
        prerequisite: prerequisite?.rawValue ?? BodyLayout.none, offset: UInt32(start),
        length: UInt32(sink.count - start)),
      of: number)
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
  ///   - gone: The objects that no longer have a record; `nil` for all that this pass has not met.
  ///   - roots: All roots, or the added ones.
  ///   - notes: The notes of the pass. Different notes alone are not a change.
  ///   - ages: The ages of records; `nil` for none. Different ages alone are not a change either.
  /// - Returns: The change; `nil` when nothing has changed since the previous state.
  package func finish(
    gone: [ObjectNumber]? = nil, roots: Roots, notes: [RestorationNote] = [],
    ages: RecordAges? = nil
  ) -> Change? {
    let gone = gone ?? before.objects.filter { result($0) == .none }
    let (all, new) = changed(roots, hasMoves: !gone.isEmpty)
    guard !records.isEmpty || !gone.isEmpty || all != nil else { return nil }
    for number in gone { records.append(ObjectRow(), of: number) }
    let originRows = origins.map { origin in  // before the strings: this may add some
      OriginRow(
        applicationVersion: tables.index(of: origin.applicationVersion),
        systemVersion: tables.index(of: origin.systemVersion),
        idiom: tables.index(of: origin.idiom.rawValue),
        time: origin.timestamp.timeIntervalSinceReferenceDate.bitPattern)
    }
    // A number that was assigned since the previous state needs a row, even without a record.
    let former = before.logged.totals
    let assigned = former.objectCount..<max(former.objectCount, tables.objectCount)
    for number in assigned.lazy.map({ ObjectNumber(UInt32($0)) }) where !records.isWritten(number) {
      records.append(ObjectRow(), of: number)
    }
    var written = records.inOrder(tables.addresses)
    let bytes = writtenBytes(&written.rows)
    let classes = writtenClasses(&written.rows)
    var strings = Change.NewStrings()
    for string in tables.strings[former.stringCount...] { strings.append(string) }
    let time = notes.isEmpty ? nil : applicationTime
    return Change(
      numbers: written.numbers, rows: written.rows, records: bytes,
      classes: classes, origins: originRows, same: records.same, strings: strings,
      paths: Array(tables.nodes[former.pathCount...]),
      roots: all, newRoots: new, notes: newBytes(.notes) { $0.append(notes) },
      noteTime: newBytes(.noteTime) { sink in
        if let time { sink.append(fixed: time.timeIntervalSinceReferenceDate.bitPattern) }
      }, ages: newBytes(.ages) { sink in if let ages { sink.append(ages) } })
  }

  /// Returns the bytes of the remaining records.
  ///
  /// The bytes of records that were left out are not included.
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

  /// Returns the classes of the written records.
  ///
  /// The rows then name them by their order.
  private func writtenClasses(_ rows: inout [ObjectRow]) -> [ClassRow] {
    var classes: [ClassRow] = []
    var places = [UInt32](repeating: BodyLayout.none, count: tables.classes.count)
    for index in rows.indices where rows[index].hasRecord {
      let place = Int(rows[index].classIndex)
      if places[place] == BodyLayout.none {
        places[place] = UInt32(classes.count)
        classes.append(tables.classes[place].row)
      }
      rows[index].classIndex = places[place]
    }
    return classes
  }

  /// Returns a section's new contents; `nil` when they are unchanged.
  private func newBytes(_ section: BodyLayout.Section, _ write: (ByteSink) -> Void) -> [UInt8]? {
    let sink = ByteSink()
    write(sink)
    let bytes = sink.array()
    return bytes == before.bytes(of: section) ? nil : bytes
  }

  /// The roots that a pass reports.
  package enum Roots {
    /// All roots.
    case all([ObjectNumber])
    /// Added roots; others may have been removed.
    case new([ObjectNumber])
  }

  /// Returns the roots that a change stores.
  ///
  /// For ``Roots/all(_:)`` these are all roots, if their set has changed. For ``Roots/new(_:)``
  /// these are the added ones, or `nil` if there are none and no object lost its record. Otherwise
  /// both results are `nil`.
  private func changed(_ roots: Roots, hasMoves: Bool) -> (all: [UInt32]?, new: [UInt32]?) {
    switch roots {
    case .all(let all):
      let known = before.roots
      return known == all || Set(known) == Set(all) ? (nil, nil) : (all.map(\.rawValue), nil)
    case .new(let new):
      return (nil, new.isEmpty && !hasMoves ? nil : new.map(\.rawValue))
    }
  }

  /// The time of the application record; `nil` when this pass has none.
  private var applicationTime: Date? {
    switch result(tables.application) {
    case .none: nil
    case .same: origin.timestamp
    case .written(let place): origins[Int(records.rows[place].origin)].timestamp
    case .kept: before.logged.flattened().timestamp(of: tables.application)
    }
  }

  /// Ends the pass, and returns a snapshot of the new state.
  ///
  /// - Returns: `nil` when nothing has changed since the previous state, if there was one.
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
