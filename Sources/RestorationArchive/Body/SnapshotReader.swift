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
  /// The steps that end in a name; `nil` until they are needed.
  private var namedSteps: [NamedStep: UInt32]?
  /// The names of the path that was requested last.
  private var lastNames = LastNames()

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
    let sceneAndKind = other.address.scene << 8 | UInt32(kind.rawValue)
    if first.sceneAndKind == sceneAndKind { return ObjectNumber(first.number) }
    guard !tables.othersAtPath.isEmpty else { return nil }
    return tables.othersAtPath[AddressRow(sceneAndKind: sceneAndKind, path: path)]
      .map { ObjectNumber($0) }
  }

  // MARK: Names

  // Finds records by name, step by step from the root: for many objects that exist before their
  // records are read. The first look-up reads all names; `RestorationSnapshot.number(at:)` reads a
  // handful in each.

  /// A step of a path: a name below a known step.
  private struct NamedStep: Hashable {
    let above: UInt32
    let name: ExactString
  }

  /// The number of steps in the table of paths.
  package var stepCount: Int { tables.nodes.count }

  /// Returns the step with a name below another step.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - above: The step above; 0 for the root.
  /// - Returns: `nil` when no path in the archive has this step.
  package func step(named name: RestorationIdentifier, below above: UInt32) -> UInt32? {
    if namedSteps == nil { namedSteps = readNames() }
    return namedSteps?[NamedStep(above: above, name: ExactString(name.rawValue))]
  }

  private func readNames() -> [NamedStep: UInt32] {
    var steps: [NamedStep: UInt32] = [:]
    steps.reserveCapacity(tables.nodes.count)
    for (row, node) in tables.nodes.enumerated() where node.depth > 0 && node.isName {
      let name = ExactString(string(node.label >> 1) ?? "")
      steps[NamedStep(above: node.parent, name: name)] = UInt32(row + 1)
    }
    return steps
  }

  /// Returns the registered object outside windows whose path ends in a step.
  ///
  /// - Returns: `nil` when there is none, or when the path alone does not identify it.
  package func object(at step: UInt32) -> ObjectNumber? {
    let first = tables.firstAtPath[Int(step)]
    guard first.number != BodyLayout.none, !hasSharedAddresses,
      first.sceneAndKind & 0xFF == UInt32(ObjectKind.object.rawValue),
      string(first.sceneAndKind >> 8)?.isEmpty ?? false
    else { return nil }
    return ObjectNumber(first.number)
  }
}

/// A cache of the names of the last path.
///
/// Most paths differ from the previous one only in the last step. Paths elsewhere often use the
/// same names.
private struct LastNames {
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
