// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A note; its identifier never changes.
struct Note: Codable, Identifiable {
  let id: String
  var title: String
  var text: String
  var tags = ""
  var priority = 0
  var isPinned = false
}

/// The user's notes in a file of their own.
///
/// A note is written when the user turns to another one or ends the program. What was typed into it
/// since then is no concern of this file: it comes back with the window.
final class NoteStore {
  private(set) var notes: [Note]
  private let file: URL

  /// Reads the notes; begins with a few where there are none.
  ///
  /// - Throws: When there is a file that cannot be read: to begin anew would overwrite it.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    file = data.appendingPathComponent("org.example.Notes/notes.json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      notes = Self.first
      return
    }
    notes = try JSONDecoder().decode([Note].self, from: Data(contentsOf: file))
  }

  func note(_ id: Note.ID) -> Note? { notes.first { $0.id == id } }

  /// Replaces the note with the same identifier.
  func keep(_ note: Note) {
    guard let index = notes.firstIndex(where: { $0.id == note.id }) else { return }
    notes[index] = note
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(notes).write(to: file, options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("The notes could not be written: \(error)\n".utf8))
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
