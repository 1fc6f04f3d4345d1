// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The state of an application at one moment.
///
/// A snapshot is immutable, one contiguous buffer, and read lazily. It is also the plain body of an
/// archive, byte for byte. Opening a snapshot checks the bounds of its tables, and a record is only
/// read on request, so the cost of restoring one object depends on that object alone.
public struct RestorationSnapshot: Sendable {
  let body: SnapshotBody

  /// The number of object numbers; not every one has a record.
  package var objectCount: Int { body.objectCount }

  /// Opens a body.
  ///
  /// - Parameter body: Bytes that were authenticated.
  /// - Throws: ``ArchiveError`` when the tables do not lie within the bytes or exceed a limit.
  package init(_ body: [UInt8]) throws(ArchiveError) { try self.init(SnapshotBody(body)) }

  /// Opens the body of a change, whose tables contain only additions.
  ///
  /// - Parameter change: Bytes that were authenticated.
  /// - Throws: ``ArchiveError`` when the tables do not lie within the bytes or exceed a limit.
  package init(change: [UInt8]) throws(ArchiveError) {
    try self.init(SnapshotBody(change, needsStrings: false))
  }

  private init(_ body: SnapshotBody) throws(ArchiveError) {
    self.body = body
    guard objectCount <= ArchiveLimits.objects, body.stringCount <= ArchiveLimits.strings,
      body.roots.count / 4 <= ArchiveLimits.objects,
      body.classes.count(of: ClassRow.self) <= ArchiveLimits.objects,
      body.origins.count(of: OriginRow.self) <= ArchiveLimits.objects,
      body.pathCount <= ArchiveLimits.paths
    else {
      throw ArchiveError(.limitExceeded, "The archive has more objects or names than allowed")
    }
  }

  /// Opens a body that this process has written.
  init(trusted body: [UInt8]) {
    do {
      try self.init(SnapshotBody(body))
    } catch {
      fatalError("A snapshot cannot read what it wrote: \(error)")
    }
  }

  /// The bytes, shared and not copied.
  package var bytes: [UInt8] { body.bytes }

  package var byteCount: Int { body.bytes.count }

  /// Whether both share one body, not only equal bytes.
  package func isSameBody(as other: RestorationSnapshot) -> Bool { body === other.body }

  // MARK: Tables

  /// Returns the bytes of a section; `nil` when it is absent.
  func bytes(of section: BodyLayout.Section) -> [UInt8]? {
    body.range(of: section).map { Array(bytes[$0]) }
  }

  /// Returns the words of a section; `nil` when it is absent.
  func words(of section: BodyLayout.Section) -> [UInt32]? {
    body.range(of: section).map { SectionView($0, of: bytes).words }
  }

  func unknownSections() -> [(name: UInt32, bytes: [UInt8])] {
    body.unknown.map { ($0.name, Array(bytes[$0.range])) }
  }

  func allStrings() -> [String] {
    // A string that is not UTF-8 keeps its row, so that the rows of the others stay the same.
    (0..<UInt32(body.stringCount)).map { body.string($0) ?? "\u{0}damaged \($0)" }
  }

  func allPathNodes() -> [PathNode] {
    (0..<UInt32(body.pathCount)).map { body.pathNode($0 + 1) ?? PathNode(parent: 0, label: 1) }
  }

  func allAddressRows() -> [AddressRow] {
    (0..<UInt32(objectCount)).map {
      guard let address = body.row(ObjectNumber($0))?.address,
        Int(address.sceneAndKind >> 8) < body.stringCount, Int(address.path) <= body.pathCount
      else { return AddressRow(sceneAndKind: 0, path: 0) }
      return address
    }
  }

  /// The schema version of the application record.
  var applicationSchema: Int? {
    number(at: .application).flatMap { try? record($0) }?.schemaVersion
  }

  /// The objects at which the walk began.
  package var roots: [ObjectNumber] { body.roots.words.map { ObjectNumber($0) } }
}

/// The sizes of a snapshot's parts, in bytes.
package struct SnapshotSizes: Hashable, Sendable {
  /// The whole body.
  package let body: Int
  /// Values of objects, with the numbers of their coding keys.
  package let records: Int
  /// Strings: coding keys, classes, identifiers and versions, without duplicates.
  package let strings: Int
  /// Components of paths.
  package let paths: Int
  /// Rows of classes and origins.
  package let classes: Int
  /// Rows of objects, and the roots.
  package let objects: Int
  /// Notes of passes, and ages of records.
  package let notes: Int
  /// Sections that this version does not know.
  package let unknown: Int

  /// The table of contents.
  package var contents: Int {
    body - records - strings - paths - classes - objects - notes - unknown
  }
}

extension RestorationSnapshot {
  /// The sizes of this state's parts.
  package var sizes: SnapshotSizes {
    func size(_ sections: BodyLayout.Section...) -> Int {
      sections.reduce(0) { $0 + (body.range(of: $1)?.count ?? 0) }
    }
    return SnapshotSizes(
      body: byteCount, records: size(.records), strings: size(.strings), paths: size(.paths),
      classes: size(.classes, .origins), objects: size(.objects, .roots),
      notes: size(.notes, .noteTime, .ages),
      unknown: unknownSections().reduce(0) { $0 + $1.bytes.count })
  }

  /// Returns the size of each value of an object, in bytes.
  ///
  /// - Parameter record: The object.
  /// - Returns: Coding keys and sizes, in the order they were written. A size includes the number
  ///   of the coding key; the sum is the size of the record.
  /// - Throws: ``ArchiveError`` when the record is malformed.
  package func valueSizes(of record: ObjectRecord) throws(ArchiveError) -> [(
    key: String, size: Int
  )] {
    var source = ByteSource(bytes, record.range)
    var sizes: [(key: String, size: Int)] = []
    while !source.isAtEnd {
      let start = source.position
      guard let key = source.variable().flatMap(UInt32.init(exactly:)).flatMap(body.string),
        source.skipValue()
      else { throw ArchiveError(.damaged, "A record of the archive is malformed") }
      sizes.append((key, source.position - start))
    }
    return sizes
  }
}
