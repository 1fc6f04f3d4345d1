// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// An object's record in an archive, without the values.
public struct ObjectRecord: Sendable {
  /// The object's number in this archive.
  public let number: ObjectNumber
  /// The object's address.
  public let address: RestorationAddress
  /// The class name that restoring compares.
  public let className: String
  /// The name of the class that creates the object.
  ///
  /// `nil` when the object is found in another way.
  public let restorationClass: String?
  /// The schema version of the values.
  public let schemaVersion: Int
  /// The origin: who wrote the record, and when.
  public let origin: RecordOrigin
  /// An object without which this one is not restored.
  public let prerequisite: ObjectNumber?
  /// The objects that this one refers to, without repeats.
  public var references: [ObjectNumber] {
    var numbers: [ObjectNumber] = []
    var known: Set<ObjectNumber> = []
    snapshot.withRecord(number) { record in
      record.visitReferences {
        if known.insert($0).inserted { numbers.append($0) }
        return true
      }
    }
    return numbers
  }
  /// The range of the values in the body.
  let range: Range<Int>
  fileprivate let snapshot: RestorationSnapshot

  /// The size of the values, in bytes.
  public var size: Int { range.count }
}

extension RestorationSnapshot {
  /// The numbers of all objects that have a record, in ascending order.
  public var objects: [ObjectNumber] {
    withTables { tables in
      (0..<UInt32(objectCount)).compactMap {
        tables.hasRecord(ObjectNumber($0)) ? ObjectNumber($0) : nil
      }
    }
  }

  /// Whether at least a number of objects have a record.
  func hasRecords(atLeast count: Int) -> Bool {
    var missing = count
    return withTables { tables in
      for number in 0..<UInt32(objectCount) {
        guard missing > 0 else { break }
        if tables.hasRecord(ObjectNumber(number)) { missing -= 1 }
      }
      return missing <= 0
    }
  }

  /// Reads the record of one object, without its values.
  ///
  /// - Parameter number: The object.
  /// - Returns: The record; `nil` when the number has none.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  public func record(_ number: ObjectNumber) throws(ArchiveError) -> ObjectRecord? {
    try withTables { tables throws(ArchiveError) in
      guard tables.hasRecord(number) else { return nil }
      guard let record = tables.objectRecord(number, of: self) else {
        throw ArchiveError(.damaged, "The archive's table of objects is malformed")
      }
      return record
    }
  }

  /// Returns the address of an object, even without a record.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number does not exist.
  public func address(of number: ObjectNumber) -> RestorationAddress? {
    withTables { tables in tables.row(number).flatMap { tables.address(of: $0.address) } }
  }

  /// Returns the time at which a record was written.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when there is no record, or the tables contradict each other.
  package func timestamp(of number: ObjectNumber) -> Date? {
    withTables { tables in
      tables.row(number).flatMap { $0.hasRecord ? tables.origins.row(Int($0.origin)) : nil }
        .map { (row: OriginRow) in row.date }
    }
  }

  /// Returns a record's origin; `nil` when there is no record, or it cannot be read.
  func origin(of number: ObjectNumber) -> RecordOrigin? {
    withTables { tables in
      tables.row(number).flatMap { $0.hasRecord ? tables.origin($0.origin) : nil }
    }
  }

  /// Returns all values of an object, in the order they were written.
  ///
  /// - Parameter record: The object.
  /// - Returns: The coding keys and values.
  /// - Throws: ``ArchiveError`` when the record is malformed.
  public func values(of record: ObjectRecord) throws(ArchiveError) -> [ArchivedValue.Entry] {
    try values(in: record.range)
  }

  /// Returns all values in a part of the body.
  func values(in range: Range<Int>) throws(ArchiveError) -> [ArchivedValue.Entry] {
    let entries = withTables { $0.values(ByteSource($0.body, range)) }
    guard let entries else {
      throw ArchiveError(.damaged, "A record of the archive is malformed")
    }
    return entries
  }
}

extension SnapshotView {
  fileprivate func hasRecord(_ number: ObjectNumber) -> Bool { row(number)?.hasRecord ?? false }

  /// Returns the record of an object, without its values.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - snapshot: The snapshot that these tables belong to.
  /// - Returns: `nil` when the tables contradict each other.
  fileprivate func objectRecord(_ number: ObjectNumber, of snapshot: RestorationSnapshot)
    -> ObjectRecord?
  {
    guard let row = row(number), let address = address(of: row.address),
      let itsClass: ClassRow = classes.row(Int(row.classIndex)), let name = string(itsClass.name),
      let origin = origin(row.origin), values(of: row) != nil
    else { return nil }
    let start = snapshot.range(of: .records).lowerBound
    return ObjectRecord(
      number: number, address: address, className: name,
      restorationClass: string(itsClass.restorationClass),
      schemaVersion: Int(itsClass.schemaVersion),
      origin: origin,
      prerequisite: row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite),
      range: start + row.range.lowerBound..<start + row.range.upperBound, snapshot: snapshot)
  }

  /// Returns the address that a row describes; `nil` when it is malformed.
  fileprivate func address(of row: AddressRow) -> RestorationAddress? {
    guard let scene = string(row.sceneAndKind >> 8),
      let kind = ObjectKind(rawValue: UInt8(row.sceneAndKind & 0xFF))
    else { return nil }
    var components: [RestorationPath.Component] = []
    var path = row.path
    while path != 0 {
      guard components.count < ArchiveLimits.pathDepth, let node = pathNode(path) else {
        return nil
      }
      if node.label & 1 == 1 {
        components.append(.index(Int(node.label >> 1)))
      } else {
        guard let identifier = string(node.label >> 1).flatMap(RestorationIdentifier.init) else {
          return nil
        }
        components.append(.identifier(identifier))
      }
      path = node.parent
    }
    components.reverse()
    return RestorationAddress(scene: scene, kind: kind, path: RestorationPath(components))
  }

  func origin(_ row: UInt32) -> RecordOrigin? {
    guard let row: OriginRow = origins.row(Int(row)), let version = string(row.applicationVersion),
      let system = string(row.systemVersion), let idiom = string(row.idiom)
    else { return nil }
    return RecordOrigin(
      applicationVersion: version, systemVersion: system,
      idiom: UserInterfaceIdiom(rawValue: idiom) ?? .headless, timestamp: row.date)
  }

  /// Reads coding keys and values to the end; `nil` if malformed.
  fileprivate func values(_ source: consuming ByteSource) -> [ArchivedValue.Entry]? {
    var entries: [ArchivedValue.Entry] = []
    entries.reserveCapacity(8)  // about what most have; growing costs more than reading
    while !source.isAtEnd {
      guard let key = source.variable().flatMap(UInt32.init(exactly:)).flatMap(string),
        let value = ArchivedValue.read(&source)
      else { return nil }
      entries.append(ArchivedValue.Entry(key: key, value: value))
    }
    return entries
  }
}

extension OriginRow {
  fileprivate var date: Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: time))
  }
}

extension RestorationSnapshot {
  /// Finds the object at an address by scanning the tables once.
  ///
  /// - Parameter address: The object's address.
  /// - Returns: The object's number; `nil` when the archive has no record there.
  public func number(at address: RestorationAddress) -> ObjectNumber? {
    withTables { tables in
      guard let path = tables.path(of: address.path) else { return nil }
      for number in 0..<objectCount {
        guard let row: ObjectRow = tables.objects.row(number), row.address.path == path,
          row.address.sceneAndKind & 0xFF == UInt32(address.kind.rawValue), row.hasRecord,
          tables.isText(row.address.sceneAndKind >> 8, address.scene)
        else { continue }
        return ObjectNumber(UInt32(number))
      }
      return nil
    }
  }
}

extension SnapshotView {
  /// Returns the row of a path's last step, plus one.
  ///
  /// 0 is the empty path. A step is stored after its parent, so a single scan of the table finds
  /// all steps of a path.
  fileprivate func path(of path: RestorationPath) -> UInt32? {
    var (above, next): (UInt32, UInt32) = (0, 1)
    for component in path.components {
      guard let found = step(component, below: above, from: next) else { return nil }
      (above, next) = (found, found + 1)
    }
    return above
  }

  private func step(
    _ component: RestorationPath.Component, below parent: UInt32, from first: UInt32
  ) -> UInt32? {
    var step = first
    while step <= pathCount {
      if let node = pathNode(step), node.parent == parent {
        switch component {
        case .identifier(let name):
          if node.label & 1 == 0, isText(node.label >> 1, name.rawValue) { return step }
        case .index(let index):
          if node.label & 1 == 1, Int(node.label >> 1) == index { return step }
        }
      }
      step += 1
    }
    return nil
  }

  func isText(_ row: UInt32, _ text: String) -> Bool {
    guard let utf8 = utf8(row), utf8.count == text.utf8.count else { return false }
    return body[utf8].elementsEqual(text.utf8)
  }
}
