// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

struct SnapshotTests {
  @Test("R49: classes, restoration classes, schema versions, roots and origins are recorded")
  func recordsTellAboutTheirObject() throws {
    let snapshot = try RestorationSnapshot(smallSnapshot().bytes)
    let number = try #require(snapshot.number(at: address("Tabs", scene: "main")))
    let record = try #require(try snapshot.record(number))
    #expect(record.className == "TabBarController")
    #expect(record.restorationClass == "Maker")
    #expect(record.schemaVersion == 3)
    #expect(record.origin == origin())
    #expect(record.prerequisite == nil)
    #expect(record.address == address("Tabs", scene: "main"))
    let list = address("Tabs/:[1]:/List", .view, scene: "main")
    let view = try #require(snapshot.number(at: list).flatMap { try snapshot.record($0) })
    #expect(view.restorationClass == nil)
    #expect(view.prerequisite == number)
    #expect(view.address == list)
    #expect(record.references == [view.number])
    #expect(snapshot.roots == [snapshot.number(at: .application), number])
    #expect(snapshot.objects.count == 3)
  }

  @Test("R49: schema versions are stored per object and clamped to the archive's range")
  func schemaVersionsAreKeptPerObject() throws {
    let maker = SnapshotMaker()
    let versions = [0, 1, 2_000_000, -1]
    let numbers = versions.enumerated().map { index, version in
      maker.record(address("A\(index)"), schemaVersion: version)
    }
    let snapshot = maker.finish()!
    #expect(try numbers.map { try snapshot.record($0)?.schemaVersion } == [0, 1, 2_000_000, 0])
  }

  @Test("R30: any difference in a record or in the set of records makes a snapshot")
  func otherDifferencesMakeASnapshot() {
    let tables = SnapshotTables()
    let base = SnapshotMaker(tables: tables)
    base.record(address("A"))
    let first = base.finish()!
    func next(roots: [ObjectNumber] = [], _ record: (SnapshotMaker) -> Void)
      -> RestorationSnapshot?
    {
      let maker = SnapshotMaker(tables: tables, base: first, origin: origin(seconds: 2))
      record(maker)
      return maker.finish(roots: roots)
    }
    #expect(next { $0.record(address("A")) } == nil)
    #expect(next { $0.record(address("A")) { $0.encode(1, forKey: "v") } } != nil)
    #expect(next(roots: [tables.number("A")]) { $0.record(address("A")) } != nil)
    #expect(next { _ in } != nil)
    #expect(next { $0.record(address("A"), class: "Other") } != nil)
    #expect(next { $0.record(address("A"), restorationClass: "R") } != nil)
    #expect(next { $0.record(address("A"), schemaVersion: 1) } != nil)
    #expect(next { $0.record(address("A"), prerequisite: $0.tables.number("P")) } != nil)
    #expect(
      next {
        $0.record(address("A"))
        $0.record(address("B"))
      } != nil)
  }

  @Test("R30: a carried-over record keeps its bytes, origin, class, references and prerequisite")
  func carriedRecordIsUnchanged() throws {
    let tables = SnapshotTables()
    let first = SnapshotMaker(tables: tables, origin: origin(version: "1.0", seconds: 1))
    let other = tables.number("Other")
    let number = first.record(
      address("A"), class: "C", restorationClass: "R", schemaVersion: 9, prerequisite: other
    ) {
      $0.encode("text", forKey: "key")
      $0.encode(ArchivedValue.reference(other), forKey: "other")
    }
    let base = first.finish()!
    let second = SnapshotMaker(tables: tables, base: base, origin: origin(version: "2.0"))
    second.record(address("New")) { $0.encode("another key first", forKey: "zzz") }
    #expect(second.builder.keep(number) { $0.references == [other] })
    #expect(!second.builder.keep(other))
    #expect(second.builder.hasRecord(number))
    #expect(!second.builder.hasRecord(other))
    let snapshot = try RestorationSnapshot(second.finish()!.bytes)
    let old = try #require(try base.record(number))
    let new = try #require(try snapshot.record(number))
    #expect(try snapshot.values(of: new) == base.values(of: old))
    #expect(new.size == old.size)
    #expect(new.origin == origin(version: "1.0", seconds: 1))
    #expect(new.className == "C" && new.restorationClass == "R" && new.schemaVersion == 9)
    #expect(new.prerequisite == other && new.references == [other])
    #expect(try snapshot.record(second.tables.number("New"))?.origin == origin(version: "2.0"))
  }

  @Test("Tables continued from an archive with duplicate strings keep every number, too")
  func continuedTablesKeepNumbersDespiteEqualStrings() throws {
    let maker = SnapshotMaker()
    maker.record(address("twin1"), class: "twin2") { $0.encode(5, forKey: "last") }
    var bytes = maker.finish()!.bytes
    let twin = Array("twin2".utf8)
    let place = (0...bytes.count - 5).first { Array(bytes[$0..<$0 + 5]) == twin }!
    bytes[place + 4] = UInt8(ascii: "1")
    let strange = try RestorationSnapshot(bytes)
    let next = SnapshotMaker(tables: SnapshotTables(continuing: strange), base: strange)
    let number = try #require(strange.objects.first)
    #expect(next.builder.keep(number))
    next.record(address("Fresh"))
    let snapshot = next.finish()!
    #expect(try decoder(snapshot, number).decodeInteger(forKey: "last") == 5)
    #expect(try snapshot.record(number)?.className == "twin1")
  }

  @Test("R48: unknown sections survive every save")
  func unknownSectionsAreKept() throws {
    let first = try RestorationSnapshot(addingSection("XTRA", [1, 2, 3, 250], to: smallSnapshot()))
    #expect(first.objects.count == 3)
    let tables = SnapshotTables(continuing: first)
    let maker = SnapshotMaker(tables: tables, base: first)
    maker.record(address("New"))
    let saved = maker.finish()!
    #expect(section("XTRA", of: saved.bytes) == [1, 2, 3, 250])
    let again = SnapshotMaker(tables: tables, base: try RestorationSnapshot(saved.bytes))
    #expect(section("XTRA", of: again.finish()!.bytes) == [1, 2, 3, 250])
  }

  @Test("R48: a snapshot above the limit of unknown sections is refused")
  func tooManyUnknownSectionsAreRefused() throws {
    var bytes = smallSnapshot().bytes
    for index in 0..<ArchiveLimits.unknownSections {
      bytes = addingSection("X\(100 + index)", [], to: try RestorationSnapshot(bytes))
    }
    let full = try RestorationSnapshot(bytes)
    #expect(SnapshotMaker(tables: SnapshotTables(continuing: full), base: full).finish() != nil)
    #expect(throws: ArchiveError.self) {
      try RestorationSnapshot(addingSection("XXXX", [], to: full))
    }
  }

  @Test("R13, R162, R163: each of 2,000 addresses with shared identifiers is found, with its names")
  func everyAddressIsFound() throws {
    let maker = SnapshotMaker()
    var addresses: [RestorationAddress] = []
    for scene in ["", "main", "second", "0", "1"] {
      for kind in [ObjectKind.controller, .view, .object, .window] {
        for name in 0..<20 {
          for middle in ["", "/:[0]:", "/:[1]:", "/Same", "/Same/Same"] {
            addresses.append(
              address("Name \(name % 10)\(middle)/N\(name / 10)", kind, scene: scene))
          }
        }
      }
    }
    #expect(Set(addresses).count == 2_000)
    let numbers = addresses.shuffled().map { ($0, maker.record($0)) }
    let snapshot = try RestorationSnapshot(maker.finish()!.bytes)
    let reader = SnapshotReader(snapshot)
    for (address, number) in numbers.shuffled() {
      #expect(snapshot.number(at: address) == number)
      #expect(snapshot.address(of: number) == address)
      let record = try #require(try reader.record(number))
      #expect(reader.identifiers(of: record) == address.path.identifiers)
      #expect(reader.lastIdentifier(of: record)?.rawValue == address.path.identifiers.last)
    }
    #expect(snapshot.number(at: address("Name 0/N0", .application)) == nil)
    #expect(snapshot.number(at: address("Name 0", .view)) == nil)
    #expect(snapshot.number(at: address("Name 0/N0", .view, scene: "third")) == nil)
    #expect(Set(numbers.map(\.1)).count == 2_000)
  }

  @Test("R162: each address is found after each growth of the tables, small or large")
  func everyAddressIsFoundAsTablesGrow() throws {
    let tables = SnapshotTables()
    var base: RestorationSnapshot?
    var known: [(RestorationAddress, ObjectNumber)] = []
    for growth in [1, 40, 1, 2, 300, 0, 1] {
      let maker = SnapshotMaker(tables: tables, base: base)
      for (_, number) in known { maker.builder.keep(number) }
      for _ in 0..<growth {
        let address = address("Root \(known.count % 7)/Item \(known.count)")
        known.append((address, maker.record(address)))
      }
      let snapshot = try RestorationSnapshot(maker.finish()?.bytes ?? #require(base).bytes)
      for (address, number) in known { #expect(snapshot.number(at: address) == number) }
      base = snapshot
    }
  }

  @Test("A number without a record has an address but is not found")
  func numberWithoutRecordIsNotFound() throws {
    let maker = SnapshotMaker()
    let ghost = maker.tables.number("Ghost")
    maker.record(address("Real"))
    let snapshot = maker.finish()!
    #expect(snapshot.number(at: address("Ghost")) == nil)
    #expect(try snapshot.record(ghost) == nil)
    #expect(snapshot.address(of: ghost) == address("Ghost"))
    #expect(snapshot.objects == [maker.tables.number("Real")])
  }

  @Test("A snapshot without objects is written and read")
  func emptySnapshotIsRead() throws {
    let snapshot = try RestorationSnapshot(SnapshotMaker().finish()!.bytes)
    #expect(snapshot.objects.isEmpty && snapshot.roots.isEmpty)
    #expect(snapshot.number(at: .application) == nil)
    #expect(SnapshotMaker(tables: SnapshotTables(continuing: snapshot)).finish() != nil)
  }
}
