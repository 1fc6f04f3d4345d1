// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where objects lie, by the rows of the table of paths.
extension SnapshotReader {
  func readPaths() {
    let count = snapshot.range(of: .paths).count / PathNode.size
    nodes.reserveCapacity(count)
    snapshot.withTables { tables in
      for row in 0..<count {
        nodes.append(tables.pathNode(UInt32(row + 1)).map(measure) ?? .root)
      }
    }
  }

  /// Counts the steps that lead to a step, whose parent is among those before it.
  @inline(__always)
  private func measure(_ node: PathNode) -> Node {
    let none = Node(parent: node.parent, label: node.label, depth: 0, nameCount: 0)
    var (depth, nameCount): (UInt16, UInt16) = (1, 0)
    if node.parent != 0 {
      let above = nodes[Int(node.parent) - 1]
      guard above.depth > 0, above.depth < ArchiveLimits.pathDepth else { return none }
      (depth, nameCount) = (above.depth + 1, above.nameCount)
    }
    if node.label & 1 == 0 {
      guard isIdentifier(node.label >> 1) else { return none }
      nameCount += 1
    }
    return Node(parent: node.parent, label: node.label, depth: depth, nameCount: nameCount)
  }

  /// The names from the root down to an object; the last is its own (R13).
  package func identifiers(of record: RecordRow) -> [String] {
    putNames(of: record)
    return lastNames
  }

  /// Lends the names from the root down to an object, which nobody else counts meanwhile.
  ///
  /// - Returns: Given back with ``putBack(_:of:)``, so that the next names are put over them.
  package func takeIdentifiers(of record: RecordRow) -> [String] {
    putNames(of: record)
    var names: [String] = []
    swap(&names, &lastNames)
    return names
  }

  /// Takes back the names of an object, unless others were asked for meanwhile.
  package func putBack(_ names: consuming [String], of record: RecordRow) {
    guard lastNames.isEmpty, record.path == lastPath else { return }
    lastNames = names
  }

  /// Puts the names of a path over those of the one before, unless somebody has kept these: most paths
  /// share all with it but their end, and what lies elsewhere often has the same names.
  private func putNames(of record: RecordRow) {
    // While the names are lent, others are put together from the start.
    let known = lastNames.isEmpty ? 0 : lastDepth
    let nameCount = record.path == 0 ? 0 : Int(nodes[Int(record.path) - 1].nameCount)
    let keptCount = lastNames.count
    while lastNames.count < nameCount { lastNames.append("") }
    if lastNames.count > nameCount { lastNames.removeLast(lastNames.count - nameCount) }
    (lastPath, lastDepth) = (record.path, Int(record.depth))
    var next = record.path
    while next != 0 {
      let node = nodes[Int(next) - 1]
      let place = Int(node.depth) - 1
      if place < known, lastSteps[place] == next { break }  // all above it is the same, too
      lastSteps[place] = next
      if node.label & 1 == 0 {
        let index = Int(node.nameCount) - 1
        if index >= keptCount || lastLabels[index] != node.label {
          lastLabels[index] = node.label
          lastNames[index] = strings[Int(node.label >> 1)] ?? ""
        }
      }
      next = node.parent
    }
  }

  /// An object's own name: the last in its path.
  package func lastIdentifier(of record: RecordRow) -> RestorationIdentifier? {
    // Mostly its names were asked for just before.
    if record.path == lastPath, let name = lastNames.last {
      return RestorationIdentifier(checked: name)
    }
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
    components.reserveCapacity(Int(record.depth))
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

  /// What lies above an object, and whether it is one step above.
  package typealias Ancestor = (number: ObjectNumber, isNext: Bool)

  /// The nearest object above another one that has a record: a controller, or for a registered object
  /// another one; nothing is above a window.
  ///
  /// - Parameter record: The object below.
  /// - Returns: `nil` when there is none.
  package func ancestor(of record: RecordRow) -> Ancestor? {
    if record.kind == .window { return nil }
    let orObject = record.kind == .object
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

  /// Whether there may be objects with the same address.
  package var hasSharedAddresses: Bool { !othersAtPath.isEmpty }

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
    return othersAtPath[AddressRow(sceneAndKind: sceneAndKind, path: path)]
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
