// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the records of one snapshot for the time of a pass; what they have in common is read once.
///
/// Paths are checked when it is made, and objects are found by the row of their path, without
/// putting an address together. Not `Sendable`, since it remembers what it has read.
package final class SnapshotReader {
  package let snapshot: RestorationSnapshot
  /// How many steps lead to a row of the table of paths; 0 for a row that is no path.
  @exclusivity(unchecked) private var depths: [UInt16] = []
  /// How many of those steps are names.
  @exclusivity(unchecked) private var nameCounts: [UInt16] = []
  @exclusivity(unchecked) private var nodes: [SnapshotTables.PathNode] = []
  /// The first object at a path, by the path's row plus one.
  @exclusivity(unchecked) private var firstAtPath: [FirstObject] = []
  /// Objects whose path is that of another one, in another window or of another kind.
  @exclusivity(unchecked) private var othersAtPath: [SnapshotTables.AddressRow: UInt32] = [:]
  @exclusivity(unchecked) private var strings: [String?]
  @exclusivity(unchecked) private var classes: [ArchivedClass?]
  @exclusivity(unchecked) private var checkedOrigins: [Bool]

  private struct FirstObject {
    var number = BodyLayout.none
    var sceneAndKind: UInt32 = 0
  }

  package init(_ snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    strings = Array(repeating: nil, count: snapshot.stringCount)
    let classCount = snapshot.sectionRange(.classes).count / BodyLayout.classRowSize
    classes = Array(repeating: nil, count: classCount)
    let originCount = snapshot.sectionRange(.origins).count / BodyLayout.originRowSize
    checkedOrigins = Array(repeating: false, count: originCount)
    readPaths()
    placeObjects()
  }

  private func readPaths() {
    let count = snapshot.sectionRange(.paths).count / BodyLayout.pathRowSize
    nodes.reserveCapacity(count)
    depths.reserveCapacity(count)
    nameCounts.reserveCapacity(count)
    var isName = [Bool?](repeating: nil, count: snapshot.stringCount)
    for row in 0..<count {
      let node = snapshot.pathNode(row)
      nodes.append(node ?? SnapshotTables.PathNode(parent: 0, label: 1))
      guard let node, case let above = node.parent == 0 ? 0 : depths[Int(node.parent) - 1],
        node.parent == 0 || above > 0, above < ArchiveLimits.pathDepth
      else {
        depths.append(0)
        nameCounts.append(0)
        continue
      }
      let names = node.parent == 0 ? 0 : nameCounts[Int(node.parent) - 1]
      nameCounts.append(node.label & 1 == 0 ? names + 1 : names)
      if node.label & 1 == 0 {
        let label = Int(node.label >> 1)
        let isValid =
          isName[label] ?? (string(UInt32(label)).flatMap(RestorationIdentifier.init) != nil)
        isName[label] = isValid
        depths.append(isValid ? above + 1 : 0)
      } else {
        depths.append(above + 1)
      }
    }
  }

  private func placeObjects() {
    firstAtPath = Array(repeating: FirstObject(), count: nodes.count + 1)
    for number in 0..<snapshot.objectCount where snapshot.hasRecord(number) {
      guard let row = snapshot.addressRow(number) else { continue }
      if firstAtPath[Int(row.path)].number == BodyLayout.none {
        firstAtPath[Int(row.path)] = FirstObject(
          number: UInt32(number), sceneAndKind: row.sceneAndKind)
      } else if othersAtPath[row] == nil {
        othersAtPath[row] = UInt32(number)
      }
    }
  }

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
      snapshot.hasReferences(at: row.references)
    else { throw Self.damage }
    let records = snapshot.sectionRange(.records)
    let (offset, length) = (Int(row.recordOffset), Int(row.recordLength))
    guard offset <= records.count, length <= records.count - offset else { throw Self.damage }
    let first = records.lowerBound + offset
    return RecordRow(
      number: number, kind: kind, scene: row.sceneAndKind >> 8, path: row.path,
      classIndex: Int(row.classIndex), archivedClass: archivedClass, origin: row.origin,
      prerequisiteNumber: row.prerequisite, range: first..<first + length)
  }

  private static let damage = ArchiveError(.damaged, "The archive's table of objects is malformed")

  private func isPath(_ path: UInt32) -> Bool {
    path == 0 || (Int(path) <= depths.count && depths[Int(path) - 1] > 0)
  }

  private func isOrigin(_ row: UInt32) -> Bool {
    guard Int(row) < checkedOrigins.count else { return false }
    if !checkedOrigins[Int(row)] { checkedOrigins[Int(row)] = snapshot.origin(Int(row)) != nil }
    return checkedOrigins[Int(row)]
  }

  /// Who wrote a record, and when (R45).
  package func origin(of record: RecordRow) -> RecordOrigin {
    guard let origin = snapshot.origin(Int(record.origin)) else {
      preconditionFailure("A record was read whose origin cannot be.")
    }
    return origin
  }

  @inline(__always)
  private func archivedClass(_ row: Int) -> ArchivedClass? {
    guard row < classes.count else { return nil }
    if let known = classes[row] { return known }
    let read = snapshot.archivedClass(row)
    classes[row] = read
    return read
  }

  private func isText(_ row: UInt32) -> Bool {
    guard Int(row) < strings.count else { return false }
    return strings[Int(row)] != nil || string(row) != nil
  }

  private func string(_ row: UInt32) -> String? {
    guard Int(row) < strings.count else { return nil }
    if let known = strings[Int(row)] { return known }
    let read = snapshot.string(row)
    strings[Int(row)] = read
    return read
  }

  // MARK: Paths

  /// How many steps an object's path has.
  package func depth(of record: RecordRow) -> Int {
    record.path == 0 ? 0 : Int(depths[Int(record.path) - 1])
  }

  /// The names from the root down to an object; the last is its own (R13).
  package func identifiers(of record: RecordRow) -> [String] {
    var names: [String] = []
    guard record.path != 0 else { return names }
    names.reserveCapacity(Int(nameCounts[Int(record.path) - 1]))
    forEachStepUp(from: record.path) { label in
      if label & 1 == 0 { names.append(string(label >> 1) ?? "") }
    }
    names.reverse()
    return names
  }

  /// Whether an object's path ends in a name, not in the number that a container gave it.
  package func endsInIdentifier(_ record: RecordRow) -> Bool {
    record.path != 0 && nodes[Int(record.path) - 1].label & 1 == 0
  }

  /// An object's own name: the last in its path.
  package func lastIdentifier(of record: RecordRow) -> RestorationIdentifier? {
    var path = record.path
    while path != 0 {
      let node = nodes[Int(path) - 1]
      if node.label & 1 == 0 {
        return string(node.label >> 1).map { RestorationIdentifier(checked: $0) }
      }
      path = node.parent
    }
    return nil
  }

  /// Where an object lies.
  package func address(of record: RecordRow) -> RestorationAddress {
    var components: [RestorationPath.Component] = []
    components.reserveCapacity(depth(of: record))
    forEachStepUp(from: record.path) { label in
      if label & 1 == 1 {
        components.append(.index(Int(label >> 1)))
      } else {
        components.append(.identifier(RestorationIdentifier(checked: string(label >> 1) ?? "")))
      }
    }
    components.reverse()
    return RestorationAddress(
      scene: string(record.scene) ?? "", kind: record.kind, path: RestorationPath(components))
  }

  /// Whether an object belongs to no window.
  package func hasNoScene(_ record: RecordRow) -> Bool { string(record.scene)?.isEmpty ?? false }

  /// The nearest controller above an object that has a record.
  ///
  /// - Parameters:
  ///   - record: The object.
  ///   - orObject: Whether a registered object counts, too, where there is no controller.
  /// - Returns: Its number, and whether it is one step above.
  package func ancestor(of record: RecordRow, orObject: Bool) -> (
    number: ObjectNumber, isNext: Bool
  )? {
    var path = record.path
    var isNext = true
    while path != 0 {
      path = nodes[Int(path) - 1].parent
      if let number = number(ofKind: .controller, at: path, record) { return (number, isNext) }
      if orObject, let number = number(ofKind: .object, at: path, record) {
        return (number, isNext)
      }
      isNext = false
    }
    return nil
  }

  /// The first object that has the address of a record, which is another one in strange archives only.
  package func first(at record: RecordRow) -> ObjectNumber? {
    number(ofKind: record.kind, at: record.path, record)
  }

  /// An object at a path, in the window that another one is in.
  private func number(ofKind kind: ObjectKind, at path: UInt32, _ other: RecordRow)
    -> ObjectNumber?
  {
    let first = firstAtPath[Int(path)]
    guard first.number != BodyLayout.none else { return nil }
    let sceneAndKind = other.scene << 8 | UInt32(kind.rawValue)
    if first.sceneAndKind == sceneAndKind { return ObjectNumber(first.number) }
    guard !othersAtPath.isEmpty else { return nil }
    return othersAtPath[SnapshotTables.AddressRow(sceneAndKind: sceneAndKind, path: path)]
      .map { ObjectNumber($0) }
  }

  @inline(__always)
  private func forEachStepUp(from path: UInt32, _ action: (_ label: UInt32) -> Void) {
    var next = path
    while next != 0 {
      let node = nodes[Int(next) - 1]
      action(node.label)
      next = node.parent
    }
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
  fileprivate func hasReferences(at start: UInt32) -> Bool {
    if start == BodyLayout.none { return true }
    guard let count = word(.references, at: 4 * Int(start)) else { return false }
    return Int(start) + 1 + Int(count) <= sectionRange(.references).count / 4
  }
}
