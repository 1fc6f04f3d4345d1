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
  ///   - key: The key file, if one was named.
  /// - Throws: `ValidationError` for a name that is not written like that, ``ToolFailure``, or
  ///   `ArchiveError`.
  init(_ name: String, key: String?) throws {
    let environment = ProcessInfo.processInfo.environment
    func location(_ argument: String) throws(ToolFailure) -> ArchiveLocation {
      try ArchiveLocation(argument: argument, key: key, environment: environment)
    }
    self.name = name
    guard let at = name.lastIndex(of: "@"), !FileManager.default.fileExists(atPath: name) else {
      reading = ArchiveReading(try location(name).open())
      return
    }
    let base = String(name[..<at])
    namesMoment = true
    let moment = try Moment(name[name.index(after: at)...])
    var found = try location(base)
    if let generation = moment.generation {
      var isFolder: ObjCBool = false
      guard
        !FileManager.default.fileExists(atPath: base, isDirectory: &isFolder)
          || isFolder.boolValue
      else { throw ValidationError("\(base) is one archive and has no generations.") }
      let folder = (found.archive as NSString).deletingLastPathComponent
      found.archive = FileStore(folder: folder).path(of: generation)
    }
    reading = ArchiveReading(try found.open(savesBefore: moment.savesBefore))
  }

  /// Which of an application's states is meant.
  private struct Moment {
    var generation: ArchiveGeneration?
    var savesBefore = 0

    init(_ text: Substring) throws {
      let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
      if let name = parts.first, !name.isEmpty {
        switch name {
        case "current": generation = .current
        case "previous": generation = .previous
        case "last-good": generation = .lastGood
        default:
          throw ValidationError("A generation is current, previous or last-good, not \(name).")
        }
      }
      guard parts.count == 2 else { return }
      guard let count = UInt16(parts[1]) else {
        throw ValidationError("What follows ~ is a number of saves.")
      }
      savesBefore = Int(count)
    }
  }
}
