// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Notes

/// The notes file after each change, as the next launch reads it.
@Suite final class NoteStoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("notes-\(UUID().uuidString)")
  private let store: NoteStore

  private var file: URL { folder.appendingPathComponent("notes.json") }

  /// The notes that the next launch reads.
  private var stored: [Note] { get throws { try NoteStore(file: file).notes } }

  init() throws {
    store = try NoteStore(file: folder.appendingPathComponent("notes.json"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test("A new note is the first in the file at once, and its text is kept")
  func newNote() throws {
    let count = store.notes.count
    var note = try store.add()
    #expect(try stored.count == count + 1)
    #expect(try stored.first == note)
    #expect(note.name == "New Note")
    note.text = "\n  Milk \nBread"
    #expect(try store.keep(note) == nil)
    #expect(try stored.first == note)
    #expect(try stored.first?.name == "Milk")
  }

  @Test("A title wins over the first line")
  func ownTitle() {
    #expect(Note(id: "a", title: "Shopping", text: "Milk").name == "Shopping")
    #expect(Note(id: "a", title: "", text: " \n\t\n").name == "New Note")
  }

  @Test("A deleted note is gone from the file, and can be put back in its place")
  func deletedNoteComesBack() throws {
    let before = store.notes
    let removed = try #require(try store.remove(before[3].id))
    #expect(removed.note == before[3])
    #expect(removed.index == 3)
    #expect(try stored == before.filter { $0.id != before[3].id })
    #expect(try store.remove(before[3].id) == nil)
    #expect(try store.keep(before[3]) == nil)
    #expect(try stored.count == before.count - 1)
    try store.putBack(removed.note, at: removed.index)
    #expect(try stored == before)
    #expect(store.notes == before)
  }

  @Test("Changes that another program makes meanwhile stay")
  func otherProgram() throws {
    let other = try NoteStore(file: file)
    let theirs = try other.add()
    let last = try #require(other.notes.last)
    _ = try other.remove(last.id)
    let mine = try store.add()
    #expect(try stored.prefix(2).map(\.id) == [mine.id, theirs.id])
    #expect(try !stored.contains { $0.id == last.id })
    #expect(try store.remove(last.id) == nil)
  }

  @Test("A failed write changes nothing")
  func unwritableFile() throws {
    let before = store.notes
    // A file in place of the folder prevents writing, even by root.
    try Data().write(to: folder)
    #expect(throws: (any Error).self) { try store.add() }
    #expect(throws: (any Error).self) { try store.remove(before[0].id) }
    #expect(store.notes == before)
  }
}
