// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A mutable state that knows each object's newest record.
///
/// It belongs to one actor.
package final class CurrentState {
  package private(set) var logged: LoggedState
  /// The places of the newest rows, by object number.
  ///
  /// Empty until the first change.
  private var places: [Place] = []
  private var hasNewBase = false

  private struct Place {
    /// The index of the change plus one; 0 for the base.
    var change: UInt32 = 0
    /// The index of the row in that change.
    var row: UInt32 = 0
  }

  package convenience init(_ snapshot: RestorationSnapshot) { self.init(LoggedState(snapshot)) }

  package init(_ state: LoggedState) {
    logged = state
    findPlaces()
  }

  // MARK: Changes

  /// Continues the state with a change, in memory or from a log.
  package func append(_ change: Change) {
    logged.append(change)
    findPlaces(of: change, at: logged.changes.count)
  }

  private func findPlaces() {
    places = []
    for (index, change) in logged.changes.enumerated() { findPlaces(of: change, at: index + 1) }
  }

  private func findPlaces(of change: Change, at index: Int) {
    let missing = logged.totals.objectCount - places.count
    places.append(contentsOf: repeatElement(Place(), count: missing))
    for (row, number) in change.numbers.enumerated() {
      places[Int(number)] = Place(change: UInt32(index), row: UInt32(row))
    }
  }

  /// Whether a change that was read continues this state.
  ///
  /// Also checks that the result exceeds no limit.
  func canAppend(_ change: Change) -> Bool {
    let objectCount = logged.totals.objectCount
    var next = logged.totals
    next.add(change)
    let newNumbers = change.numbers.drop { $0 < objectCount }
    return newNumbers.count == next.objectCount - objectCount && next.isWithinLimits
      && zip(change.numbers, change.rows).allSatisfy { number, row in
        number >= objectCount || self.row(ObjectNumber(number))?.address == row.address
      } && change.same.allSatisfy { hasRecord(ObjectNumber($0)) }
      && (change.same.isEmpty || !change.origins.isEmpty)
      && (change.newRoots ?? []).allSatisfy { $0 < next.objectCount }
      && (change.unknown.isEmpty || unknownCount(with: change) <= ArchiveLimits.unknownSections)
  }

  /// Adopts the base that the archiver has made from the log.
  package func adopt(_ compaction: Compaction) {
    if let newer = logged.adopting(compaction) { become(newer) }
  }

  /// Makes one snapshot of the base and log, and returns it.
  package func flatten() -> RestorationSnapshot {
    if !logged.changes.isEmpty { become(LoggedState(snapshot())) }
    return logged.base
  }

  /// Makes one snapshot of the base and log, where each number has its address in the tables.
  ///
  /// - Parameter tables: The tables of this state, in which numbers have moved.
  package func takeAddresses(of tables: SnapshotTables) {
    let former = whole()
    let rows = tables.addresses.enumerated().map { number, address in
      var row = number < former.rows.count ? former.rows[number] : ObjectRow()
      row.address = address
      return row
    }
    var strings = former.strings
    for string in tables.strings[strings.count...] { strings.append(string) }
    let moved = Change(
      rows: rows, records: former.records, classes: former.classes, origins: former.origins,
      strings: strings, paths: tables.nodes, roots: former.roots, notes: former.notes,
      noteTime: former.noteTime, ages: former.ages, unknown: former.unknown)
    become(LoggedState(RestorationSnapshot(trusted: moved.body())))
  }

  /// Returns whether the base has changed since the last call.
  ///
  /// First makes one snapshot of base and log if the log is long.
  package func takeNewBase() -> Bool {
    if isLong { _ = flatten() }
    defer { hasNewBase = false }
    return hasNewBase
  }

  private func become(_ state: LoggedState) {
    (logged, hasNewBase) = (state, true)
    findPlaces()
  }

  /// Whether the log is long enough to be compacted here.
  ///
  /// The limit is above the archiver's own, so only a program that saves nothing reaches it.
  private var isLong: Bool {
    let grown = logged.totals.recordBytes - logged.base.body.records.count
    let limit = 2 * max(logged.base.byteCount, ArchiveLimits.smallLog)
    return logged.changes.count >= ArchiveLimits.writtenSaves * 3 / 2 || grown > limit
  }

  // MARK: Records

  /// Returns the index, plus one, of the change with the newest row.
  ///
  /// 0 is the base.
  private func changeIndex(of number: ObjectNumber) -> Int {
    number.index < places.count ? Int(places[number.index].change) : 0
  }

  /// Returns a number's newest row, and the change that holds it.
  ///
  /// `nil` when the base holds the newest row.
  private func change(of number: ObjectNumber) -> (Change, ObjectRow)? {
    let index = changeIndex(of: number)
    guard index > 0 else { return nil }
    let change = logged.changes[index - 1]
    return (change, change.rows[Int(places[number.index].row)])
  }

  /// Returns the newest row of an object number.
  private func row(_ number: ObjectNumber) -> ObjectRow? {
    change(of: number)?.1 ?? logged.base.body.row(number)
  }

  /// Passes an object's newest record to a closure; `nil` without one.
  package func withRecord<Result>(
    _ number: ObjectNumber, _ action: (BorrowedRecord) -> Result
  ) -> Result? {
    let index = changeIndex(of: number)
    guard index > 0 else { return logged.base.withRecord(number, action) }
    let change = logged.changes[index - 1]
    let place = Int(places[number.index].row)
    return change.rows[place].hasRecord ? change.withRecord(at: place, action) : nil
  }

  /// Returns the origin of an object's newest record.
  func origin(of number: ObjectNumber, _ tables: SnapshotTables) -> RecordOrigin? {
    guard let (change, row) = self.change(of: number) else {
      return logged.base.origin(of: number)
    }
    return RecordOrigin(change.origins[Int(row.origin)]) { tables.string($0) ?? "" }
  }

  /// Whether an object has a record.
  package func hasRecord(_ number: ObjectNumber) -> Bool { row(number)?.hasRecord ?? false }

  /// The objects that have a record, in ascending order.
  package var objects: [ObjectNumber] {
    (0..<UInt32(logged.totals.objectCount)).map { ObjectNumber($0) }.filter(hasRecord)
  }

  /// Returns whether a record refers to one of several objects.
  ///
  /// - Parameters:
  ///   - objects: The objects to look for.
  ///   - others: Returns `true` for objects whose records do not count.
  /// - Returns: Whether there is such a record.
  package func refers(to objects: [ObjectNumber], besides others: (ObjectNumber) -> Bool) -> Bool {
    let sought = Set(objects)
    return self.objects.contains { number in
      withRecord(number) { record in !record.visitReferences { !sought.contains($0) } } ?? false
        && !others(number)
    }
  }

  // MARK: Whole state

  /// The current roots, in order.
  package var roots: [ObjectNumber] {
    var roots = logged.base.roots.map(\.rawValue)
    var areLoose = false
    for change in logged.changes {
      if let new = change.roots { (roots, areLoose) = (new, false) }
      if let new = change.newRoots { (roots, areLoose) = (roots + new, true) }
    }
    guard areLoose else { return roots.map { ObjectNumber($0) } }
    var known: Set<UInt32> = []
    return roots.lazy.filter { known.insert($0).inserted }.map { ObjectNumber($0) }
      .filter { hasRecord($0) }
  }

  private func unknownCount(with change: Change) -> Int {
    let names = Set(change.unknown.map(\.name))
    return unknownSections.count { !names.contains($0.name) } + change.unknown.count
  }

  private var unknownSections: [(name: UInt32, bytes: [UInt8])] {
    logged.changes.flatMap(\.unknown).reduce(into: logged.base.unknownSections()) { sections, new in
      sections.removeAll { $0.name == new.name }
      sections.append(new)
    }
  }

  /// Returns the contents of a section; empty when it is absent.
  ///
  /// The section is that of notes, of their time, or of ages.
  func bytes(of section: BodyLayout.Section) -> [UInt8] {
    let newest = logged.changes.reversed().lazy.compactMap { change in
      switch section {
      case .notes: change.notes
      case .noteTime: change.noteTime
      default: change.ages
      }
    }.first
    return newest ?? logged.base.bytes(of: section) ?? []
  }

  /// Returns the state as one snapshot, and checks the limits.
  ///
  /// A state that was read may exceed a limit that no pass exceeds.
  func checkedSnapshot() throws(ArchiveError) -> RestorationSnapshot {
    logged.changes.isEmpty ? logged.base : try RestorationSnapshot(whole().body())
  }

  /// Returns the state as one snapshot, with the same object numbers.
  ///
  /// Replaced records are left out.
  package func snapshot() -> RestorationSnapshot {
    RestorationSnapshot(trusted: whole().body())
  }

  /// Returns the state as a change from the empty state.
  private func whole() -> Change {
    var writer = WholeWriter(count: logged.totals.objectCount, mostBytes: logged.totals.recordBytes)
    var strings = Change.NewStrings()
    let base = logged.base.body
    for number in (0..<UInt32(logged.totals.objectCount)).lazy.map({ ObjectNumber($0) }) {
      if let (change, row) = change(of: number) {
        writer.append(row, of: change)
      } else if let row = base.row(number) {
        writer.append(row, of: base)
      }
    }
    strings.append(base)
    for (index, change) in logged.changes.enumerated() {
      strings.append(change.strings)
      for number in change.same where changeIndex(of: ObjectNumber(number)) <= index {
        writer.setOrigin(change.origins[0], at: Int(number))
      }
    }
    return Change(
      rows: writer.rows, records: writer.records, classes: writer.classes.rows,
      origins: writer.origins.rows, strings: strings,
      paths: logged.base.allPathNodes() + logged.changes.flatMap(\.paths),
      roots: roots.map(\.rawValue), notes: bytes(of: .notes), noteTime: bytes(of: .noteTime),
      ages: bytes(of: .ages), unknown: unknownSections)
  }
}

/// Collects a state's newest records, with their classes and origins.
private struct WholeWriter {
  private(set) var rows: [ObjectRow] = []
  private(set) var records: [UInt8] = []
  private(set) var classes = RowTable<ClassRow>()
  private(set) var origins = RowTable<OriginRow>()
  private let mostBytes: Int

  init(count: Int, mostBytes: Int) {
    self.mostBytes = mostBytes
    rows.reserveCapacity(count)
    records.reserveCapacity(mostBytes)
  }

  mutating func append(_ row: ObjectRow, of change: Change) {
    guard row.hasRecord else { return rows.append(ObjectRow(address: row.address)) }
    append(
      row, change.classes[Int(row.classIndex)], change.origins[Int(row.origin)],
      change.records[row.range])
  }

  /// Appends a row of the base.
  ///
  /// A row that contradicts other tables loses its record. So does a row that shares its bytes with
  /// another: separate copies would take more memory than the file. No pass writes such rows.
  mutating func append(_ row: ObjectRow, of base: SnapshotBody) {
    guard row.hasRecord, let values = base.values(of: row),
      let classRow: ClassRow = base.classes.row(Int(row.classIndex)),
      let origin: OriginRow = base.origins.row(Int(row.origin)),
      records.count + values.count <= mostBytes
    else { return rows.append(ObjectRow(address: row.address)) }
    append(row, classRow, origin, base.bytes[values])
  }

  private mutating func append(
    _ row: ObjectRow, _ classRow: ClassRow, _ origin: OriginRow, _ values: some Collection<UInt8>
  ) {
    var row = row
    row.classIndex = classes.index(of: classRow)
    row.origin = origins.index(of: origin)
    row.offset = UInt32(records.count)
    rows.append(row)
    records += values
  }

  /// Sets the origin of a record that was rewritten unchanged.
  mutating func setOrigin(_ origin: OriginRow, at number: Int) {
    if rows[number].hasRecord { rows[number].origin = origins.index(of: origin) }
  }
}
