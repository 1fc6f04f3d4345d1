// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Compares states that are available as snapshots only.
extension Change {
  /// Finds the changes from one snapshot to another.
  ///
  /// Both are compared as bytes, table by table, without decoding. `nil` when the new state does
  /// not continue the names and numbers of the old one; then only a whole archive can hold it.
  ///
  /// - Parameters:
  ///   - old: The older state.
  ///   - new: The newer state.
  package convenience init?(from old: RestorationSnapshot, to new: RestorationSnapshot) {
    // Unknown sections are written whole or not at all.
    guard
      old.unknownSections().elementsEqual(
        new.unknownSections(), by: { $0.name == $1.name && $0.bytes == $1.bytes }),
      let found = old.withTables({ old in
        new.withTables { new in new.continues(old) ? Comparison(from: old, to: new) : nil }
      })
    else { return nil }
    func changed(_ section: BodyLayout.Section) -> [UInt8]? {
      let bytes = new.bytes(of: section) ?? []
      return bytes == old.bytes(of: section) ?? [] ? nil : bytes
    }
    var strings = NewStrings()
    new.withTables { strings.append($0, from: old.stringCount) }
    self.init(
      numbers: found.numbers, rows: found.rows, records: found.records, classes: found.classes.rows,
      origins: found.origins.rows, same: found.same, strings: strings,
      paths: Array(new.allPathNodes().dropFirst(old.range(of: .paths).count / PathNode.size)),
      roots: old.roots == new.roots ? nil : new.roots.map(\.rawValue), notes: changed(.notes),
      noteTime: changed(.noteTime), ages: changed(.ages))
  }
}

/// The records that differ between two snapshots with the same names.
private struct Comparison {
  private(set) var numbers: [UInt32] = []
  private(set) var rows: [ObjectRow] = []
  private(set) var records: [UInt8] = []
  private(set) var classes = RowTable<ClassRow>()
  /// The first origin is the latest one of the newer state.
  private(set) var origins = RowTable<OriginRow>()
  private(set) var same: [UInt32] = []

  /// Compares two snapshots; `nil` if an object's address differs.
  ///
  /// Also `nil` if tables contradict each other. An object number never changes its address.
  init?(from old: SnapshotView, to new: SnapshotView) {
    let all = new.origins.rows(OriginRow.self)
    let time = { (row: OriginRow) in Double(bitPattern: row.time) }
    if let latest = all.max(by: { time($0) < time($1) }) { _ = origins.index(of: latest) }
    for number in 0..<UInt32(new.objectCount) {
      guard let row = new.row(ObjectNumber(number)) else { return nil }
      let before = old.row(ObjectNumber(number))
      guard before?.address ?? row.address == row.address else { return nil }
      guard row.hasRecord else {
        if before?.hasRecord != false { append(number, ObjectRow(address: row.address), []) }
        continue
      }
      guard let values = new.values(of: row),
        let classRow: ClassRow = new.classes.row(Int(row.classIndex)),
        let origin: OriginRow = new.origins.row(Int(row.origin)),
        // Only rows that share bytes can exceed the size of all records. No pass writes such rows.
        values.count <= new.records.count - records.count
      else { return nil }
      let hasSameValues =
        before.map { before in
          before.hasRecord && before.prerequisite == row.prerequisite
            && old.classes.row(Int(before.classIndex)) == classRow
            && old.values(of: before).map { old.body[$0] == new.body[values] } == true
        } ?? false
      if hasSameValues, let before, old.origins.row(Int(before.origin)) == origin { continue }
      if hasSameValues, origin == origins.rows[0] {
        same.append(number)
        continue
      }
      var copy = row
      copy.classIndex = classes.index(of: classRow)
      copy.origin = origins.index(of: origin)
      append(number, copy, new.body[values])
    }
  }

  private mutating func append(_ number: UInt32, _ row: ObjectRow, _ values: some Collection<UInt8>)
  {
    var row = row
    if row.hasRecord { row.offset = UInt32(records.count) }
    numbers.append(number)
    rows.append(row)
    records += values
  }
}

extension SnapshotView {
  /// Whether this snapshot contains the other's tables under the same numbers.
  fileprivate func continues(_ old: SnapshotView) -> Bool {
    guard stringCount >= old.stringCount, objectCount >= old.objectCount,
      let offsets = strings.part(4, 4 * (old.stringCount + 1)),
      let oldOffsets = old.strings.part(4, 4 * (old.stringCount + 1)),
      body[offsets] == old.body[oldOffsets],
      text(upTo: old.stringCount) == old.text(upTo: old.stringCount),
      let oldPaths = paths.part(0, old.paths.count)
    else { return false }
    return body[oldPaths] == old.paths.bytes
  }
}
