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

    /// The node of the empty path, which has no name.
    static let root = Node(parent: 0, label: 1, depth: 0)

    var isName: Bool { label & 1 == 0 }
    /// The row of the string that names the step.
    var name: Int { Int(label >> 1) }
  }

  struct FirstObject {
    var number = BodyLayout.none
    var sceneAndKind: UInt32 = 0
  }

  init(_ body: SnapshotBody) {
    strings = Array(repeating: nil, count: body.stringCount)
    isName = Array(repeating: nil, count: body.stringCount)
    classes = Array(repeating: nil, count: body.classes.count(of: ClassRow.self))
    isOriginChecked = Array(repeating: false, count: body.origins.count(of: OriginRow.self))
    nodes.reserveCapacity(body.pathCount)
    for row in 0..<UInt32(body.pathCount) {
      nodes.append(body.pathNode(row + 1).map { measure($0, body) } ?? .root)
    }
    firstAtPath = Array(repeating: FirstObject(), count: nodes.count + 1)
    rows.reserveCapacity(body.objectCount)
    for number in 0..<UInt32(body.objectCount) {
      var checked: RecordRow?
      if let row = body.row(ObjectNumber(number)), row.hasRecord {
        place(row.address, number)
        checked = check(row, number, body)
        if checked == nil { damaged.insert(ObjectNumber(number)) }
      }
      rows.append(checked)
    }
  }

  /// Counts the steps on the way to a node.
  ///
  /// The node's parent is measured already.
  private mutating func measure(_ node: PathNode, _ body: SnapshotBody) -> Node {
    let none = Node(parent: node.parent, label: node.label, depth: 0)
    var depth: UInt16 = 1
    if node.parent != 0 {
      let above = nodes[Int(node.parent) - 1]
      guard above.depth > 0, above.depth < ArchiveLimits.pathDepth else { return none }
      depth = above.depth + 1
    }
    if node.label & 1 == 0, !isIdentifier(Int(node.label >> 1), body) { return none }
    return Node(parent: node.parent, label: node.label, depth: depth)
  }

  private mutating func place(_ address: AddressRow, _ number: UInt32) {
    let path = Int(address.path)
    guard Int(address.scene) < strings.count, path < firstAtPath.count else { return }
    if firstAtPath[path].number == BodyLayout.none {
      firstAtPath[path] = FirstObject(number: number, sceneAndKind: address.sceneAndKind)
    } else if othersAtPath[address] == nil {
      othersAtPath[address] = number
    }
  }

  /// - Returns: The checked row; `nil` when the row contradicts other tables.
  private mutating func check(_ row: ObjectRow, _ number: UInt32, _ body: SnapshotBody)
    -> RecordRow?
  {
    let address = row.address
    guard let kind = address.kind, isText(Int(address.scene), body),
      Int(address.path) <= nodes.count,
      case let end = address.path == 0 ? Node.root : nodes[Int(address.path) - 1],
      address.path == 0 || end.depth > 0, isClass(Int(row.classIndex), body),
      isOrigin(Int(row.origin), body), let range = body.values(of: row)
    else { return nil }
    return RecordRow(
      number: ObjectNumber(number), address: address, prerequisiteNumber: row.prerequisite,
      classRow: row.classIndex, depth: end.depth, kind: kind, endsInIdentifier: end.isName,
      range: range)
  }

  private mutating func isText(_ row: Int, _ body: SnapshotBody) -> Bool {
    guard row < strings.count else { return false }
    if strings[row] == nil { strings[row] = body.string(UInt32(row)) }
    return strings[row] != nil
  }

  private mutating func isIdentifier(_ row: Int, _ body: SnapshotBody) -> Bool {
    guard isText(row, body) else { return false }
    if let known = isName[row] { return known }
    let isValid = strings[row].flatMap(RestorationIdentifier.init) != nil
    isName[row] = isValid
    return isValid
  }

  /// Whether a row is a class with a readable name.
  private mutating func isClass(_ row: Int, _ body: SnapshotBody) -> Bool {
    guard row < classes.count else { return false }
    if classes[row] == nil { classes[row] = body.recordClass(row) }
    return classes[row] != nil
  }

  private mutating func isOrigin(_ row: Int, _ body: SnapshotBody) -> Bool {
    guard row < isOriginChecked.count else { return false }
    if !isOriginChecked[row], let origin: OriginRow = body.origins.row(row) {
      isOriginChecked[row] = RecordOrigin(origin, string: body.string) != nil
    }
    return isOriginChecked[row]
  }
}

extension SnapshotBody {
  fileprivate func recordClass(_ row: Int) -> RecordClass? {
    guard let found: ClassRow = classes.row(row), let name = string(found.name) else { return nil }
    return RecordClass(
      found, at: UInt32(row), name: name, restorationClass: string(found.restorationClass))
  }
}

/// A record's checked row, as numbers that a ``SnapshotReader`` resolves.
///
/// The integers are narrow to save cache space: a pass reads all rows several times, in turn.
package struct RecordRow {
  package let number: ObjectNumber
  let address: AddressRow
  let prerequisiteNumber: UInt32
  /// The row of the record's class.
  package let classRow: UInt32
  /// The number of steps in the path.
  package let depth: UInt16
  package let kind: ObjectKind
  /// Whether the path ends in a name, not in a container's index.
  package let endsInIdentifier: Bool
  /// The range of the values in the body.
  let range: Range<Int>

  /// The row of the path's last step plus one.
  ///
  /// 0 is the empty path.
  var path: UInt32 { address.path }

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    prerequisiteNumber == BodyLayout.none ? nil : ObjectNumber(prerequisiteNumber)
  }
}
