// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Locates objects by the rows of the table of paths.
extension SnapshotReader {
  /// Returns the names from the root to an object, in order.
  package func identifiers(of record: RecordRow) -> [String] {
    let names = lastNames.take(of: record, in: tables)
    lastNames.putBack(names, of: record)
    return names
  }

  /// Takes an object's names, root first, out of the cache.
  ///
  /// The caller gets the only reference to the array.
  ///
  /// - Returns: The names. Return them with ``putBack(_:of:)``, so that the next names reuse the
  ///   array.
  package func takeIdentifiers(of record: RecordRow) -> [String] {
    lastNames.take(of: record, in: tables)
  }

  /// Returns an object's names to the cache, unless it holds newer ones.
  package func putBack(_ names: consuming [String], of record: RecordRow) {
    lastNames.putBack(names, of: record)
  }

  /// Returns an object's own name, the last one in its path.
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

  /// Returns an object's address.
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

  /// An object above another one, and whether it is one step above.
  package typealias Ancestor = (number: ObjectNumber, isNext: Bool)

  /// Returns the nearest object with a record above another one.
  ///
  /// This is a controller or, for a registered object, also another registered object. Nothing is
  /// above a window.
  ///
  /// - Parameter record: The object below.
  /// - Returns: `nil` when no object is above.
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

  /// Whether several objects may have one address.
  package var hasSharedAddresses: Bool { !tables.othersAtPath.isEmpty }

  /// Returns the first object that has a record's address.
  ///
  /// Only a malformed archive has several objects at one address.
  package func first(at record: RecordRow) -> ObjectNumber? {
    number(ofKind: record.kind, at: record.path, record)
  }

  /// Returns the object at a path in another object's window.
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

/// A cache of the names of the last path.
///
/// Most paths differ from the previous one only in the last step. Paths elsewhere often use the
/// same names.
struct LastNames {
  /// Empty while a caller borrows the names.
  private var names: [String] = []
  /// The cached path, and its steps from the root down.
  private var path: UInt32 = 0
  private var depth = 0
  private var steps: [UInt32] = []
  /// The rows of the strings that the names come from.
  private var rows: [Int] = []

  /// Returns the names of a path, reusing the cached array if possible.
  mutating func take(of record: RecordRow, in tables: CheckedTables) -> [String] {
    // While the names are borrowed, build others from the start.
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
      if place < known, steps[place] == next { break }  // all steps above are equal, too
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

  /// Takes names back, unless others were requested in between.
  mutating func putBack(_ taken: consuming [String], of record: RecordRow) {
    if names.isEmpty, record.path == path { names = taken }
  }
}
