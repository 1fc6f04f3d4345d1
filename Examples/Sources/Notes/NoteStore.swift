// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A note; its identifier never changes.
struct Note: Codable, Equatable, Identifiable {
  let id: String
  var title: String
  var text: String
  var tags = ""
  var priority = 0
  var isPinned = false

  /// What the list calls it: the first line, where the user gave it no title.
  var name: String { title.isEmpty ? Self.name(ofText: text) : title }

  /// The first line of a text that says something.
  static func name(ofText text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.first { !$0.isEmpty } ?? "New Note"
  }

  /// The same under another identifier.
  func copy(_ id: String) -> Note {
    Note(
      id: id, title: "\(name) (copy)", text: text, tags: tags, priority: priority,
      isPinned: isPinned)
  }
}

/// The user's notes in a file of their own.
///
/// A note is written when it is new, when the user turns to another one, changes its priority or pin,
/// and when the program ends. What was typed into it since then is no concern of this file: it comes back with the
/// window, unless the note in the file is another one by then.
final class NoteStore {
  private(set) var notes: [Note]
  private let file: URL
  /// Notes as they were in the file when they were shown or written last.
  private var known: [Note.ID: Note]

  /// Reads the notes; begins with a few where there are none.
  ///
  /// - Throws: When there is a file that cannot be read: to begin anew would overwrite it.
  convenience init() throws {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      .map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    try self.init(file: data.appendingPathComponent("org.example.Notes/notes.json"))
  }

  /// Reads the notes in a file, which need not exist.
  init(file: URL) throws {
    self.file = file
    notes = try Self.read(file) ?? Self.first
    known = Dictionary(notes.map { ($0.id, $0) }) { first, _ in first }
  }

  private static func read(_ file: URL) throws -> [Note]? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode([Note].self, from: Data(contentsOf: file))
  }

  func note(_ id: Note.ID) -> Note? { notes.first { $0.id == id } }

  /// Writes a note that the user has changed, and no other.
  ///
  /// The file may have been changed by another program meanwhile. If that has changed the same note,
  /// the user's becomes a note of its own, so that neither is lost.
  ///
  /// - Returns: The note that was added, if one was.
  /// - Throws: When it could not be written; it is kept in memory then.
  func keep(_ note: Note) throws -> Note? {
    guard let before = known[note.id], note != before else { return nil }
    do {
      var added: Note?
      try change { stored in
        if let index = stored.firstIndex(where: { $0.id == note.id }), stored[index] == before {
          stored[index] = note
        } else {
          let copy = note.copy(UUID().uuidString)
          stored.append(copy)
          added = copy
        }
      }
      return added
    } catch {
      if let index = notes.firstIndex(where: { $0.id == note.id }) { notes[index] = note }
      throw error
    }
  }

  /// Adds an empty note as the first one.
  ///
  /// - Throws: When it could not be written; there is no such note then.
  func add() throws -> Note {
    let note = Note(id: UUID().uuidString, title: "", text: "")
    try change { $0.insert(note, at: 0) }
    return note
  }

  /// Takes a note out of the file.
  ///
  /// - Returns: The note as the file had it, and its place there; `nil` when it was gone already.
  /// - Throws: When that could not be written; the note stays then.
  func remove(_ id: Note.ID) throws -> (note: Note, index: Int)? {
    var removed: (note: Note, index: Int)?
    try change { stored in
      guard let index = stored.firstIndex(where: { $0.id == id }) else { return }
      removed = (stored.remove(at: index), index)
    }
    known[id] = nil
    return removed
  }

  /// Puts a removed note back where it was, or as near to that as there are notes.
  ///
  /// - Throws: When that could not be written; the note stays away then.
  func putBack(_ note: Note, at index: Int) throws {
    try change { $0.insert(note, at: min(index, $0.count)) }
  }

  /// Changes the notes in the file as they are now, all at once.
  private func change(_ change: (inout [Note]) -> Void) throws {
    var stored = try Self.read(file) ?? notes
    change(&stored)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(stored).write(to: file, options: .atomic)
    notes = stored
    for note in stored { known[note.id] = note }
  }

  /// What a new user finds.
  private static var first: [Note] {
    let subjects = ["Groceries", "Garden", "Books to read", "Letter to Anna", "Packing", "Repairs"]
    let steps = [
      "Make a list", "Ask the neighbours", "Look into the shed", "Write it down", "Rest",
    ]
    return (1...60).map { number in
      let title = "\(subjects[number % subjects.count]), week \(number)"
      let lines = (1...120).map { "\($0). \(steps[($0 + number) % steps.count])" }
      return Note(id: "note-\(number)", title: title, text: lines.joined(separator: "\n"))
    }
  }
}
