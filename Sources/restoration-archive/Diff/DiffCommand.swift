// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Compares two states.
struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two states: objects added and dropped, values changed.",
    discussion: """
      Objects are matched by kind, scene and path; their order and the time of saving make no \
      difference. With one name only, the previous state is compared with the current one.

      Add @current, @previous or @last-good to a folder or an application's identifier to choose \
      a generation. Add ~1 to that, or to a bare @, for the state before the last appended save, \
      ~2 for the one before, and so on.

      Values may be private: without --reveal only their types and sizes are shown.

      EXAMPLES
        restoration-archive diff org.example.PhotoViewer
        restoration-archive diff org.example.PhotoViewer@last-good org.example.PhotoViewer --reveal
        restoration-archive diff org.example.PhotoViewer@~1 org.example.PhotoViewer
        restoration-archive diff before.archive after.archive --key old.key --new-key new.key

      \(ToolFailure.exitStatuses(done: "the states are equal", notAllWell: "they differ"))
      """)

  @Argument(help: ArgumentHelp("The older state.", valueName: "old"), completion: .archives)
  var old: String

  @Argument(help: ArgumentHelp("The newer state.", valueName: "new"), completion: .archives)
  var new: String?

  @OptionGroup var key: KeyOptions

  @Option(
    name: .long,
    help: ArgumentHelp("The newer state's key file, if it has another.", valueName: "file"),
    completion: .file())
  var newKey: String?

  @Flag(name: .long, help: "Show the values too.")
  var reveal = false

  @OptionGroup var output: OutputOptions

  func execute() throws {
    var keyOfNew = key
    if let newKey { (keyOfNew.key, keyOfNew.keyring) = (newKey, false) }
    let after = try ComparedState(new ?? old, key: keyOfNew)
    if new == nil, after.namesMoment {
      throw ValidationError("Name the newer state as well as \(old).")
    }
    let before = try ComparedState(new == nil ? "\(old)@previous" : old, key: key)
    let difference = try SnapshotDifference(
      from: before.reading.snapshot, to: after.reading.snapshot)
    if output.json {
      try printJSON(
        DifferenceDocument(difference, from: before, to: after, revealsValues: reveal))
    } else {
      let report = DifferenceReport(
        difference, from: before, to: after, revealsValues: reveal, style: output.style)
      print(report.text, terminator: "")
    }
    if !difference.isEmpty { throw ExitCode(1) }
  }
}
