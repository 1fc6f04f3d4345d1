// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What an archive says of one object, without its values.
public struct ObjectRecord: Sendable {
  /// The object's number in this archive.
  public let number: ObjectNumber
  /// Where the object lay.
  public let address: RestorationAddress
  /// The class to be compared at restore (R49, R63).
  public let className: String
  /// The name of the class that makes the object; `nil` when it is found in another way (R67).
  public let restorationClass: String?
  /// The version of what the object wrote.
  public let schemaVersion: Int
  /// Who wrote it, and when.
  public let origin: RecordOrigin
  /// An object without which this one is not restored.
  public let prerequisite: ObjectNumber?
  /// The objects this one refers to.
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
  /// Where the values lie in the body.
  let range: Range<Int>
  fileprivate let snapshot: RestorationSnapshot

  /// How many bytes the values take.
  public var size: Int { range.count }
}

extension RestorationSnapshot {
  /// The numbers of all objects that have a record, in the order they were met.
  public var objects: [ObjectNumber] {
    withTables { tables in
      (0..<UInt32(objectCount)).compactMap {
        tables.hasRecord(ObjectNumber($0)) ? ObjectNumber($0) : nil
      }
    }
  }

  /// Whether so many objects have a record, or more.
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

  /// Reads what the archive says of one object.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record.
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

  /// Where an object lies; also for a number that has no record.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when there is no such number.
  public func address(of number: ObjectNumber) -> RestorationAddress? {
    withTables { tables in tables.row(number).flatMap { tables.address(of: $0.address) } }
  }

  /// When a record was written.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when it has no record, or the tables contradict each other.
  package func timestamp(of number: ObjectNumber) -> Date? {
    withTables { tables in
      tables.row(number).flatMap { $0.hasRecord ? tables.origins.row(Int($0.origin)) : nil }
        .map { (row: OriginRow) in row.date }
    }
  }

  func origin(_ row: UInt32) -> RecordOrigin? { withTables { $0.origin(row) } }

  /// All values of an object, in the order they were written.
  ///
  /// - Parameter record: The object.
  /// - Returns: Keys and values.
  /// - Throws: ``ArchiveError`` when the record is malformed.
  public func values(of record: ObjectRecord) throws(ArchiveError) -> [ArchivedValue.Entry] {
    try values(in: record.range)
  }

  /// All values in a part of the body.
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

  /// What the tables say of an object that has a record.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - snapshot: The snapshot whose tables these are.
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

  /// Where an object lies.
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

  /// Keys and values up to the end of a source; `nil` when they are malformed.
  fileprivate func values(_ source: consuming ByteSource) -> [ArchivedValue.Entry]? {
    var entries: [ArchivedValue.Entry] = []
    entries.reserveCapacity(8)  // most have about as many; to grow takes longer than to read them
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
  /// Finds the object at an address, by looking through the tables once.
  ///
  /// - Parameter address: Where the object lay.
  /// - Returns: Its number; `nil` when the archive has no record there.
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
  /// The row of a path's last step, plus one; 0 for the empty path.
  ///
  /// A step lies behind the one above it, so that one look through the table finds all of a path's.
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
