// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the records of one snapshot for the time of a pass; what they have in common is read once.
///
/// Paths are checked when it is made, and objects are found by the row of their path, without
/// putting an address together. Not `Sendable`, since it remembers what it has read.
package final class SnapshotReader {
  package let snapshot: RestorationSnapshot
  @exclusivity(unchecked) var nodes: [Node] = []
  /// The first object at a path, by the path's row plus one.
  @exclusivity(unchecked) var firstAtPath: [FirstObject] = []
  /// Objects whose path is that of another one, in another window or of another kind.
  @exclusivity(unchecked) var othersAtPath: [SnapshotTables.AddressRow: UInt32] = [:]
  @exclusivity(unchecked) var strings: [String?]
  /// Whether strings are valid identifiers, as far as paths have asked.
  @exclusivity(unchecked) var isName: [Bool?]
  private let records: Range<Int>
  /// Those that were met, by their row.
  @exclusivity(unchecked) private var classes: [Unmanaged<ArchivedClass>?]
  @exclusivity(unchecked) private var isOriginChecked: [Bool]

  /// The steps of the path whose names were asked for last, and those names.
  @exclusivity(unchecked) var lastPaths: [UInt32] = []
  @exclusivity(unchecked) var lastNames: [String] = []

  /// A row of the table of paths.
  struct Node {
    let parent: UInt32
    let label: UInt32
    /// How many steps lead to it; 0 for a row that is no path.
    let depth: UInt16
    /// How many of them are names.
    let nameCount: UInt16
  }

  struct FirstObject {
    var number = BodyLayout.none
    var sceneAndKind: UInt32 = 0
  }

  package init(_ snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    strings = Array(repeating: nil, count: snapshot.stringCount)
    isName = Array(repeating: nil, count: snapshot.stringCount)
    records = snapshot.sectionRange(.records)
    let classCount = snapshot.sectionRange(.classes).count / BodyLayout.classRowSize
    classes = Array(repeating: nil, count: classCount)
    let originCount = snapshot.sectionRange(.origins).count / BodyLayout.originRowSize
    isOriginChecked = Array(repeating: false, count: originCount)
    readPaths()
    placeObjects()
  }

  deinit { for case let known? in classes { known.release() } }

  /// How many archived classes there are.
  package var classCount: Int { classes.count }

  // MARK: Records

  /// The numbers of all objects that have a record, in order.
  package var numbers: [ObjectNumber] { snapshot.objects }

  /// Reads and checks a record's row.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  package func record(_ number: ObjectNumber) throws(ArchiveError) -> RecordRow? {
    let index = Int(number.rawValue)
    guard index < snapshot.objectCount,
      let row = snapshot.withBytes({ SnapshotView.row(index, of: snapshot, in: $0) }),
      row.classIndex != BodyLayout.none
    else { return nil }
    guard let kind = ObjectKind(rawValue: UInt8(row.sceneAndKind & 0xFF)),
      isText(row.sceneAndKind >> 8), isPath(row.path),
      let archivedClass = archivedClass(Int(row.classIndex)), isOrigin(row.origin),
      row.references == BodyLayout.none || snapshot.hasReferences(at: row.references),
      case let (offset, length) = (Int(row.recordOffset), Int(row.recordLength)),
      offset <= records.count, length <= records.count - offset
    else { throw Self.damage }
    let first = records.lowerBound + offset
    return RecordRow(
      number: number, kind: kind, scene: row.sceneAndKind >> 8, path: row.path,
      classIndex: Int(row.classIndex), archivedClass: archivedClass,
      origin: row.origin, prerequisiteNumber: row.prerequisite, range: first..<first + length)
  }

  private static let damage = ArchiveError(.damaged, "The archive's table of objects is malformed")

  private func isPath(_ path: UInt32) -> Bool {
    path == 0 || (Int(path) <= nodes.count && nodes[Int(path) - 1].depth > 0)
  }

  @inline(__always)
  private func isOrigin(_ row: UInt32) -> Bool {
    guard Int(row) < isOriginChecked.count else { return false }
    return isOriginChecked[Int(row)] || checkOrigin(row)
  }

  @inline(never)
  private func checkOrigin(_ row: UInt32) -> Bool {
    isOriginChecked[Int(row)] = snapshot.origin(Int(row)) != nil
    return isOriginChecked[Int(row)]
  }

  /// Who wrote a record, and when (R45).
  package func origin(of record: RecordRow) -> RecordOrigin {
    guard let origin = snapshot.origin(Int(record.origin)) else {
      preconditionFailure("A record was read whose origin cannot be.")
    }
    return origin
  }

  @inline(__always)
  private func archivedClass(_ row: Int) -> Unmanaged<ArchivedClass>? {
    guard row < classes.count else { return nil }
    return classes[row] ?? readClass(row)
  }

  @inline(never)
  private func readClass(_ row: Int) -> Unmanaged<ArchivedClass>? {
    classes[row] = snapshot.archivedClass(row).map { .passRetained($0) }
    return classes[row]
  }

  @inline(__always)
  private func isText(_ row: UInt32) -> Bool {
    guard Int(row) < strings.count else { return false }
    return strings[Int(row)] != nil || string(row) != nil
  }

  func isIdentifier(_ row: UInt32) -> Bool {
    guard Int(row) < strings.count else { return false }
    if let known = isName[Int(row)] { return known }
    let isValid = string(row).flatMap(RestorationIdentifier.init) != nil
    isName[Int(row)] = isValid
    return isValid
  }

  func string(_ row: UInt32) -> String? {
    guard Int(row) < strings.count else { return nil }
    if let known = strings[Int(row)] { return known }
    let read = snapshot.string(row)
    strings[Int(row)] = read
    return read
  }
}

extension RestorationSnapshot {
  fileprivate func archivedClass(_ row: Int) -> ArchivedClass? {
    let start = row * BodyLayout.classRowSize
    guard let name = word(.classes, at: start).flatMap(string),
      let restorationClass = word(.classes, at: start + 4),
      let schema = word(.classes, at: start + 8)
    else { return nil }
    return ArchivedClass(
      name: name,
      restorationClass: restorationClass == BodyLayout.none ? nil : string(restorationClass),
      schemaVersion: Int(schema))
  }

  /// Whether a list of references lies within its section.
  @inline(__always)
  fileprivate func hasReferences(at start: UInt32) -> Bool {
    if start == BodyLayout.none { return true }
    guard let count = word(.references, at: 4 * Int(start)) else { return false }
    return Int(start) + 1 + Int(count) <= sectionRange(.references).count / 4
  }
}
