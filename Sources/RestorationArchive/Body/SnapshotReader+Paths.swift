// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where objects lie, by the rows of the table of paths.
extension SnapshotReader {
  /// The names from the root down to an object; the last is its own (R13).
  package func identifiers(of record: RecordRow) -> [String] {
    let names = lastNames.take(of: record, in: tables)
    lastNames.putBack(names, of: record)
    return names
  }

  /// Lends the names from the root down to an object, which nobody else counts meanwhile.
  ///
  /// - Returns: Given back with ``putBack(_:of:)``, so that the next names are put over them.
  package func takeIdentifiers(of record: RecordRow) -> [String] {
    lastNames.take(of: record, in: tables)
  }

  /// Takes back the names of an object, unless others were asked for meanwhile.
  package func putBack(_ names: consuming [String], of record: RecordRow) {
    lastNames.putBack(names, of: record)
  }

  /// An object's own name: the last in its path.
  package func lastIdentifier(of record: RecordRow) -> RestorationIdentifier? {
    var path = record.path
    while path != 0 {
      let node = tables.nodes[Int(path) - 1]
      if node.isName {
        return tables.strings[node.name].map { RestorationIdentifier(checked: $0) }
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
      path = tables.nodes[Int(path) - 1].parent
      if let number = number(ofKind: .controller, at: path, record) { return (number, isNext) }
      if orObject, let number = number(ofKind: .object, at: path, record) {
        return (number, isNext)
      }
      isNext = false
    }
    return nil
  }

  /// Whether there may be objects with the same address.
  package var hasSharedAddresses: Bool { !tables.othersAtPath.isEmpty }

  /// The first object that has the address of a record, which is another one in strange archives only.
  package func first(at record: RecordRow) -> ObjectNumber? {
    number(ofKind: record.kind, at: record.path, record)
  }

  /// An object at a path, in the window that another one is in.
  private func number(ofKind kind: ObjectKind, at path: UInt32, _ other: RecordRow)
    -> ObjectNumber?
  {
    let first = tables.firstAtPath[Int(path)]
    guard first.number != BodyLayout.none else { return nil }
    let sceneAndKind = other.scene << 8 | UInt32(kind.rawValue)
    if first.sceneAndKind == sceneAndKind { return ObjectNumber(first.number) }
    guard !tables.othersAtPath.isEmpty else { return nil }
    return tables.othersAtPath[AddressRow(sceneAndKind: sceneAndKind, path: path)]
      .map { ObjectNumber($0) }
  }

  @inline(__always)
  private func forEachStepUp(from path: UInt32, _ action: (_ label: UInt32) -> Void) {
    var next = path
    while next != 0 {
      let node = tables.nodes[Int(next) - 1]
      action(node.label)
      next = node.parent
    }
  }
}

/// The names that were asked for last: most paths share all with the one before but their end, and what
/// lies elsewhere often has the same names.
struct LastNames {
  /// Empty while they are lent.
  private var names: [String] = []
  /// The path that had them, and its steps from the root down.
  private var path: UInt32 = 0
  private var depth = 0
  private var steps: [UInt32] = []
  /// The strings that the names are from.
  private var rows: [Int] = []

  /// The names of a path, put over those of the one before, unless somebody has these.
  mutating func take(of record: RecordRow, in tables: CheckedTables) -> [String] {
    // While the names are lent, others are put together from the start.
    let known = names.isEmpty ? 0 : depth
    let nameCount = record.path == 0 ? 0 : Int(tables.nodes[Int(record.path) - 1].nameCount)
    let keptCount = names.count
    while names.count < nameCount { names.append("") }
    while rows.count < nameCount { rows.append(0) }
    while steps.count < record.depth { steps.append(0) }
    if names.count > nameCount { names.removeLast(names.count - nameCount) }
    (path, depth) = (record.path, Int(record.depth))
    var next = record.path
    while next != 0 {
      let node = tables.nodes[Int(next) - 1]
      let place = Int(node.depth) - 1
      if place < known, steps[place] == next { break }  // all above it is the same, too
      steps[place] = next
      if node.isName {
        let index = Int(node.nameCount) - 1
        if index >= keptCount || rows[index] != node.name {
          rows[index] = node.name
          names[index] = tables.strings[node.name] ?? ""
        }
      }
      next = node.parent
    }
    var taken: [String] = []
    swap(&taken, &names)
    return taken
  }

  /// Takes names back, unless others were asked for meanwhile.
  mutating func putBack(_ taken: consuming [String], of record: RecordRow) {
    if names.isEmpty, record.path == path { names = taken }
  }
}
