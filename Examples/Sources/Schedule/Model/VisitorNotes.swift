// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation

/// The visitor's favorites and sent feedback.
///
/// This is the visitor's data, not restoration state. It has a file of its own, which is replaced
/// atomically after each change.
@MainActor final class VisitorNotes {
  private struct Content: Codable {
    var favorites: Set<String> = []
    var feedback: [String: String] = [:]
  }

  /// An action to run after changes, while its owner lives.
  private struct Observer {
    weak var object: AnyObject?
    let action: @MainActor () -> Void
  }

  private let file: URL
  private let conference: String
  private var all: [String: Content]
  private var observers: [Observer] = []

  /// Reads the notes on a conference; sets an invalid file aside.
  ///
  /// - Parameters:
  ///   - file: The file with the notes on all conferences; it need not exist.
  ///   - conference: The title of the conference.
  init(file: URL, conference: String) {
    (self.file, self.conference) = (file, conference)
    all = [:]
    guard let data = try? Data(contentsOf: file) else { return }
    do {
      all = try JSONDecoder().decode([String: Content].self, from: data)
    } catch {
      let aside = file.appendingPathExtension("damaged")
      try? FileManager.default.removeItem(at: aside)
      try? FileManager.default.moveItem(at: file, to: aside)
    }
  }

  /// Returns the file in the user's data folder.
  static func defaultFile(of program: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      .map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    return data.appendingPathComponent(program).appendingPathComponent("notes.json")
  }

  var favorites: Set<String> { all[conference]?.favorites ?? [] }

  func isFavorite(_ session: Session) -> Bool { favorites.contains(session.id) }

  func toggleFavorite(_ session: Session) {
    change { notes in
      if notes.favorites.remove(session.id) == nil { notes.favorites.insert(session.id) }
    }
  }

  /// Returns the feedback sent on a session.
  func feedback(on session: Session) -> String? { all[conference]?.feedback[session.id] }

  func send(_ feedback: String, on session: Session) {
    change { $0.feedback[session.id] = feedback }
  }

  /// Runs an action after each change while an object lives.
  func observe(_ object: AnyObject, _ action: @escaping @MainActor () -> Void) {
    observers.append(Observer(object: object, action: action))
  }

  private func change(_ change: (inout Content) -> Void) {
    change(&all[conference, default: Content()])
    write()
    observers.removeAll { $0.object == nil }
    observers.forEach { $0.action() }
  }

  private func write() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try encoder.encode(all).write(to: file, options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("The notes could not be saved: \(error)\n".utf8))
    }
  }
}
