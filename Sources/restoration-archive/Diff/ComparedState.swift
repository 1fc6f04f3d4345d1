// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// One of the two compared states.
struct ComparedState {
  /// The name from the command line.
  let name: String
  let reading: ArchiveReading
  /// Whether the name selects one of an application's states.
  private(set) var namesMoment = false

  /// Finds and opens a state.
  ///
  /// - Parameters:
  ///   - name: A name that ``ArchiveLocation`` finds, optionally followed by `@`, a generation, and
  ///     `~` with the number of appended saves to go back. Generation and number may each be
  ///     missing.
  ///   - key: The key that opens it.
  /// - Throws: `ValidationError` for a malformed name, ``ToolFailure``, or `ArchiveError`.
  init(_ name: String, key: KeyOptions) throws {
    self.name = name
    guard let at = name.lastIndex(of: "@"), !FileManager.default.fileExists(atPath: name) else {
      reading = try key.open(name)
      return
    }
    namesMoment = true
    let moment = try Moment(name[name.index(after: at)...])
    reading = try key.open(
      String(name[..<at]), generation: moment.generation, savesBefore: moment.savesBefore)
  }

  /// The selection of one of an application's states.
  private struct Moment {
    var generation = GenerationChoice.current
    var savesBefore = 0

    init(_ text: Substring) throws {
      let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
      if let name = parts.first, !name.isEmpty {
        guard let choice = GenerationChoice(rawValue: String(name)) else {
          let choices = GenerationChoice.words.joined(separator: ", ")
          throw ValidationError("A generation is one of \(choices), and not \(name).")
        }
        generation = choice
      }
      guard parts.count == 2 else { return }
      guard let count = UInt16(parts[1]) else {
        throw ValidationError("~ must be followed by a number of saves.")
      }
      savesBefore = Int(count)
    }
  }
}
