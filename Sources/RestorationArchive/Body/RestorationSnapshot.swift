// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The state of an application at one moment: immutable, one contiguous buffer, read lazily.
///
/// This is also the plain body of an archive, byte for byte. Opening it checks the tables' bounds;
/// a record is looked at when it is asked for, so restoring one object costs what that object
/// costs. Only this type crosses from the actor that owns the objects to the one that writes.
public struct RestorationSnapshot: Sendable {
  private let body: SnapshotBody

  /// How many object numbers there are; not every number has a record.
  package var objectCount: Int { body.tables.objectCount }
  var stringCount: Int { body.tables.stringCount }

  /// Opens a body.
  ///
  /// - Parameter body: Bytes that were authenticated.
  /// - Throws: ``ArchiveError`` when the tables do not lie within the bytes or exceed a limit.
  package init(_ body: [UInt8]) throws(ArchiveError) { try self.init(SnapshotBody(body)) }

  /// Opens the body of a change, whose tables hold what is new alone.
  ///
  /// - Parameter change: Bytes that were authenticated.
  /// - Throws: ``ArchiveError`` when the tables do not lie within the bytes or exceed a limit.
  package init(change: [UInt8]) throws(ArchiveError) {
    try self.init(SnapshotBody(change, needsStrings: false))
  }

  private init(_ body: SnapshotBody) throws(ArchiveError) {
    self.body = body
    guard objectCount <= ArchiveLimits.objects, stringCount <= ArchiveLimits.strings,
      holds(.roots, 4), holds(.classes, ClassRow.size), holds(.origins, OriginRow.size),
      holds(.paths, PathNode.size, atMost: ArchiveLimits.paths)
    else {
      throw ArchiveError(.limitExceeded, "The archive holds more objects or names than are read")
    }
  }

  /// Whether a section has no more rows of a size than are read.
  private func holds(
    _ section: BodyLayout.Section, _ rowSize: Int, atMost limit: Int = ArchiveLimits.objects
  ) -> Bool { range(of: section).count / rowSize <= limit }

  /// Opens a body that this process has just written.
  init(trusted body: [UInt8]) {
    do {
      try self.init(SnapshotBody(body))
    } catch {
      fatalError("A snapshot cannot read what it wrote: \(error)")
    }
  }

  /// The bytes, which are not copied.
  package var bytes: [UInt8] { body.bytes }

  package var byteCount: Int { body.bytes.count }

  /// Whether both are one and the same, not only alike.
  package func isSameBody(as other: RestorationSnapshot) -> Bool { body === other.body }

  // MARK: Tables

  /// Lends the tables.
  func withTables<Result, Failure: Error>(
    _ action: (SnapshotView) throws(Failure) -> Result
  ) throws(Failure) -> Result { try action(body.tables) }

  /// Where a section lies; nowhere, if it is not there.
  func range(of section: BodyLayout.Section) -> Range<Int> { body.directory.range(of: section) }

  /// The bytes of a section; `nil` when it is not there.
  func bytes(of section: BodyLayout.Section) -> [UInt8]? {
    body.directory.ranges[section.rawValue].map { Array(body.bytes[$0]) }
  }

  /// The words of a section; `nil` when it is not there.
  func words(of section: BodyLayout.Section) -> [UInt32]? {
    body.directory.ranges[section.rawValue].map { SectionView($0, of: body.bytes).words }
  }

  func string(_ index: UInt32) -> String? { withTables { $0.string(index) } }

  func unknownSections() -> [(name: UInt32, bytes: [UInt8])] {
    body.directory.unknown.map { ($0.name, Array(body.bytes[$0.range])) }
  }

  func allStrings() -> [String] {
    // A string that is not UTF-8 keeps its row, so that the others keep theirs.
    withTables { tables in
      (0..<UInt32(stringCount)).map { tables.string($0) ?? "\u{0}damaged \($0)" }
    }
  }

  func allPathNodes() -> [PathNode] {
    withTables { tables in
      (0..<UInt32(tables.pathCount)).map {
        tables.pathNode($0 + 1) ?? PathNode(parent: 0, label: 1)
      }
    }
  }

  func allAddressRows() -> [AddressRow] {
    withTables { tables in
      (0..<UInt32(objectCount)).map {
        guard let address = tables.row(ObjectNumber($0))?.address,
          Int(address.sceneAndKind >> 8) < stringCount, Int(address.path) <= tables.pathCount
        else { return AddressRow(sceneAndKind: 0, path: 0) }
        return address
      }
    }
  }

  /// The version of what the application saves: that of the application record (R154).
  package var applicationSchema: Int? {
    number(at: .application).flatMap { try? record($0) }?.schemaVersion
  }

  /// The objects the walk began with (R49).
  package var roots: [ObjectNumber] {
    withTables { $0.roots.words.map { ObjectNumber($0) } }
  }
}
