// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads one snapshot's records during a pass.
///
/// Data that several records share is read once. Initialization checks the paths and rows. Objects
/// are found by the row of their path, without building an address. Not `Sendable`, because it
/// caches what it has read.
package final class SnapshotReader {
  package let snapshot: RestorationSnapshot
  let tables: CheckedTables

  package init(_ snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    tables = CheckedTables(snapshot.body)
  }

  /// Whether a record may have carried values.
  private(set) lazy var mayHaveCarriedValues = (0..<UInt32(snapshot.body.stringCount))
    .contains { snapshot.body.isText($0, ReservedKey.carriedValues) }

  /// The checked row of each object number.
  ///
  /// `nil` for a number without a record, and for a record that cannot be read.
  package var rows: [RecordRow?] { tables.rows }

  /// The classes of records, by their row.
  ///
  /// `nil` for a class that no record has.
  package var classes: [RecordClass?] { tables.classes }

  /// Returns the checked row of a record.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  package func record(_ number: ObjectNumber) throws(ArchiveError) -> RecordRow? {
    guard number.index < tables.rows.count else { return nil }
    if let row = tables.rows[number.index] { return row }
    guard !tables.damaged.contains(number) else {
      throw ArchiveError(.damaged, "The archive's table of objects is malformed")
    }
    return nil
  }

  /// Returns a record's origin: who wrote it, and when.
  package func origin(of record: RecordRow) -> RecordOrigin {
    guard let origin = snapshot.origin(of: record.number) else {
      preconditionFailure("A record with an invalid origin was read.")
    }
    return origin
  }

  /// Returns the class of a record.
  package func archivedClass(of record: RecordRow) -> RecordClass {
    guard let known = tables.classes[Int(record.classRow)] else {
      preconditionFailure("A record with an invalid class was read.")
    }
    return known
  }

  /// Returns a string of the snapshot; `nil` if invalid.
  func string(_ row: UInt32) -> String? {
    guard Int(row) < tables.strings.count else { return nil }
    return tables.strings[Int(row)] ?? snapshot.body.string(row)
  }

  // MARK: Paths

  /// Returns the names from the root to an object, in order.
  package func identifiers(of record: RecordRow) -> [String] {
    var names: [String] = []
    var path = record.path
    while path != 0 {
      let node = tables.nodes[Int(path) - 1]
      if node.isName { names.append(tables.strings[node.name] ?? "") }
      path = node.parent
    }
    return names.reversed()
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
    let address = snapshot.body.address(of: record.address) { row in
      string(row).map { RestorationIdentifier(checked: $0) }
    }
    guard let address else { preconditionFailure("A record with an invalid path was read.") }
    return address
  }

  /// Whether an object belongs to no window.
  package func hasNoScene(_ record: RecordRow) -> Bool {
    string(record.address.scene)?.isEmpty ?? false
  }

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
    let scene = record.address.scene
    var path = record.path
    var isNext = true
    while path != 0 {
      path = tables.nodes[Int(path) - 1].parent
      if let number = number(ofKind: .controller, at: path, scene: scene) {
        return (number, isNext)
      }
      if orObject, let number = number(ofKind: .object, at: path, scene: scene) {
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
    number(ofKind: record.kind, at: record.path, scene: record.address.scene)
  }

  /// Returns the object at an address; `nil` without a record there.
  ///
  /// The first call makes an index, so that a program can ask for each of its objects.
  package func number(at address: RestorationAddress) -> ObjectNumber? {
    guard let scene = rowsOfStrings[address.scene] else { return nil }
    var path: UInt32 = 0
    for component in address.path.components {
      let label: UInt32
      switch component {
      case .identifier(let name):
        guard let row = rowsOfStrings[name.rawValue] else { return nil }
        label = row << 1
      case .index(let index):
        guard let index = UInt32(exactly: index), index <= .max >> 1 else { return nil }
        label = index << 1 | 1
      }
      guard let step = steps[Step(parent: path, label: label)] else { return nil }
      path = step
    }
    return number(ofKind: address.kind, at: path, scene: scene)
  }

  /// A step of a path, below the row of another one.
  private struct Step: Hashable {
    let parent: UInt32
    let label: UInt32
  }

  /// The rows of paths, counted from 1.
  private lazy var steps = Dictionary(
    tables.nodes.enumerated().lazy.filter { $0.element.depth > 0 }.map {
      (Step(parent: $0.element.parent, label: $0.element.label), UInt32($0.offset) + 1)
    }, uniquingKeysWith: { first, _ in first })

  private lazy var rowsOfStrings = Dictionary(
    (0..<UInt32(tables.strings.count)).lazy.compactMap { row in
      self.string(row).map { ($0, row) }
    }, uniquingKeysWith: { first, _ in first })

  /// Returns the object at a path of a window.
  private func number(ofKind kind: ObjectKind, at path: UInt32, scene: UInt32) -> ObjectNumber? {
    let first = tables.firstAtPath[Int(path)]
    guard first.number != BodyLayout.none else { return nil }
    let sceneAndKind = scene << 8 | UInt32(kind.rawValue)
    if first.sceneAndKind == sceneAndKind { return ObjectNumber(first.number) }
    guard !tables.othersAtPath.isEmpty else { return nil }
    return tables.othersAtPath[AddressRow(sceneAndKind: sceneAndKind, path: path)]
      .map { ObjectNumber($0) }
  }
}
