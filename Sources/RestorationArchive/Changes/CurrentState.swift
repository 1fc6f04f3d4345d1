// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A state that goes on, and where the newest record of each object lies; belongs to one actor.
package final class CurrentState {
  /// In one value, so that it takes one access to look up a record.
  private(set) var newest: NewestRecords
  private var hasNewBase = false

  package var logged: LoggedState { newest.logged }

  package convenience init(_ snapshot: RestorationSnapshot) { self.init(LoggedState(snapshot)) }

  package init(_ state: LoggedState) {
    newest = NewestRecords(state)
  }

  // MARK: Changes

  /// Goes on with what has changed: in memory, and when a log is read.
  package func append(_ change: Change) { newest.append(change) }

  /// Whether a change that was read goes on with this state, and the whole exceeds no limit (R51).
  func canAppend(_ change: Change) -> Bool {
    let objectCount = logged.objectCount
    let next = logged.appending(change)
    let newNumbers = change.numbers.drop { $0 < objectCount }
    return newNumbers.count == next.objectCount - objectCount && next.isWithinLimits
      && zip(change.numbers, change.rows).allSatisfy { number, row in
        number >= objectCount || newest.row(ObjectNumber(number))?.address == row.address
      } && change.same.allSatisfy { hasRecord(ObjectNumber($0)) }
      && (change.same.isEmpty || !change.origins.isEmpty)
      && (change.newRoots ?? []).allSatisfy { $0 < next.objectCount }
      && unknownCount(with: change) <= ArchiveLimits.unknownSections
  }

  /// Takes over the base that the archiver has made of the log.
  package func adopt(_ compaction: Compaction) {
    if let newer = logged.adopting(compaction) { become(newer) }
  }

  /// Makes one snapshot of the log.
  package func flatten() -> RestorationSnapshot {
    if !logged.changes.isEmpty { become(LoggedState(snapshot())) }
    return logged.base
  }

  /// Whether the base is another one since this was asked last.
  package func takeNewBase() -> Bool {
    defer { hasNewBase = false }
    return hasNewBase
  }

  private func become(_ state: LoggedState) {
    (newest, hasNewBase) = (NewestRecords(state), true)
  }

  /// Whether it is time to make one snapshot of the log, which the archiver has not done.
  ///
  /// Later than the archiver makes one, so that only a program that saves nothing comes to this.
  package var isLong: Bool {
    let grown = logged.recordBytes - logged.base.range(of: .records).count
    let limit = 2 * max(logged.base.byteCount, ArchiveLimits.smallLog)
    return logged.changes.count >= ArchiveLimits.writtenSaves * 3 / 2 || grown > limit
  }

  /// Whether tables hold nothing but strings that this state does not know.
  package func knowsAllObjects(of tables: SnapshotTables) -> Bool {
    tables.objectCount == logged.objectCount && tables.pathCount == logged.pathCount
  }

  // MARK: Records

  /// Lends the newest record of an object; `nil` when it has none.
  package func withRecord<Result>(
    _ number: ObjectNumber, _ action: (BorrowedRecord) -> Result
  ) -> Result? { newest.withRecord(number, action) }

  /// Who wrote an object's newest record, and when.
  func origin(of number: ObjectNumber, _ tables: SnapshotTables) -> RecordOrigin? {
    guard let (change, row) = newest.change(of: number) else {
      return (try? logged.base.record(number))?.origin
    }
    let origin = change.origins[Int(row.origin)]
    func text(_ row: UInt32) -> String {
      Int(row) < tables.strings.count ? tables.strings[Int(row)] : ""
    }
    return RecordOrigin(
      applicationVersion: text(origin.applicationVersion),
      systemVersion: text(origin.systemVersion),
      idiom: UserInterfaceIdiom(rawValue: text(origin.idiom)) ?? .headless,
      timestamp: Date(timeIntervalSinceReferenceDate: Double(bitPattern: origin.time)))
  }

  /// Whether an object has a record.
  package func hasRecord(_ number: ObjectNumber) -> Bool {
    newest.row(number)?.hasRecord ?? false
  }

  /// The objects that have a record, in the order of their numbers.
  package var objects: [ObjectNumber] {
    let newest = newest
    return (0..<UInt32(logged.objectCount)).lazy.map { ObjectNumber($0) }
      .filter { newest.row($0)?.hasRecord == true }
  }

  /// Looks for a record that refers to one of some objects.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - others: Whose records do not count.
  /// - Returns: Whether there is one.
  package func refers(to objects: [ObjectNumber], besides others: (ObjectNumber) -> Bool) -> Bool {
    let sought = Set(objects)
    return self.objects.contains { number in
      withRecord(number) { record in !record.visitReferences { !sought.contains($0) } } ?? false
        && !others(number)
    }
  }

  // MARK: All of it

  /// The roots that there are, in their order.
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

  /// What the section of notes, of their time, or of ages holds; empty for one that is not there.
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

  /// The same of a state that was read, and may exceed a limit that no pass does.
  func checkedSnapshot() throws(ArchiveError) -> RestorationSnapshot {
    logged.changes.isEmpty ? logged.base : try RestorationSnapshot(whole().body())
  }

  /// The state as one snapshot, of the same numbers and with nothing that was replaced.
  package func snapshot() -> RestorationSnapshot {
    RestorationSnapshot(trusted: whole().body())
  }

  /// The state as what has changed since there was nothing.
  private func whole() -> Change {
    var writer = WholeWriter(count: logged.objectCount, mostBytes: logged.recordBytes)
    var strings = Change.NewStrings()
    logged.base.withTables { base in
      for number in (0..<UInt32(logged.objectCount)).lazy.map({ ObjectNumber($0) }) {
        if let (change, row) = newest.change(of: number) {
          writer.append(row, of: change)
        } else if let row = base.row(number) {
          writer.append(row, of: base)
        }
      }
      strings.append(base)
    }
    for (index, change) in logged.changes.enumerated() {
      strings.append(change.strings)
      for number in change.same where newest.changeIndex(of: ObjectNumber(number)) <= index {
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

/// A state, and where the newest record of each object lies in it.
struct NewestRecords {
  private(set) var logged: LoggedState
  /// By number, as far as there were changes.
  private var places: [Place] = []

  private struct Place {
    /// One more than the place of the change in the log; 0 for the base.
    var change: UInt32 = 0
    /// The place in that change.
    var row: UInt32 = 0
  }

  init(_ state: LoggedState) {
    logged = LoggedState(state.base)
    for change in state.changes { append(change) }
  }

  mutating func append(_ change: Change) {
    logged = logged.appending(change)
    let missing = logged.objectCount - places.count
    places.append(contentsOf: repeatElement(Place(), count: missing))
    for (row, number) in change.numbers.enumerated() {
      places[Int(number)] = Place(change: UInt32(logged.changes.count), row: UInt32(row))
    }
  }

  /// One more than the place of the change that holds the newest row of a number; 0 for the base.
  func changeIndex(of number: ObjectNumber) -> Int {
    number.index < places.count ? Int(places[number.index].change) : 0
  }

  /// The newest row of a number, and the change that holds it; `nil` when the base does.
  func change(of number: ObjectNumber) -> (Change, ObjectRow)? {
    let index = changeIndex(of: number)
    guard index > 0 else { return nil }
    let change = logged.changes[index - 1]
    return (change, change.rows[Int(places[number.index].row)])
  }

  /// The newest row of a number.
  func row(_ number: ObjectNumber) -> ObjectRow? {
    change(of: number)?.1 ?? logged.base.withTables { $0.row(number) }
  }

  /// Lends the newest record of an object; `nil` when it has none.
  func withRecord<Result>(_ number: ObjectNumber, _ action: (BorrowedRecord) -> Result) -> Result? {
    let index = changeIndex(of: number)
    guard index > 0 else { return logged.base.withRecord(number, action) }
    let change = logged.changes[index - 1]
    let place = Int(places[number.index].row)
    return change.rows[place].hasRecord ? change.withRecord(at: place, action) : nil
  }
}

/// Gathers the newest records of a state, and the classes and origins that they need.
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

  /// What contradicts other tables of the base has no record from now on; nor have rows that share their
  /// bytes, which no pass writes: apart they would take more memory than the file they came from.
  mutating func append(_ row: ObjectRow, of base: SnapshotView) {
    guard row.hasRecord, let values = base.values(of: row),
      let classRow: ClassRow = base.classes.row(Int(row.classIndex)),
      let origin: OriginRow = base.origins.row(Int(row.origin)),
      records.count + values.count <= mostBytes
    else { return rows.append(ObjectRow(address: row.address)) }
    append(row, classRow, origin, base.body[values])
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

  /// Says who has written what a record holds already.
  mutating func setOrigin(_ origin: OriginRow, at number: Int) {
    if rows[number].hasRecord { rows[number].origin = origins.index(of: origin) }
  }
}
