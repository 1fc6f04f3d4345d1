// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Removes an application's saved state.
struct DiscardCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Removes the state of an application, so that it starts afresh.",
    discussion: """
      Removes every archive of the application, those of processes that ran beside others and those \
      that were set aside included, with launch images and markers; and no other file. What is \
      removed cannot be brought back. The key stays, unless --with-key is given: then copies of the \
      archives cannot be opened any more, either.

      Refuses while the application runs. Asks first; without a terminal to ask on, --yes is needed.

      EXAMPLES
        restoration-archive discard org.example.PhotoViewer --dry-run
        restoration-archive discard org.example.PhotoViewer
        restoration-archive discard org.example.PhotoViewer --yes --with-key

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp(
      "An application's identifier, or a state folder.", valueName: "application"),
    completion: .applications)
  var application: String

  @Flag(name: .long, help: "Do not ask.")
  var yes = false

  @Flag(name: .long, help: "Say what would be removed, and remove nothing.")
  var dryRun = false

  @Flag(name: .long, help: "Destroy the application's key, too.")
  var withKey = false

  @Flag(name: .long, help: "The key to be destroyed is in the desktop's keyring.")
  var keyring = false

  @Flag(name: .long, help: "Print JSON, for programs to read.")
  var json = false

  func validate() throws {
    if keyring, !withKey { throw ValidationError("--keyring goes with --with-key.") }
    if json, !yes, !dryRun { throw ValidationError("--json goes with --yes or --dry-run.") }
  }

  func execute() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = try ArchiveLocation.folder(application, environment) else {
      throw ToolFailure(
        .wrongUse, "\(application) is one file; name the application whose state to discard.")
    }
    let removal = try StateRemoval(folder, withKey: withKey, keyring: keyring, environment)
    if dryRun { return try report(removal, isDone: false) }
    if !yes {
      print(removal.text(isDone: false), terminator: "")
      try confirm("This cannot be undone. Discard it?")
    }
    try removal.run()
    try report(removal, isDone: true)
  }

  private func report(_ removal: StateRemoval, isDone: Bool) throws {
    if json {
      try printJSON(RemovalJSON(isDone: isDone, files: removal.names, key: removal.keyName))
    } else {
      print(removal.text(isDone: isDone), terminator: "")
    }
  }

  private struct RemovalJSON: Encodable {
    var isDone: Bool
    var files: [String]
    var key: String?
  }
}
