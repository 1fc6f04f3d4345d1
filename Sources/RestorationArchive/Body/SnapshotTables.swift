// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The strings, paths and object numbers shared by one process's snapshots.
///
/// The tables only grow, so the bytes of a record can be carried from one snapshot to the next. An
/// object number belongs to an address, not to an instance: a screen that is left and visited again
/// keeps its number.
package final class SnapshotTables {
  private static let count = Atomic<UInt64>(0)
  /// A number that no other tables of this process have.
  package let serial = count.wrappingAdd(1, ordering: .relaxed).newValue

  private(set) var strings: [String] = []
  /// The UTF-8 size of all strings, in bytes.
  private(set) var stringBytes = 0
  private var stringIndices: [ExactString: UInt32] = [:]

  private(set) var nodes: [PathNode] = []
  private var nodeIndices: [PathNode: UInt32] = [:]

  private(set) var addresses: [AddressRow] = []
  /// The number of assigned object numbers.
  package var objectCount: Int { addresses.count }
  private var addressIndices: [AddressRow: UInt32] = [:]

  /// The components of the last path, with their node rows plus one.
  private var lastPath: [(component: RestorationPath.Component, node: UInt32)] = []

  /// The rows of coding keys for text that the user typed.
  private(set) var typedKeys: Set<UInt32> = []

  /// The object numbers whose records hold only what this process wrote.
  private var ownRecords: [Bool] = []

  /// The classes of records, in the order they were met.
  private(set) var classes: [RecordClass] = []
  private var classPlaces: [ClassRow: Int] = [:]
  /// What classes have written with the tables before, by class name.
  private var formerClasses: [String: RecordClass] = [:]

  package init() {}

  func index(of string: String) -> UInt32 {
    if let index = stringIndices[ExactString(string)] { return index }
    return append(string)
  }

  /// The number of steps in the table of paths.
  var pathCount: Int { nodes.count }

  private func append(_ string: String) -> UInt32 {
    let index = UInt32(strings.count)
    strings.append(string)
    stringBytes += string.utf8.count
    // If rows are equal, which only a malformed archive has, the first one counts.
    if stringIndices[ExactString(string)] == nil { stringIndices[ExactString(string)] = index }
    return index
  }

  /// The number of the application record.
  package private(set) lazy var application = number(for: .application)

  /// Returns the object number of an address, and assigns one if needed.
  ///
  /// - Parameter address: The object's address.
  /// - Returns: The number, which stays the same as long as these tables live, unless
  ///   ``move(_:to:)`` gives the address another one.
  package func number(for address: RestorationAddress) -> ObjectNumber {
    let parent = node(of: address.path.components)
    let scene = index(of: address.scene)
    let row = AddressRow(sceneAndKind: scene << 8 | UInt32(address.kind.rawValue), path: parent)
    if let index = addressIndices[row] { return ObjectNumber(index) }
    return ObjectNumber(append(row))
  }

  /// Returns the number of a named object right below another one, and assigns one if needed.
  ///
  /// The path need not be built: the number of the other object has it.
  ///
  /// - Parameters:
  ///   - identifier: The object's own name.
  ///   - kind: The object's kind.
  ///   - parent: A number of these tables.
  /// - Returns: `nil` when the path would be deeper than an archive may hold.
  package func number(
    of identifier: RestorationIdentifier, _ kind: ObjectKind, below parent: ObjectNumber
  ) -> ObjectNumber? {
    let above = addresses[parent.index]
    guard depth(of: above.path) < RestorationPath.maximumDepth else { return nil }
    let node = PathNode(parent: above.path, label: index(of: identifier.rawValue) << 1)
    let row = AddressRow(
      sceneAndKind: above.sceneAndKind & ~0xFF | UInt32(kind.rawValue), path: self.row(of: node) + 1
    )
    return ObjectNumber(addressIndices[row] ?? append(row))
  }

  /// Moves a number to another address, whose number gets the address that becomes free.
  ///
  /// The state of before must then ``CurrentState/takeAddresses(of:)``.
  package func move(_ number: ObjectNumber, to address: RestorationAddress) {
    let other = self.number(for: address)
    addresses.swapAt(number.index, other.index)
    for moved in [number, other] { addressIndices[addresses[moved.index]] = moved.rawValue }
  }

  private func depth(of path: UInt32) -> Int {
    var (depth, next) = (0, path)
    while next != 0 { (depth, next) = (depth + 1, nodes[Int(next) - 1].parent) }
    return depth
  }

  /// Returns the row of a path's last node plus one.
  ///
  /// 0 is the empty path. Most paths differ from the previous one only in the last step.
  private func node(of path: [RestorationPath.Component]) -> UInt32 {
    var depth = 0
    while depth < min(path.count, lastPath.count), lastPath[depth].component == path[depth] {
      depth += 1
    }
    lastPath.removeLast(lastPath.count - depth)
    for component in path[depth...] {
      let label: UInt32 =
        switch component {
        case .identifier(let identifier): index(of: identifier.rawValue) << 1
        case .index(let index): UInt32(min(max(index, 0), Int(Int32.max))) << 1 | 1
        }
      let node = row(of: PathNode(parent: lastPath.last?.node ?? 0, label: label)) + 1
      lastPath.append((component, node))
    }
    return lastPath.last?.node ?? 0
  }

  private func append(_ row: AddressRow) -> UInt32 {
    let index = UInt32(addresses.count)
    addresses.append(row)
    addressIndices[row] = index
    return index
  }

  private func append(_ node: PathNode) -> UInt32 {
    let index = UInt32(nodes.count)
    nodes.append(node)
    nodeIndices[node] = index
    return index
  }

  /// Returns a class of records, and adds it if it is new.
  ///
  /// It stays the same as long as these tables live.
  ///
  /// - Parameters:
  ///   - name: The class name that restoring compares.
  ///   - restorationClass: The name of the class that creates the objects, if there is one.
  ///   - schemaVersion: The schema version of the values.
  /// - Returns: The class.
  package func recordClass(named name: String, _ restorationClass: String?, schemaVersion: Int)
    -> RecordClass
  {
    recordClass(
      ClassRow(
        name: index(of: name),
        restorationClass: restorationClass.map { index(of: $0) } ?? BodyLayout.none,
        schemaVersion: UInt32(clamping: schemaVersion)))
  }

  /// Returns the class that a row of these tables describes.
  func recordClass(_ row: ClassRow) -> RecordClass {
    if let place = classPlaces[row] { return classes[place] }
    let new = RecordClass(
      row, at: UInt32(classes.count), name: string(row.name) ?? "",
      restorationClass: string(row.restorationClass))
    classPlaces[row] = classes.count
    classes.append(new)
    return new
  }

  /// Whether objects of a class have written a coding key.
  ///
  /// Other classes of that name count, too.
  func hasWritten(_ key: String, _ itsClass: RecordClass) -> Bool {
    classes.contains { $0.row.name == itsClass.row.name && $0.hasWritten(key) }
      || formerClasses[itsClass.name]?.hasWritten(key) == true
  }

  /// Returns a string of the table.
  func string(_ row: UInt32) -> String? {
    strings.indices.contains(Int(row)) ? strings[Int(row)] : nil
  }

  /// Whether a record holds only what this process wrote.
  func isOwn(_ number: ObjectNumber) -> Bool {
    number.index < ownRecords.count && ownRecords[number.index]
  }

  /// Notes whether a record holds only what this process wrote.
  func setOwn(_ isOwn: Bool, _ number: ObjectNumber) {
    if number.index >= ownRecords.count {
      guard isOwn else { return }
      let missing = max(objectCount, number.index + 1) - ownRecords.count
      ownRecords.append(contentsOf: repeatElement(false, count: missing))
    }
    ownRecords[number.index] = isOwn
  }

  /// Marks a coding key as one for text that the user typed.
  func markTyped(_ key: String) { typedKeys.insert(index(of: key)) }

  /// Returns the address that a number was assigned to.
  ///
  /// - Parameter number: A number of these tables.
  /// - Returns: `nil` for a number of other tables.
  package func address(of number: ObjectNumber) -> RestorationAddress? {
    guard addresses.indices.contains(Int(number.rawValue)) else { return nil }
    let row = addresses[Int(number.rawValue)]
    var components: [RestorationPath.Component] = []
    var next = row.path
    while next != 0 {
      let node = nodes[Int(next) - 1]
      if node.label & 1 == 1 {
        components.append(.index(Int(node.label >> 1)))
      } else {
        guard let identifier = RestorationIdentifier(strings[Int(node.label >> 1)]) else {
          return nil
        }
        components.append(.identifier(identifier))
      }
      next = node.parent
    }
    guard let kind = ObjectKind(rawValue: UInt8(row.sceneAndKind & 0xFF)) else { return nil }
    return RestorationAddress(
      scene: strings[Int(row.sceneAndKind >> 8)], kind: kind,
      path: RestorationPath(components.reversed()))
  }

  private func row(of node: PathNode) -> UInt32 {
    if let index = nodeIndices[node] { return index }
    return append(node)
  }

  /// Whether more than half of an archive's capacity is used.
  ///
  /// The engine then starts new tables from the result of ``RestorationSnapshot/compacted()``
  /// before its next full pass. A snapshot above the limits cannot be written.
  package var isNearlyFull: Bool {
    addresses.count > ArchiveLimits.objects / 2 || strings.count > ArchiveLimits.strings / 2
      || stringBytes > ArchiveLimits.stringBytes / 2 || pathCount > ArchiveLimits.paths / 2
  }

  /// Takes over a snapshot's tables, so its records can be carried.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot whose tables were checked when it was opened.
  ///   - former: The tables before. The keys of typed text, and those that classes have written,
  ///     stay known.
  package convenience init(
    continuing snapshot: RestorationSnapshot, knowing former: SnapshotTables? = nil
  ) {
    self.init()
    // Every row keeps its number, whatever it contains.
    for string in snapshot.allStrings() { _ = append(string) }
    if strings.isEmpty { _ = append("") }
    for node in snapshot.allPathNodes() { _ = append(node) }
    for row in snapshot.allAddressRows() { _ = append(row) }
    guard let former else { return }
    for key in former.typedKeys { markTyped(former.strings[Int(key)]) }
    for itsClass in former.formerClasses.values + former.classes {
      let known = formerClasses[itsClass.name] ?? itsClass.withoutKeys
      known.noteKeys(of: itsClass)
      formerClasses[itsClass.name] = known
    }
  }
}
