// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The tables of a snapshot, read and checked in one pass.
struct CheckedTables {
  /// The steps of paths.
  private(set) var nodes: [Node] = []
  /// The first object at each path, by the path's row plus one.
  private(set) var firstAtPath: [FirstObject] = []
  /// Objects that share a path with the first object, by address.
  ///
  /// Usually they differ from it in window or kind.
  private(set) var othersAtPath: [AddressRow: UInt32] = [:]
  /// The checked row of each object number.
  ///
  /// `nil` for a number without a record, and for a ``damaged`` one.
  private(set) var rows: [RecordRow?] = []
  /// Object numbers whose row contradicts other tables.
  private(set) var damaged: Set<ObjectNumber> = []
  /// The classes of records, by their row.
  private(set) var classes: [RecordClass?]
  /// The strings that paths and records use, by their row.
  private(set) var strings: [String?]
  /// Whether a string is a valid identifier, as far as checked.
  private var isName: [Bool?]
  private var isOriginChecked: [Bool]

  /// A row of the table of paths.
  struct Node {
    let parent: UInt32
    let label: UInt32
    /// The number of steps from the root; 0 for an invalid row.
    let depth: UInt16
    /// The number of steps from the root that are names.
    let nameCount: UInt16

    /// The node of the empty path, which has no name.
    static let root = Node(parent: 0, label: 1, depth: 0, nameCount: 0)

    var isName: Bool { label & 1 == 0 }
    /// The row of the string that names the step.
    var name: Int { Int(label >> 1) }
  }

  struct FirstObject {
    var number = BodyLayout.none
    var sceneAndKind: UInt32 = 0
  }

  init(_ snapshot: RestorationSnapshot) {
    strings = Array(repeating: nil, count: snapshot.stringCount)
    isName = Array(repeating: nil, count: snapshot.stringCount)
    (classes, isOriginChecked) = snapshot.withTables { tables in
      (
        Array(repeating: nil, count: tables.classes.count(of: ClassRow.self)),
        Array(repeating: false, count: tables.origins.count(of: OriginRow.self))
      )
    }
    let records = snapshot.range(of: .records)
    snapshot.withTables { tables in
      nodes.reserveCapacity(tables.pathCount)
      for row in 0..<UInt32(tables.pathCount) {
        nodes.append(tables.pathNode(row + 1).map { measure($0, tables) } ?? .root)
      }
      firstAtPath = Array(repeating: FirstObject(), count: nodes.count + 1)
      rows.reserveCapacity(tables.objectCount)
      for number in 0..<UInt32(tables.objectCount) {
        var checked: RecordRow?
        if let row = tables.row(ObjectNumber(number)), row.hasRecord {
          place(row.address, number)
          checked = check(row, number, records, tables)
          if checked == nil { damaged.insert(ObjectNumber(number)) }
        }
        rows.append(checked)
      }
    }
  }

  /// Counts the steps and names on the way to a node.
  ///
  /// The node's parent is measured already.
  private mutating func measure(_ node: PathNode, _ tables: SnapshotView) -> Node {
    let none = Node(parent: node.parent, label: node.label, depth: 0, nameCount: 0)
    var (depth, nameCount): (UInt16, UInt16) = (1, 0)
    if node.parent != 0 {
      let above = nodes[Int(node.parent) - 1]
      guard above.depth > 0, above.depth < ArchiveLimits.pathDepth else { return none }
      (depth, nameCount) = (above.depth + 1, above.nameCount)
    }
    if node.label & 1 == 0 {
      guard isIdentifier(Int(node.label >> 1), tables) else { return none }
      nameCount += 1
    }
    return Node(parent: node.parent, label: node.label, depth: depth, nameCount: nameCount)
  }

  private mutating func place(_ address: AddressRow, _ number: UInt32) {
    let path = Int(address.path)
    guard Int(address.sceneAndKind >> 8) < strings.count, path < firstAtPath.count else { return }
    if firstAtPath[path].number == BodyLayout.none {
      firstAtPath[path] = FirstObject(number: number, sceneAndKind: address.sceneAndKind)
    } else if othersAtPath[address] == nil {
      othersAtPath[address] = number
    }
  }

  /// - Returns: The checked row; `nil` when the row contradicts other tables.
  private mutating func check(
    _ row: ObjectRow, _ number: UInt32, _ records: Range<Int>, _ tables: SnapshotView
  ) -> RecordRow? {
    let address = row.address
    guard let kind = ObjectKind(rawValue: UInt8(address.sceneAndKind & 0xFF)),
      isText(Int(address.sceneAndKind >> 8), tables), Int(address.path) <= nodes.count,
      case let end = address.path == 0 ? Node.root : nodes[Int(address.path) - 1],
      address.path == 0 || end.depth > 0, isClass(Int(row.classIndex), tables),
      isOrigin(Int(row.origin), tables), case let range = row.range,
      range.upperBound <= records.count
    else { return nil }
    let start = records.lowerBound
    return RecordRow(
      number: ObjectNumber(number), scene: address.sceneAndKind >> 8, path: address.path,
      origin: row.origin, prerequisiteNumber: row.prerequisite, classRow: row.classIndex,
      depth: end.depth, kind: kind, endsInIdentifier: end.isName,
      range: start + range.lowerBound..<start + range.upperBound)
  }

  private mutating func isText(_ row: Int, _ tables: SnapshotView) -> Bool {
    guard row < strings.count else { return false }
    if strings[row] == nil { strings[row] = tables.string(UInt32(row)) }
    return strings[row] != nil
  }

  private mutating func isIdentifier(_ row: Int, _ tables: SnapshotView) -> Bool {
    guard isText(row, tables) else { return false }
    if let known = isName[row] { return known }
    let isValid = strings[row].flatMap(RestorationIdentifier.init) != nil
    isName[row] = isValid
    return isValid
  }

  /// Whether a row is a class with a readable name.
  private mutating func isClass(_ row: Int, _ tables: SnapshotView) -> Bool {
    guard row < classes.count else { return false }
    if classes[row] == nil { classes[row] = tables.recordClass(row) }
    return classes[row] != nil
  }

  private mutating func isOrigin(_ row: Int, _ tables: SnapshotView) -> Bool {
    guard row < isOriginChecked.count else { return false }
    if !isOriginChecked[row] { isOriginChecked[row] = tables.origin(UInt32(row)) != nil }
    return isOriginChecked[row]
  }
}

extension SnapshotView {
  fileprivate func recordClass(_ row: Int) -> RecordClass? {
    guard let found: ClassRow = classes.row(row), let name = string(found.name) else { return nil }
    return RecordClass(
      found, at: UInt32(row), name: name, restorationClass: string(found.restorationClass))
  }
}
