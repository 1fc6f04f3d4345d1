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

  /// The same under another identifier.
  func copy(_ id: String) -> Note {
    Note(
      id: id, title: "\(title) (copy)", text: text, tags: tags, priority: priority,
      isPinned: isPinned)
  }
}

/// The user's notes in a file of their own.
///
/// A note is written when the user turns to another one, changes its priority or pin, or ends the
/// program. What was typed into it since then is no concern of this file: it comes back with the
/// window, unless the note in the file is another one by then.
final class NoteStore {
  private(set) var notes: [Note]
  private let file: URL
  /// Notes as they were in the file when they were shown or written last.
  private var known: [Note.ID: Note]

  /// Reads the notes; begins with a few where there are none.
  ///
  /// - Throws: When there is a file that cannot be read: to begin anew would overwrite it.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      .map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    file = data.appendingPathComponent("org.example.Notes/notes.json")
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
      var stored = try Self.read(file) ?? notes
      if let index = stored.firstIndex(where: { $0.id == note.id }), stored[index] == before {
        stored[index] = note
      } else {
        let copy = note.copy(UUID().uuidString)
        stored.append(copy)
        added = copy
      }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(stored).write(to: file, options: .atomic)
      notes = stored
      for note in stored { known[note.id] = note }
      return added
    } catch {
      if let index = notes.firstIndex(where: { $0.id == note.id }) { notes[index] = note }
      throw error
    }
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
