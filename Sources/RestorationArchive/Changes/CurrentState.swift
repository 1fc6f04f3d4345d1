// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A state that goes on, and where the newest record of each object lies; belongs to one actor.
package final class CurrentState {
  package private(set) var logged: LoggedState
  /// By number, as far as there were changes.
  private var places: [Place] = []
  private var hasNewBase = false

  private struct Place {
    /// One more than the place of the change in the log; 0 for the base.
    var change: UInt32 = 0
    /// The place in that change.
    var row: UInt32 = 0
  }

  package convenience init(_ snapshot: RestorationSnapshot) { self.init(LoggedState(snapshot)) }

  package init(_ state: LoggedState) {
    logged = LoggedState(state.base)
    for change in state.changes { append(change) }
  }

  // MARK: Changes

  /// Goes on with what has changed: in memory, and when a log is read.
  package func append(_ change: Change) {
    logged = logged.appending(change)
    let missing = logged.objectCount - places.count
    places.append(contentsOf: repeatElement(Place(), count: missing))
    for (row, number) in change.numbers.enumerated() {
      places[Int(number)] = Place(change: UInt32(logged.changes.count), row: UInt32(row))
    }
  }

  /// Whether a change that was read goes on with this state, and the whole exceeds no limit (R51).
  func canAppend(_ change: Change) -> Bool {
    let objectCount = logged.objectCount
    let next = logged.appending(change)
    let newNumbers = change.numbers.drop { $0 < objectCount }
    return newNumbers.count == next.objectCount - objectCount && next.isWithinLimits
      && zip(change.numbers, change.rows).allSatisfy { number, row in
        number >= objectCount || self.row(number)?.address == row.address
      } && change.same.allSatisfy { row($0)?.hasRecord == true }
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
    (logged, places, hasNewBase) = (LoggedState(state.base), [], true)
    for change in state.changes { append(change) }
  }

  /// Whether it is time to make one snapshot of the log, which the archiver has not done.
  ///
  /// Later than the archiver makes one, so that only a program that saves nothing comes to this.
  package var isLong: Bool {
    let grown = logged.recordBytes - logged.base.range(of: .records).count
    let limit = 2 * max(logged.base.byteCount, AppendableArchive.smallLog)
    return logged.changes.count >= AppendableArchive.mostSaves * 3 / 2 || grown > limit
  }

  /// Whether tables hold nothing but strings that this state does not know.
  package func knowsAllObjects(of tables: SnapshotTables) -> Bool {
    tables.objectCount == logged.objectCount && tables.pathCount == logged.pathCount
  }

  // MARK: Records

  private func place(_ number: UInt32) -> Place {
    number < places.count ? places[Int(number)] : Place()
  }

  private func row(_ number: UInt32) -> ObjectRow? {
    let place = place(number)
    if place.change > 0 { return logged.changes[Int(place.change) - 1].rows[Int(place.row)] }
    return logged.base.withTables { $0.row(ObjectNumber(number)) }
  }

  /// Lends the newest record of an object; `nil` when it has none.
  @inline(__always)
  package func withRecord<Result>(
    _ number: ObjectNumber, _ action: (LentRecord) -> Result
  ) -> Result? {
    let place = place(number.rawValue)
    guard place.change > 0 else { return logged.base.withRecord(number, action) }
    let change = logged.changes[Int(place.change) - 1]
    guard change.rows[Int(place.row)].hasRecord else { return nil }
    return change.withRecord(at: Int(place.row), action)
  }

  /// Who wrote an object's newest record, and when.
  func origin(of number: ObjectNumber, _ tables: SnapshotTables) -> RecordOrigin? {
    let place = place(number.rawValue)
    guard place.change > 0 else { return (try? logged.base.record(number))?.origin }
    let change = logged.changes[Int(place.change) - 1]
    let origin = change.origins[Int(change.rows[Int(place.row)].origin)]
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
    row(number.rawValue)?.hasRecord ?? false
  }

  /// The objects that have a record, in the order of their numbers.
  package var objects: [ObjectNumber] {
    logged.base.withTables { base in
      (0..<UInt32(logged.objectCount)).compactMap { number in
        let place = place(number)
        let row =
          place.change > 0
          ? logged.changes[Int(place.change) - 1].rows[Int(place.row)]
          : base.row(ObjectNumber(number))
        return row?.hasRecord == true ? ObjectNumber(number) : nil
      }
    }
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
    logged.changes.isEmpty ? logged.base : try RestorationSnapshot(whole().body().array())
  }

  /// The state as one snapshot, of the same numbers and with nothing that was replaced.
  package func snapshot() -> RestorationSnapshot {
    RestorationSnapshot(trusted: whole().body())
  }

  /// The state as what has changed since there was nothing.
  private func whole() -> Change {
    var writer = WholeWriter(
      changes: logged.changes, count: logged.objectCount, recordBytes: logged.recordBytes)
    var strings = Change.NewStrings()
    logged.base.withTables { base in
      for number in 0..<UInt32(logged.objectCount) {
        let place = place(number)
        if place.change > 0 {
          let change = Int(place.change) - 1
          writer.append(logged.changes[change].rows[Int(place.row)], of: change)
        } else if let row = base.row(ObjectNumber(number)) {
          writer.append(row, of: base)
        }
      }
    }
    logged.base.withTables { strings.append($0) }
    for (index, change) in logged.changes.enumerated() {
      strings.append(change.strings)
      for number in change.same where place(number).change <= index {
        writer.setOrigin(ofChange: index, at: Int(number))
      }
    }
    return Change(
      rows: writer.rows, records: writer.records, classes: writer.classes, origins: writer.origins,
      strings: strings, paths: logged.base.allPathNodes() + logged.changes.flatMap(\.paths),
      roots: roots.map(\.rawValue), notes: bytes(of: .notes),
      noteTime: bytes(of: .noteTime), ages: bytes(of: .ages),
      unknown: unknownSections)
  }
}

/// Gathers the newest records of a state, and the classes and origins that they need.
private struct WholeWriter {
  private(set) var rows: [ObjectRow] = []
  private(set) var records: [UInt8] = []
  private(set) var classes: [ClassRow] = []
  private(set) var origins: [OriginRow] = []
  private let changes: [Change]
  private var classPlaces: [ClassRow: UInt32] = [:]
  private var originPlaces: [OriginRow: UInt32] = [:]
  /// Where rows of the base, and of each change, have come to lie; to look each up would take longer than
  /// to copy its record.
  private var known: [(classes: [UInt32], origins: [UInt32])]
  private let mostBytes: Int

  init(changes: [Change], count: Int, recordBytes: Int) {
    self.changes = changes
    known = Array(repeating: ([], []), count: changes.count + 1)
    mostBytes = recordBytes
    rows.reserveCapacity(count)
    records.reserveCapacity(recordBytes)
  }

  mutating func append(_ row: ObjectRow, of change: Int) {
    let source = changes[change]
    guard row.hasRecord else { return rows.append(ObjectRow(address: row.address)) }
    var row = row
    row.classIndex = place(ofClass: row.classIndex, of: change + 1) { source.classes[$0] }
    row.origin = place(ofOrigin: row.origin, of: change + 1) { source.origins[$0] }
    let range = row.range
    row.offset = UInt32(records.count)
    rows.append(row)
    records += source.records[range]
  }

  /// What contradicts other tables of the base has no record from now on; nor have rows that share their
  /// bytes, which no pass writes: apart they would take more memory than the file they came from.
  mutating func append(_ row: ObjectRow, of base: SnapshotView) {
    guard row.hasRecord, let values = base.values(of: row),
      row.classIndex < base.classes.count(of: ClassRow.self),
      row.origin < base.origins.count(of: OriginRow.self),
      records.count + values.count <= mostBytes
    else { return rows.append(ObjectRow(address: row.address)) }
    var row = row
    row.classIndex = place(ofClass: row.classIndex, of: 0) {
      ClassRow(base.classes, at: $0 * ClassRow.size)
    }
    row.origin = place(ofOrigin: row.origin, of: 0) {
      OriginRow(base.origins, at: $0 * OriginRow.size)
    }
    row.offset = UInt32(records.count)
    rows.append(row)
    records += values
  }

  /// Says that the pass of a change has written what a record holds already.
  mutating func setOrigin(ofChange change: Int, at number: Int) {
    guard rows[number].hasRecord else { return }
    let origins = changes[change].origins
    rows[number].origin = place(ofOrigin: 0, of: change + 1) { origins[$0] }
  }

  private mutating func place(ofClass index: UInt32, of source: Int, _ row: (Int) -> ClassRow)
    -> UInt32
  {
    Self.place(of: index, known: &known[source].classes, in: &classes, &classPlaces, row)
  }

  private mutating func place(ofOrigin index: UInt32, of source: Int, _ row: (Int) -> OriginRow)
    -> UInt32
  {
    Self.place(of: index, known: &known[source].origins, in: &origins, &originPlaces, row)
  }

  private static func place<Row: BodyRow>(
    of index: UInt32, known: inout [UInt32], in rows: inout [Row], _ places: inout [Row: UInt32],
    _ row: (Int) -> Row
  ) -> UInt32 {
    let index = Int(index)
    if index < known.count, known[index] != BodyLayout.none { return known[index] }
    while known.count <= index { known.append(BodyLayout.none) }
    let row = row(index)
    let place = places[row] ?? UInt32(rows.count)
    if place == rows.count {
      rows.append(row)
      places[row] = place
    }
    known[index] = place
    return place
  }
}
