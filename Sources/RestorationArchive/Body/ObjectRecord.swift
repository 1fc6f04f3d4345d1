// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

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

/// An object's record, borrowed in place from a state.
///
/// Its bytes are not copied.
package struct BorrowedRecord {
  let row: ObjectRow
  let classRow: ClassRow
  /// The buffer that contains the values, among other data.
  let bytes: [UInt8]
  let range: Range<Int>

  /// The schema version of the values.
  package var schemaVersion: Int { Int(classRow.schemaVersion) }

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite)
  }

  /// The bytes of the values.
  var values: ArraySlice<UInt8> { bytes[range] }

  /// Whether the record has a class and prerequisite.
  package func isRecord(of itsClass: RecordClass, dependentOn prerequisite: ObjectNumber?) -> Bool {
    classRow == itsClass.row && self.prerequisite == prerequisite
  }

  /// Whether another record of the object has equal content.
  ///
  /// The origin is not compared.
  func isSame(as other: BorrowedRecord) -> Bool {
    classRow == other.classRow && row.prerequisite == other.row.prerequisite
      && values == other.values
  }

  /// Visits each reference to another object, in order, repeats included.
  ///
  /// - Parameter visit: Returns `false` to end the search.
  /// - Returns: Whether all references were visited.
  @discardableResult
  package func visitReferences(_ visit: (ObjectNumber) -> Bool) -> Bool {
    var source = ByteSource(bytes, range)
    while source.variable() != nil {
      guard source.visitReferences(visit) else { return false }
    }
    return true
  }

  /// Visits each reference to another object, and the one that this record depends on.
  ///
  /// - Parameter visit: Returns `false` to end the search.
  /// - Returns: Whether all were visited.
  @discardableResult
  package func visitLinks(_ visit: (ObjectNumber) -> Bool) -> Bool {
    (prerequisite.map(visit) ?? true) && visitReferences(visit)
  }

  /// The objects that this one refers to, without repeats.
  package var references: Set<ObjectNumber> {
    var numbers: Set<ObjectNumber> = []
    visitReferences {
      numbers.insert($0)
      return true
    }
    return numbers
  }
}

/// The records of a snapshot.
extension RestorationSnapshot {
  /// The numbers of all objects that have a record, in ascending order.
  public var objects: [ObjectNumber] {
    (0..<UInt32(objectCount)).map { ObjectNumber($0) }.filter(hasRecord)
  }

  private func hasRecord(_ number: ObjectNumber) -> Bool { body.row(number)?.hasRecord ?? false }

  /// Whether at least a number of objects have a record.
  func hasRecords(atLeast count: Int) -> Bool {
    var missing = count
    for number in 0..<UInt32(objectCount) {
      guard missing > 0 else { break }
      if hasRecord(ObjectNumber(number)) { missing -= 1 }
    }
    return missing <= 0
  }

  /// Reads the record of one object, without its values.
  ///
  /// - Parameter number: The object.
  /// - Returns: The record; `nil` when the number has none.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  public func record(_ number: ObjectNumber) throws(ArchiveError) -> ObjectRecord? {
    guard let row = body.row(number), row.hasRecord else { return nil }
    guard let address = address(of: number),
      let itsClass: ClassRow = body.classes.row(Int(row.classIndex)),
      let name = body.string(itsClass.name), let origin = origin(of: number),
      let range = body.values(of: row)
    else { throw ArchiveError(.damaged, "The archive's table of objects is malformed") }
    return ObjectRecord(
      number: number, address: address, className: name,
      restorationClass: body.string(itsClass.restorationClass),
      schemaVersion: Int(itsClass.schemaVersion), origin: origin,
      prerequisite: row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite),
      range: range, snapshot: self)
  }

  /// Returns the address of an object, even without a record.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number does not exist.
  public func address(of number: ObjectNumber) -> RestorationAddress? {
    body.row(number).flatMap { row in
      body.address(of: row.address) { body.string($0).flatMap(RestorationIdentifier.init) }
    }
  }

  /// Finds the object at an address by scanning the tables once.
  ///
  /// - Parameter address: The object's address.
  /// - Returns: The object's number; `nil` when the archive has no record there.
  public func number(at address: RestorationAddress) -> ObjectNumber? {
    guard let path = body.path(of: address.path) else { return nil }
    for number in 0..<objectCount {
      guard let row: ObjectRow = body.objects.row(number), row.address.path == path,
        row.address.kind == address.kind, row.hasRecord,
        body.isText(row.address.scene, address.scene)
      else { continue }
      return ObjectNumber(UInt32(number))
    }
    return nil
  }

  /// Returns the time at which a record was written.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when there is no record, or the tables contradict each other.
  func timestamp(of number: ObjectNumber) -> Date? { originRow(of: number)?.date }

  /// Returns a record's origin; `nil` without a readable one.
  func origin(of number: ObjectNumber) -> RecordOrigin? {
    originRow(of: number).flatMap { RecordOrigin($0, string: body.string) }
  }

  private func originRow(of number: ObjectNumber) -> OriginRow? {
    body.row(number).flatMap { $0.hasRecord ? body.origins.row(Int($0.origin)) : nil }
  }

  /// Passes a record to a closure without copying its bytes.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - action: Borrows the record; must not let it escape.
  /// - Returns: The closure's result; `nil` when the number has no record, or the tables contradict
  ///   each other.
  @discardableResult
  package func withRecord<Result>(
    _ number: ObjectNumber, _ action: (BorrowedRecord) -> Result
  ) -> Result? {
    guard let row = body.row(number), row.hasRecord,
      let classRow: ClassRow = body.classes.row(Int(row.classIndex)),
      let values = body.values(of: row)
    else { return nil }
    return action(BorrowedRecord(row: row, classRow: classRow, bytes: bytes, range: values))
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
    var source = ByteSource(bytes, range)
    var entries: [ArchivedValue.Entry] = []
    entries.reserveCapacity(8)  // about what most have; growing costs more than reading
    while !source.isAtEnd {
      guard let key = source.variable().flatMap(UInt32.init(exactly:)).flatMap(body.string),
        let value = ArchivedValue.read(&source)
      else { throw ArchiveError(.damaged, "A record of the archive is malformed") }
      entries.append(ArchivedValue.Entry(key: key, value: value))
    }
    return entries
  }
}

extension OriginRow {
  var date: Date { Date(timeIntervalSinceReferenceDate: Double(bitPattern: time)) }
}

extension RecordOrigin {
  /// Reads an origin; `nil` when a string is missing.
  ///
  /// - Parameters:
  ///   - row: The row of the origin.
  ///   - string: Returns a string of the table.
  init?(_ row: OriginRow, string: (UInt32) -> String?) {
    guard let version = string(row.applicationVersion), let system = string(row.systemVersion),
      let idiom = string(row.idiom)
    else { return nil }
    self.init(
      applicationVersion: version, systemVersion: system,
      idiom: UserInterfaceIdiom(rawValue: idiom) ?? .headless, timestamp: row.date)
  }
}
