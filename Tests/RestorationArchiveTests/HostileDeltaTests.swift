// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Deltas with invalid content, sealed with the right key, end the log.
///
/// None of their content is applied.
struct HostileDeltaTests {
  private let key = fixedKey(9)

  private let states: [RestorationSnapshot]
  private let deltas: [[UInt8]]

  init() {
    let sequence = StateSequence()
    sequence.change(1)
    sequence.change(4) { $0.record(address("New/:[3]:/Deep"), class: "Another") }
    sequence.next { $0.record(address("Last/One")) }
    (states, deltas) = (sequence.states, sequence.deltas)
  }

  private func replayed(_ base: RestorationSnapshot, _ deltas: [[UInt8]]) throws
    -> OpenedArchive.State
  {
    var (file, tail) = try ArchiveSeal.sealBase(base.bytes, with: key, sequenceNumber: 1)
    for delta in deltas { try tail.seal([delta], into: &file) }
    return try ArchiveSeal.open(file, with: key).state()
  }

  /// Reads all content of a snapshot, valid or not.
  private func walk(_ snapshot: RestorationSnapshot) {
    for number in snapshot.objects.prefix(4_096) {
      if let address = snapshot.address(of: number) { _ = snapshot.number(at: address) }
      if let record = try? snapshot.record(number) { _ = try? snapshot.values(of: record) }
    }
    _ = SnapshotTables(continuing: snapshot)
    _ = snapshot.compacted()
  }

  @Test("R51: a delta with a changed byte is applied or ends the log; a cut delta ends the log")
  func everyChangedByteIsAnswered() throws {
    var refused = 0
    for index in deltas[1].indices {
      for mask in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = deltas[1]
        changed[index] ^= mask
        let state = try replayed(states[0], [deltas[0], changed])
        walk(state.snapshot)
        guard state.appendedSaves == 1 else { continue }
        refused += 1
        #expect(state.end != .whole && state.sequenceNumber == 2)
        #expect(try contents(state.snapshot) == contents(states[1]))
      }
      let cut = try replayed(states[0], [deltas[0], Array(deltas[1][..<index]), deltas[2]])
      #expect(cut.appendedSaves == 1 && cut.end != .whole)
    }
    #expect(refused > 100)
  }

  @Test(
    "R51: a delta with any word set to an extreme is read without a trap",
    arguments: [0, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF] as [UInt32])
  func everyExtremeWordIsAnswered(word: UInt32) throws {
    for index in 0...(deltas[1].count - 4) {
      var changed = deltas[1]
      for byte in 0..<4 { changed[index + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
      walk(try replayed(states[0], [deltas[0], changed]).snapshot)
    }
  }

  @Test("R152: a missing delta ends the log, even if the next one is authentic")
  func deltasAreNotInterchangeable() throws {
    // The second delta adds numbers and strings that the third builds on.
    let without = try replayed(states[0], [deltas[0], deltas[2]])
    #expect(without.appendedSaves == 1 && without.end != .whole)
    #expect(try contents(without.snapshot) == contents(states[1]))
    #expect(try replayed(states[0], deltas).appendedSaves == 3)
  }

  @Test("Applying deltas to a corrupt base does not trap")
  func hostileBasesAreAnswered() throws {
    var applied = 0
    for index in states[0].bytes.indices {
      var changed = states[0].bytes
      changed[index] ^= 0xFF
      guard let base = try? RestorationSnapshot(changed) else { continue }
      let state = try replayed(base, deltas)
      applied += state.appendedSaves
      walk(state.snapshot)
    }
    #expect(applied > 100)
  }

  @Test("R48: an unknown section of a delta replaces the earlier one of that name")
  func unknownSectionsAreReplaced() throws {
    let base = try RestorationSnapshot(
      addingSection("OTHR", [7], to: RestorationSnapshot(addingSection("XTRA", [1], to: states[0])))
    )
    let delta = addingSection(
      "XTRA", [2, 3], to: try RestorationSnapshot(change: deltas[0]))
    let state = try replayed(base, [delta])
    #expect(state.appendedSaves == 1)
    #expect(section("XTRA", of: state.snapshot.bytes) == [2, 3])
    #expect(section("OTHR", of: state.snapshot.bytes) == [7])
    #expect(try contents(state.snapshot) == contents(states[1]))
  }

  @Test("R51: a delta whose rows share bytes ends the log")
  func rowsDoNotShareBytes() throws {
    let parts = sections(of: deltas[1])
    let size = try #require(parts.first { $0.name == "RECS" }?.bytes.count)
    func replayed(sharing count: Int) throws -> Int {
      let changed = parts.map { part -> BodySection in
        guard part.name == "OBJS" else { return part }
        var rows = part.bytes
        for row in 0..<min(count, rows.count / 28) {
          rows.replaceSubrange(28 * row + 20..<28 * row + 28, with: bodyBytes([0, UInt32(size)]))
        }
        return BodySection(name: part.name, bytes: rows)
      }
      return try self.replayed(states[0], [deltas[0], body(of: changed)]).appendedSaves
    }
    #expect(try replayed(sharing: 0) == 2)
    #expect(try replayed(sharing: .max) == 1)
  }

  @Test("R48: a delta that exceeds the limit of unknown sections ends the log")
  func unknownSectionsOfChangesAreCounted() throws {
    var body = states[0].bytes
    for _ in 0..<ArchiveLimits.unknownSections {
      body = addingSection("SAMX", [], to: try RestorationSnapshot(body))
    }
    let delta = deltas[0]
    let other = addingSection("XTRA", [1], to: try RestorationSnapshot(change: delta))
    let base = try RestorationSnapshot(body)
    #expect(try replayed(base, [delta]).appendedSaves == 1)
    #expect(try replayed(base, [other]).appendedSaves == 0)
  }

  @Test("R49: a delta adds each new root once; a root without a record ends the log")
  func newRootsAreChecked() throws {
    let (base, delta) = (states[0], try RestorationSnapshot(change: deltas[0]))
    let other = try #require(base.objects.first { !base.roots.contains($0) })
    func saved(_ numbers: [UInt32]...) throws -> OpenedArchive.State {
      let changed = try numbers.reduce(delta) { delta, numbers in
        let bytes = numbers.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
        return try RestorationSnapshot(change: addingSection("NEWR", bytes, to: delta))
      }
      return try replayed(base, [changed.bytes])
    }
    let roots = try #require(base.roots.first)
    let state = try saved([other.rawValue, roots.rawValue, other.rawValue])
    #expect(state.snapshot.roots == base.roots + [other])
    #expect(!sections(of: state.snapshot.bytes).contains { $0.name == "NEWR" })
    for number in [UInt32(base.objectCount), .max] {
      #expect(try saved([number]).appendedSaves == 0)
    }
    #expect(try saved([]).snapshot.roots == base.roots)
    #expect((try? saved([], [])).map { $0.appendedSaves } ?? 0 == 0)
  }

  @Test("A save on top of a corrupt state either ends the log or contains the new object")
  func hostileStatesAreSaved() throws {
    var written = 0
    for state in states[1...2] {
      for index in state.bytes.indices {
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var changed = state.bytes
          changed[index] ^= mask
          guard let strange = try? RestorationSnapshot(changed) else { continue }
          let maker = SnapshotMaker(
            tables: SnapshotTables(continuing: strange), since: CurrentState(strange),
            origin: origin())
          let place = address("List/Thing 1")
          maker.record(place, class: "Thing") { $0.encode("new", forKey: "text") }
          for number in strange.objects where !maker.builder.hasRecord(number) {
            maker.builder.keep(number)
          }
          guard let change = maker.builder.finish(roots: .all(strange.roots)) else { continue }
          let read = try replayed(strange, [change.bytes])
          walk(read.snapshot)
          written += read.appendedSaves
          // Content that contradicts other tables is not written again.
          #expect(read.appendedSaves == 0 || read.snapshot.number(at: place) != nil)
        }
      }
    }
    #expect(written > 1_000)
  }

  /// Random changes of a program, and the state they must lead to.
  @Test(
    "R30, R150: random histories of changes are read back as they were saved", arguments: 0..<6
  )
  func randomHistoriesAreReadAgain(seed: Int) throws {
    var random = HostileBodyTests.Seeded(state: UInt64(seed))
    let sequence = StateSequence(things: 4)
    var (file, tail) = try ArchiveSeal.sealBase(
      sequence.states[0].bytes, with: key, sequenceNumber: 1)
    for _ in 0..<40 {
      let before = unwrap(sequence.saves.last).snapshot
      let changed = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0...12, using: &random)
      }
      let removed = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0...12, using: &random)
      }
      let roots = Bool.random(using: &random) ? nil : Array(before.objects.prefix(2).reversed())
      let after = sequence.next(removing: removed, roots: roots) { maker in
        for thing in Set(changed).sorted() {
          maker.record(
            address("List/Thing \(thing)"), class: "Class \(thing % 3)",
            restorationClass: thing % 2 == 0 ? nil : "Maker", schemaVersion: thing % 4,
            prerequisite: maker.tables.number("List/Thing \(thing / 2)")
          ) { coder in
            coder.encode("\(sequence.saves.count) of \(seed)", forKey: "key \(thing)")
            let other = maker.tables.number("List/Thing \(thing / 3)")
            if thing % 3 == 0 {
              coder.encode(ArchivedValue.reference(other), forKey: "other")
            }
          }
        }
      }
      try tail.seal([unwrap(after.delta)], into: &file)
      let state = try ArchiveSeal.open(file, with: key).state()
      #expect(state.end == .whole)
      #expect(try contents(state.snapshot) == contents(after))
      // The tables can be continued: every number belongs to its address.
      let next = SnapshotTables(continuing: state.snapshot)
      for number in state.snapshot.objects {
        #expect(next.number(for: unwrap(state.snapshot.address(of: number))) == number)
      }
    }
  }
}
