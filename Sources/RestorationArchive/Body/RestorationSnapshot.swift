// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The state of an application at one moment.
///
/// A snapshot is immutable, one contiguous buffer, and read lazily. It is also the plain body of an
/// archive, byte for byte. Opening a snapshot checks the bounds of its tables, and a record is only
/// read on request, so the cost of restoring one object depends on that object alone. Only this
/// type crosses from the actor that owns the objects to the actor that writes.
public struct RestorationSnapshot: Sendable {
  private let body: SnapshotBody

  /// The number of object numbers; not every one has a record.
  package var objectCount: Int { body.tables.objectCount }
  var stringCount: Int { body.tables.stringCount }

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
    guard objectCount <= ArchiveLimits.objects, stringCount <= ArchiveLimits.strings,
      holds(.roots, 4), holds(.classes, ClassRow.size), holds(.origins, OriginRow.size),
      holds(.paths, PathNode.size, atMost: ArchiveLimits.paths)
    else {
      throw ArchiveError(.limitExceeded, "The archive has more objects or names than allowed")
    }
  }

  /// Whether the row count of a section is within a limit.
  private func holds(
    _ section: BodyLayout.Section, _ rowSize: Int, atMost limit: Int = ArchiveLimits.objects
  ) -> Bool { range(of: section).count / rowSize <= limit }

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

  /// Passes the tables to a closure, which borrows them.
  func withTables<Result, Failure: Error>(
    _ action: (SnapshotView) throws(Failure) -> Result
  ) throws(Failure) -> Result { try action(body.tables) }

  /// Returns the range of a section; empty when it is absent.
  func range(of section: BodyLayout.Section) -> Range<Int> { body.directory.range(of: section) }

  /// Returns the bytes of a section; `nil` when it is absent.
  func bytes(of section: BodyLayout.Section) -> [UInt8]? {
    body.directory.ranges[section.rawValue].map { Array(body.bytes[$0]) }
  }

  /// Returns the words of a section; `nil` when it is absent.
  func words(of section: BodyLayout.Section) -> [UInt32]? {
    body.directory.ranges[section.rawValue].map { SectionView($0, of: body.bytes).words }
  }

  func string(_ index: UInt32) -> String? { withTables { $0.string(index) } }

  func unknownSections() -> [(name: UInt32, bytes: [UInt8])] {
    body.directory.unknown.map { ($0.name, Array(body.bytes[$0.range])) }
  }

  func allStrings() -> [String] {
    // A string that is not UTF-8 keeps its row, so that the rows of the others stay the same.
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

  /// The schema version of the application record.
  package var applicationSchema: Int? {
    number(at: .application).flatMap { try? record($0) }?.schemaVersion
  }

  /// The objects at which the walk began.
  package var roots: [ObjectNumber] {
    withTables { $0.roots.words.map { ObjectNumber($0) } }
  }
}
