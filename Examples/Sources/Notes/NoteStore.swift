// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A note with a permanent identifier.
struct Note: Codable, Equatable, Identifiable {
  let id: String
  var title: String
  var text: String
  var tags = ""
  var priority = 0
  var isPinned = false

  /// The name in the list: the title, else the first line.
  var name: String { title.isEmpty ? Self.name(ofText: text) : title }

  /// Returns the first line that is not empty.
  static func name(ofText text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.first { !$0.isEmpty } ?? "New Note"
  }

  /// Returns a copy of the note under another identifier.
  func copy(_ id: String) -> Note {
    Note(
      id: id, title: "\(name) (copy)", text: text, tags: tags, priority: priority,
      isPinned: isPinned)
  }
}

/// Stores the user's notes in a file.
///
/// A note is written when it is created, when the user selects another one, when its priority or
/// pin changes, and when the program ends. Text typed after that is not in the file. It comes back
/// with the window, unless the note in the file has changed by then.
final class NoteStore {
  private(set) var notes: [Note]
  private let file: URL
  /// The notes as last shown from or written to the file.
  private var known: [Note.ID: Note]

  /// Reads the notes; begins with examples if there is no file.
  ///
  /// - Throws: An error if the file exists but cannot be read, since a new start would overwrite
  ///   it.
  convenience init() throws {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      .map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    try self.init(file: data.appendingPathComponent("org.example.Notes/notes.json"))
  }

  /// Reads the notes from a file, which need not exist.
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

  /// Writes one note, if the user has changed it.
  ///
  /// Another program may have changed the file in the meantime. If it changed the same note, the
  /// user's version becomes a new note, so that neither is lost.
  ///
  /// - Returns: The added note; `nil` if there is none.
  /// - Throws: An error if the note could not be written; it stays in memory then.
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

  /// Adds an empty note at the beginning.
  ///
  /// - Throws: An error if it could not be written; the note is not added then.
  func add() throws -> Note {
    let note = Note(id: UUID().uuidString, title: "", text: "")
    try change { $0.insert(note, at: 0) }
    return note
  }

  /// Removes a note from the file.
  ///
  /// - Returns: The note in the file and its index; `nil` if it was already gone.
  /// - Throws: An error if the change could not be written; the note stays then.
  func remove(_ id: Note.ID) throws -> (note: Note, index: Int)? {
    var removed: (note: Note, index: Int)?
    try change { stored in
      guard let index = stored.firstIndex(where: { $0.id == id }) else { return }
      removed = (stored.remove(at: index), index)
    }
    known[id] = nil
    return removed
  }

  /// Puts a removed note back at its index, or at the end.
  ///
  /// - Throws: An error if the change could not be written; the note stays removed then.
  func putBack(_ note: Note, at index: Int) throws {
    try change { $0.insert(note, at: min(index, $0.count)) }
  }

  /// Reads the file, changes its notes and replaces it atomically.
  private func change(_ change: (inout [Note]) -> Void) throws {
    var stored = try Self.read(file) ?? notes
    change(&stored)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(stored).write(to: file, options: .atomic)
    notes = stored
    for note in stored { known[note.id] = note }
  }

  /// The notes of a new user.
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
