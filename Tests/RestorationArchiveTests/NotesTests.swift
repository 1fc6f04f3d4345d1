// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Notes about objects that were not saved or not restored.
struct NotesTests {
  private let notes = [
    RestorationNote(
      address: address("Tabs/:[1]:/List", .view, scene: "main"), outcome: .duplicate,
      sentence: "First and Second have the same path"),
    RestorationNote(
      address: .application, outcome: .notPreserved, sentence: "Screen is left out: Größe 🌲"),
    RestorationNote(address: address("", .window, scene: "w"), outcome: .dropped, sentence: ""),
  ]

  /// Makes a state with notes, whose application record has a given time.
  private func snapshot(
    _ notes: [RestorationNote], seconds: Double = 1, after base: RestorationSnapshot? = nil,
    tables: SnapshotTables = SnapshotTables(), marker: Int = 1
  ) throws -> RestorationSnapshot {
    let maker = SnapshotMaker(tables: tables, base: base, origin: origin(seconds: seconds))
    let application = maker.record(.application) { $0.encode(marker, forKey: "marker") }
    return try #require(maker.builder.snapshot(roots: [application], notes: notes))
  }

  @Test("R22, R151: notes are read as written, and a state without notes has no section for them")
  func notesAreRead() throws {
    let outcomes = RestorationNote.Outcome.allCases.map {
      RestorationNote(address: .application, outcome: $0, sentence: "\($0)")
    }
    for written in [notes, outcomes] {
      #expect(try RestorationSnapshot(snapshot(written).bytes).notes == written)
    }
    #expect(try snapshot([]).notes.isEmpty)
    #expect(section("NOTE", of: try snapshot([]).bytes) == nil)
  }

  @Test("R48: notes copied by a version that does not know them are ignored")
  func staleNotesAreNotBelieved() throws {
    let old = try snapshot(notes, seconds: 1)
    let note = try #require(section("NOTE", of: old.bytes))
    let time = try #require(section("NTIM", of: old.bytes))
    func copied(to snapshot: RestorationSnapshot) throws -> RestorationSnapshot {
      let first = try RestorationSnapshot(addingSection("NOTE", note, to: snapshot))
      return try RestorationSnapshot(addingSection("NTIM", time, to: first))
    }
    #expect(try copied(to: snapshot([], seconds: 1)).notes == notes)
    #expect(try copied(to: snapshot([], seconds: 2)).notes.isEmpty)
    #expect(try RestorationSnapshot(addingSection("NOTE", note, to: snapshot([]))).notes.isEmpty)
  }

  @Test("R150: an appended save holds notes only if they changed, and the state has the newest")
  func notesAreAppended() throws {
    let tables = SnapshotTables()
    let sequence: [[RestorationNote]] = [[], notes, notes, Array(notes.prefix(1)), [], notes]
    let state = CurrentState(try snapshot(sequence[0], seconds: 0, tables: tables, marker: 0))
    var states = [SavedState(state)]
    for (index, notes) in sequence.enumerated().dropFirst() {
      let maker = SnapshotMaker(
        tables: tables, since: state, origin: origin(seconds: Double(index)))
      let application = maker.record(.application) { $0.encode(index, forKey: "marker") }
      state.append(unwrap(maker.builder.finish(roots: .all([application]), notes: notes)))
      states.append(SavedState(state))
    }
    let key = fixedKey(3)
    let file = try LoggedFile(states, key: key)
    for (index, end) in file.ends.enumerated() {
      let opened = try ArchiveSeal.open(Array(file.bytes[..<end]), with: key).state()
      #expect(opened.appendedSaves == index)
      #expect(opened.snapshot.notes == sequence[index])
    }
    let delta = try #require(states[2].delta)
    #expect(section("NOTE", of: delta) == nil)
    #expect(section("NTIM", of: delta)?.count == 8)
  }

  @Test("R151: notes do not count as a difference between states")
  func notesAreNoDifference() throws {
    #expect(try SnapshotDifference(from: snapshot([]), to: snapshot(notes)).isEmpty)
  }

  @Test("R151: notes survive compaction")
  func notesOutlastCompaction() throws {
    let state = try snapshot(notes)
    #expect(state.compacted().notes == notes)
  }

  @Test("R155: an archive holds at most 256 notes and 64 KiB of them")
  func notesAreLimited() throws {
    let many = (0..<300).map {
      RestorationNote(address: address("Item \($0)"), outcome: .defaulted, sentence: "\($0)")
    }
    #expect(try snapshot(many).notes == Array(many.prefix(256)))
    let long = RestorationNote(
      address: .application, outcome: .incomplete,
      sentence: String(repeating: "x", count: 65_536))
    #expect(try snapshot([long] + many.prefix(2)).notes == Array(many.prefix(2)))
    let half = RestorationNote(
      address: .application, outcome: .incomplete,
      sentence: String(repeating: "x", count: 30_000))
    #expect(try snapshot([half, half, half]).notes == [half, half])
  }

  @Test("R51: cut or corrupt notes are read without a trap")
  func hostileNotesAreAnswered() throws {
    let body = try snapshot(notes).bytes
    let row = try #require(directory(of: body).rows.first { $0.name == "NOTE" })
    var readable = 0
    for index in row.offset..<row.offset + row.length {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = body
        changed[index] = value
        readable += try RestorationSnapshot(changed).notes.count
      }
    }
    #expect(readable > 0)
    let plain = try snapshot([])
    let bytes = try #require(section("NOTE", of: body))
    let time = try #require(section("NTIM", of: body))
    for length in 0..<bytes.count {
      let cut = addingSection("NOTE", Array(bytes[..<length]), to: plain)
      let state = try RestorationSnapshot(
        addingSection("NTIM", time, to: RestorationSnapshot(cut)))
      #expect(state.notes.count < notes.count)
    }
    let short = try RestorationSnapshot(
      addingSection("NOTE", bytes, to: RestorationSnapshot(addingSection("NTIM", [1], to: plain))))
    #expect(short.notes.isEmpty)
  }
}
