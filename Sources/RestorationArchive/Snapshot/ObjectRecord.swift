// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
  public var references: [ObjectNumber] { referenced.map { ObjectNumber($0) } }
  /// The numbers of those, of a type that need not be put together to read a first record.
  let referenced: [UInt32]
  /// Where the values lie in the body.
  let range: Range<Int>

  /// How many bytes the values take.
  public var size: Int { range.count }
}

extension RestorationSnapshot {
  /// The numbers of all objects that have a record, in the order they were met.
  public var objects: [ObjectNumber] {
    (0..<objectCount).compactMap { index in
      hasRecord(index) ? ObjectNumber(UInt32(index)) : nil
    }
  }

  /// Whether so many objects have a record, or more.
  func hasRecords(atLeast count: Int) -> Bool {
    var missing = count
    return withBytes { body in
      let rows = SectionView(.objects, of: self, in: body)
      for index in 0..<objectCount {
        guard missing > 0 else { break }
        let row = rows.word(index * BodyLayout.objectRowSize + 8) ?? BodyLayout.none
        if row != BodyLayout.none { missing -= 1 }
      }
      return missing <= 0
    }
  }

  func hasRecord(_ index: Int) -> Bool {
    guard let row = word(.objects, at: index * BodyLayout.objectRowSize + 8) else { return false }
    return row != BodyLayout.none
  }

  /// Reads what the archive says of one object.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  public func record(_ number: ObjectNumber) throws(ArchiveError) -> ObjectRecord? {
    let index = Int(number.rawValue)
    guard index < objectCount, hasRecord(index) else { return nil }
    let start = index * BodyLayout.objectRowSize
    let damage = ArchiveError(.damaged, "The archive's table of objects is malformed")
    let records = sectionRange(.records)
    guard let address = address(of: number),
      let classIndex = word(.objects, at: start + 8),
      let name = word(.classes, at: Int(classIndex) * BodyLayout.classRowSize).flatMap(string),
      let restorationClass = word(.classes, at: Int(classIndex) * BodyLayout.classRowSize + 4),
      let schema = word(.classes, at: Int(classIndex) * BodyLayout.classRowSize + 8),
      let origin = word(.objects, at: start + 12).flatMap({ self.origin(Int($0)) }),
      let prerequisite = word(.objects, at: start + 16),
      let offset = word(.objects, at: start + 20), let length = word(.objects, at: start + 24),
      Int(offset) <= records.count, Int(length) <= records.count - Int(offset),
      let referenced = word(.objects, at: start + 28).flatMap({ self.referenced($0) })
    else { throw damage }
    let first = records.lowerBound + Int(offset)
    return ObjectRecord(
      number: number, address: address, className: name,
      restorationClass: restorationClass == BodyLayout.none ? nil : string(restorationClass),
      schemaVersion: Int(schema), origin: origin,
      prerequisite: prerequisite == BodyLayout.none ? nil : ObjectNumber(prerequisite),
      referenced: referenced, range: first..<first + Int(length))
  }

  /// Where an object lies; also for a number that has no record.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when there is no such number.
  public func address(of number: ObjectNumber) -> RestorationAddress? {
    guard let row = addressRow(Int(number.rawValue)),
      let scene = string(row.sceneAndKind >> 8),
      let kind = ObjectKind(rawValue: UInt8(row.sceneAndKind & 0xFF))
    else { return nil }
    var components: [RestorationPath.Component] = []
    var next = row.path
    while next != 0 {
      guard components.count < ArchiveLimits.pathDepth, let node = pathNode(Int(next) - 1) else {
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
      next = node.parent
    }
    return RestorationAddress(
      scene: scene, kind: kind, path: RestorationPath(components.reversed()))
  }

  func origin(_ index: Int) -> RecordOrigin? {
    let start = index * BodyLayout.originRowSize
    guard let version = word(.origins, at: start).flatMap(string),
      let system = word(.origins, at: start + 4).flatMap(string),
      let idiom = word(.origins, at: start + 8).flatMap(string),
      let time = doubleWord(.origins, at: start + 12)
    else { return nil }
    return RecordOrigin(
      applicationVersion: version, systemVersion: system,
      idiom: UserInterfaceIdiom(rawValue: idiom) ?? .headless,
      timestamp: Date(timeIntervalSinceReferenceDate: Double(bitPattern: time)))
  }

  private func referenced(_ start: UInt32) -> [UInt32]? {
    if start == BodyLayout.none { return [] }
    guard let count = word(.references, at: 4 * Int(start)),
      Int(count) <= sectionRange(.references).count / 4
    else {
      return nil
    }
    var numbers: [UInt32] = []
    for index in 0..<Int(count) {
      guard let number = word(.references, at: 4 * (Int(start) + 1 + index)) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

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
    let entries: [ArchivedValue.Entry]? = withBytes { bytes in
      var source = ByteSource(bytes, range)
      var entries: [ArchivedValue.Entry] = []
      while !source.isAtEnd {
        guard let key = source.variable().flatMap(UInt32.init(exactly:)).flatMap(string),
          let value = ArchivedValue.read(&source)
        else { return nil }
        entries.append(ArchivedValue.Entry(key: key, value: value))
      }
      return entries
    }
    guard let entries else {
      throw ArchiveError(.damaged, "A record of the archive is malformed")
    }
    return entries
  }
}
