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
    guard !referenced.isEmpty else { return [] }
    return snapshot.withBytes { body in
      Array(LentNumbers(words: UnsafeRawBufferPointer(rebasing: body[referenced])))
    }
  }
  /// Where the values lie in the body.
  let range: Range<Int>
  /// Where the numbers lie that it refers to.
  fileprivate let referenced: Range<Int>
  fileprivate let snapshot: RestorationSnapshot

  /// How many bytes the values take.
  public var size: Int { range.count }
}

extension RestorationSnapshot {
  /// The numbers of all objects that have a record, in the order they were met.
  public var objects: [ObjectNumber] {
    withTables { tables in
      (0..<UInt32(objectCount)).compactMap { tables.hasRecord($0) ? ObjectNumber($0) : nil }
    }
  }

  /// Whether so many objects have a record, or more.
  func hasRecords(atLeast count: Int) -> Bool {
    var missing = count
    return withTables { tables in
      for number in 0..<UInt32(objectCount) {
        guard missing > 0 else { break }
        if tables.hasRecord(number) { missing -= 1 }
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
      guard tables.hasRecord(number.rawValue) else { return nil }
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
    withTables { tables in tables.row(Int(number.rawValue)).flatMap { tables.address(of: $0) } }
  }

  /// When a record was written.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when it has no record, or the tables contradict each other.
  package func timestamp(of number: ObjectNumber) -> Date? {
    withTables { tables in
      tables.row(Int(number.rawValue)).flatMap {
        $0.classIndex == BodyLayout.none ? nil : tables.timestamp($0.origin)
      }
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
    let entries = withBytes { body in
      SnapshotView(self, in: body).values(ByteSource(body, range))
    }
    guard let entries else {
      throw ArchiveError(.damaged, "A record of the archive is malformed")
    }
    return entries
  }
}

extension SnapshotView {
  fileprivate func hasRecord(_ number: UInt32) -> Bool {
    row(Int(number)).map { $0.classIndex != BodyLayout.none } ?? false
  }

  /// What the tables say of an object that has a record.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - snapshot: The snapshot whose tables these are.
  /// - Returns: `nil` when the tables contradict each other.
  fileprivate func objectRecord(_ number: ObjectNumber, of snapshot: RestorationSnapshot)
    -> ObjectRecord?
  {
    guard let row = row(Int(number.rawValue)), let address = address(of: row),
      let itsClass = classRow(row.classIndex), let name = string(itsClass.name),
      let origin = origin(row.origin), let size = record(row)?.count,
      let references = references(row)
    else { return nil }
    let first = snapshot.sectionRange(.records).lowerBound + Int(row.recordOffset)
    // Behind the length of the list; for none, anywhere.
    let firstReference =
      references.isEmpty
      ? 0 : snapshot.sectionRange(.references).lowerBound + 4 * (Int(row.references) + 1)
    return ObjectRecord(
      number: number, address: address, className: name,
      restorationClass: string(itsClass.restorationClass),
      schemaVersion: Int(itsClass.schemaVersion),
      origin: origin,
      prerequisite: row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite),
      range: first..<first + size,
      referenced: firstReference..<firstReference + references.count, snapshot: snapshot)
  }

  /// Where an object lies.
  fileprivate func address(of row: Row) -> RestorationAddress? {
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

  fileprivate func origin(_ row: UInt32) -> RecordOrigin? {
    let start = Int(row) * BodyLayout.originRowSize
    guard let version = origins.word(start).flatMap(string),
      let system = origins.word(start + 4).flatMap(string),
      let idiom = origins.word(start + 8).flatMap(string), let timestamp = timestamp(row)
    else { return nil }
    return RecordOrigin(
      applicationVersion: version, systemVersion: system,
      idiom: UserInterfaceIdiom(rawValue: idiom) ?? .headless,
      timestamp: timestamp)
  }

  /// The time of an origin.
  fileprivate func timestamp(_ origin: UInt32) -> Date? {
    origins.doubleWord(Int(origin) * BodyLayout.originRowSize + 12).map {
      Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))
    }
  }

  /// A string of the table.
  func string(_ index: UInt32) -> String? { utf8(index).flatMap { String(exactly: $0) } }

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
