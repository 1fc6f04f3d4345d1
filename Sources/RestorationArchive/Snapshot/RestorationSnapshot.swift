// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The state of an application at one moment: immutable, one contiguous buffer, read lazily.
///
/// This is also the plain body of an archive, byte for byte. Opening it checks the tables' bounds;
/// a record is looked at when it is asked for, so restoring one object costs what that object
/// costs. Only this type crosses from the actor that owns the objects to the one that writes.
public struct RestorationSnapshot: Sendable {
  private let body: BodyBytes
  private let sections: SectionPlaces
  private let unknown: [UnknownSection]

  /// How many object numbers there are; not every number has a record.
  package let objectCount: Int
  let stringCount: Int

  /// Opens a body.
  ///
  /// - Parameter body: Bytes that were authenticated.
  /// - Throws: ``ArchiveError`` when the tables do not lie within the bytes or exceed a limit.
  package init(_ body: ArraySlice<UInt8>) throws(ArchiveError) { try self.init(BodyBytes(body)) }

  /// Opens a body that fills an array.
  package init(_ body: [UInt8]) throws(ArchiveError) { try self.init(body[...]) }

  /// Opens the body of a delta, whose tables hold what is new alone.
  ///
  /// - Parameter delta: Bytes that were authenticated.
  /// - Throws: ``ArchiveError`` when the tables do not lie within the bytes or exceed a limit.
  package init(delta: [UInt8]) throws(ArchiveError) {
    try self.init(BodyBytes(delta[...]), needsStrings: false)
  }

  private init(_ body: BodyBytes, needsStrings: Bool = true) throws(ArchiveError) {
    let directory = try SectionDirectory(body.bytes, needsStrings: needsStrings)
    self.body = body
    (sections, unknown) = (directory.sections, directory.unknown)
    objectCount = (sections[.objects]?.count ?? 0) / BodyLayout.objectRowSize
    stringCount = directory.stringCount
    guard objectCount <= ArchiveLimits.objects, stringCount <= ArchiveLimits.strings,
      holds(.index, 4), holds(.roots, 4), holds(.classes, BodyLayout.classRowSize),
      holds(.origins, BodyLayout.originRowSize),
      holds(.paths, BodyLayout.pathRowSize, atMost: ArchiveLimits.paths)
    else {
      throw ArchiveError(.limitExceeded, "The archive holds more objects or names than are read")
    }
  }

  /// Whether a section has no more rows of a size than are read.
  private func holds(
    _ section: BodyLayout.Section, _ rowSize: Int, atMost limit: Int = ArchiveLimits.objects
  ) -> Bool { sectionRange(section).count / rowSize <= limit }

  /// Opens a body that this process has just written.
  init(trusted body: BodyBytes) {
    do {
      try self.init(body)
    } catch {
      fatalError("A snapshot cannot read what it wrote: \(error)")
    }
  }

  /// A copy of the bytes, unless they were read from a file.
  package var bytes: [UInt8] { body.array }

  package var byteCount: Int { body.bytes.count }

  /// Whether both are one and the same, not only alike.
  package func isSameBody(as other: RestorationSnapshot) -> Bool { body === other.body }

  func withBytes<Result, Failure: Error>(
    _ action: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(body) { () throws(Failure) in try action(body.bytes) }
  }

  /// The bytes, for who keeps the snapshot as long as these.
  var lentBytes: UnsafeRawBufferPointer { body.bytes }

  // MARK: Tables

  /// Lends the tables.
  func withTables<Result, Failure: Error>(
    _ action: (SnapshotView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withBytes { body throws(Failure) in try action(SnapshotView(self, in: body)) }
  }

  func sectionRange(_ section: BodyLayout.Section) -> Range<Int> {
    sections[section] ?? 0..<0
  }

  func hasSection(_ section: BodyLayout.Section) -> Bool { sections[section] != nil }

  func string(_ index: UInt32) -> String? {
    withBytes { body in
      SnapshotView.utf8(index, in: SectionView(.strings, of: self, in: body), of: stringCount)
        .flatMap { String(exactly: $0) }
    }
  }

  func unknownSections() -> [(name: UInt32, bytes: [UInt8])] {
    withBytes { bytes in
      unknown.map { ($0.name, Array(bytes[$0.start..<$0.start + $0.length])) }
    }
  }

  func allStrings() -> [String] {
    // A string that is not UTF-8 keeps its row, so that the others keep theirs.
    withTables { tables in
      (0..<UInt32(stringCount)).map { tables.string($0) ?? "\u{0}damaged \($0)" }
    }
  }

  func allPathNodes() -> [SnapshotTables.PathNode] {
    withTables { tables in
      (0..<UInt32(tables.pathCount)).map {
        tables.pathNode($0 + 1) ?? SnapshotTables.PathNode(parent: 0, label: 1)
      }
    }
  }

  func allAddressRows() -> [SnapshotTables.AddressRow] {
    withTables { tables in
      (0..<objectCount).map {
        guard let row = tables.row($0), Int(row.sceneAndKind >> 8) < stringCount,
          Int(row.path) <= tables.pathCount
        else { return SnapshotTables.AddressRow(sceneAndKind: 0, path: 0) }
        return SnapshotTables.AddressRow(sceneAndKind: row.sceneAndKind, path: row.path)
      }
    }
  }

  /// The version of what the application saves: that of the application record (R154).
  package var applicationSchema: Int? {
    number(at: .application).flatMap { try? record($0) }?.schemaVersion
  }

  /// The objects the walk began with (R49).
  package var roots: [ObjectNumber] {
    withTables { tables in
      (0..<tables.roots.bytes.count / 4).compactMap {
        tables.roots.word(4 * $0).map { ObjectNumber($0) }
      }
    }
  }
}
