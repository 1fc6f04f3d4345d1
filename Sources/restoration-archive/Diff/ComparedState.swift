// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// One of the two states that are compared.
struct ComparedState {
  /// As it was named on the command line.
  let name: String
  let reading: ArchiveReading
  /// Whether the name says which of an application's states is meant.
  private(set) var namesMoment = false

  /// Finds and opens a state.
  ///
  /// - Parameters:
  ///   - name: What ``ArchiveLocation`` finds; or that, `@`, a generation, and `~` with a number of
  ///     appended saves to go back, of which either may be missing.
  ///   - key: With which key it is opened.
  /// - Throws: `ValidationError` for a name that is not written like that, ``ToolFailure``, or
  ///   `ArchiveError`.
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

  /// Which of an application's states is meant.
  private struct Moment {
    var generation = GenerationChoice.current
    var savesBefore = 0

    init(_ text: Substring) throws {
      let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
      if let name = parts.first, !name.isEmpty {
        guard let choice = GenerationChoice(rawValue: String(name)) else {
          let choices = GenerationChoice.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("A generation is one of \(choices), and not \(name).")
        }
        generation = choice
      }
      guard parts.count == 2 else { return }
      guard let count = UInt16(parts[1]) else {
        throw ValidationError("What follows ~ is a number of saves.")
      }
      savesBefore = Int(count)
    }
  }
}
