// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

struct CompactionTests {
  /// Returns a snapshot after many screens with unique names came and went.
  private func grownSnapshot() -> RestorationSnapshot {
    let tables = SnapshotTables()
    var base: RestorationSnapshot?
    for index in 0..<300 {
      let maker = SnapshotMaker(tables: tables, base: base, origin: origin(seconds: Double(index)))
      maker.record(address("Document \(index)", scene: "main")) {
        $0.encode(index, forKey: "key of \(index)")
      }
      let ghost = tables.number("Ghost \(index)")
      let root = maker.record(
        address("Root"), class: "C", restorationClass: "R", schemaVersion: 2,
        prerequisite: tables.number(for: address("Document \(index)", scene: "main"))
      ) {
        $0.encode(["a": index], forKey: "nested")
        $0.encode(ArchivedValue.array([.reference(ghost)]), forKey: "links")
      }
      base = maker.finish(roots: [root])
    }
    return unwrap(base)
  }

  @Test("Loading drops the names of removed objects once they are the greater part")
  func namesOfTheGoneAreDropped() throws {
    let folder = TemporaryFolder()
    let grown = grownSnapshot()
    #expect(grown.isWasteful)
    #expect(Data(grown.bytes).range(of: Data("Document 17".utf8)) != nil)
    let store = FileStore(folder: folder.path)
    let keys = MemoryKeyProvider()
    _ = try Archiver(store: store, keys: keys).saveAndWait(grown)
    let loaded = try #require(Archiver(store: store, keys: keys).load().snapshot)
    #expect(!loaded.isWasteful)
    #expect(loaded.objectCount == 3)
    #expect(loaded.bytes.count < grown.bytes.count / 10)
    #expect(Data(loaded.bytes).range(of: Data("Document 17".utf8)) == nil)
  }

  @Test("A compacted snapshot has the same content, with new numbers")
  func compactedSnapshotSaysTheSame() throws {
    let grown = grownSnapshot()
    let small = try RestorationSnapshot(grown.compacted().bytes)
    let root = try #require(small.number(at: address("Root")))
    let document = try #require(small.number(at: address("Document 299", scene: "main")))
    let old = try #require(try grown.number(at: address("Root")).flatMap { try grown.record($0) })
    let new = try #require(try small.record(root))
    #expect(small.roots == [root])
    #expect(new.number != old.number)
    #expect(new.address == old.address && new.className == "C" && new.restorationClass == "R")
    #expect(new.schemaVersion == 2 && new.origin == old.origin && new.prerequisite == document)
    #expect(new.references.map { small.address(of: $0) } == [address("Ghost 299")])
    #expect(
      try small.values(of: new) == [
        .init(key: "nested", value: .dictionary([.init(key: "a", value: .integer(299))])),
        .init(key: "links", value: .array([.reference(new.references[0])])),
      ])
    #expect(try decoder(small, document).decodeInteger(forKey: "key of 299") == 299)
    #expect(small.objects.count == 2)
    // Further states can continue from the compacted one.
    let next = SnapshotMaker(tables: SnapshotTables(continuing: small), base: small)
    #expect(next.builder.keep(root) && next.builder.keep(document))
    #expect(next.finish(roots: [root]) == nil)
  }

  @Test("R48: a snapshot with unknown sections is not compacted, as they may contain numbers")
  func unknownSectionsPreventCompaction() throws {
    let grown = try RestorationSnapshot(addingSection("XTRA", [1], to: grownSnapshot()))
    #expect(!grown.isWasteful)
    #expect(grown.compacted().bytes == grown.bytes)
  }
}
