// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
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

/// One of the two compared states.
struct ComparedState {
  /// The name to print.
  let name: String
  let reading: ArchiveReading
  /// Whether the name selects one of an application's states.
  private(set) var namesMoment = false

  init(_ name: String, _ reading: ArchiveReading) { (self.name, self.reading) = (name, reading) }

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
        guard let choice = GenerationChoice(argument: String(name)) else {
          let choices = GenerationChoice.allValueStrings.joined(separator: ", ")
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

/// A difference as JSON.
struct DifferenceDocument: Encodable {
  let old: State
  let new: State
  let isSame: Bool
  let added: [ExportedAddress]
  let dropped: [ExportedAddress]
  let changed: [Object]

  /// A compared state.
  struct State: Encodable {
    let name: String
    let save: UInt64
    let origin: ExportedOrigin?

    init(_ state: ComparedState) {
      (name, save) = (state.name, state.reading.state.sequenceNumber)
      origin = state.reading.origin.map { ExportedOrigin($0) }
    }
  }

  /// An object that both states have.
  struct Object: Encodable {
    let address: ExportedAddress
    let attributes: [Attribute]
    let values: [Value]
  }

  /// A property of an object other than its values.
  struct Attribute: Encodable {
    let name: String
    let old: String?
    let new: String?
  }

  /// A changed value; without `old` if added, without `new` if removed.
  struct Value: Encodable {
    let key: String
    let old: ExportedValue?
    let new: ExportedValue?
  }

  init(
    _ difference: SnapshotDifference, from old: ComparedState, to new: ComparedState,
    revealsValues: Bool
  ) throws {
    func content(_ value: ArchivedValue, of state: ComparedState) throws -> ExportedValue {
      try ExportedValue(value, reveals: revealsValues) { number in
        guard let address = state.reading.snapshot.address(of: number) else {
          throw ToolFailure(.damaged, "An archive refers to an unknown object.")
        }
        return ExportedAddress(address)
      }
    }
    self.old = State(old)
    self.new = State(new)
    isSame = difference.isEmpty
    added = difference.added.map { ExportedAddress($0) }
    dropped = difference.dropped.map { ExportedAddress($0) }
    changed = try difference.changed.map { object in
      Object(
        address: ExportedAddress(object.address),
        attributes: object.attributes.map {
          Attribute(name: $0.attribute.rawValue, old: $0.old, new: $0.new)
        },
        values: try object.values.map { change in
          Value(
            key: change.key, old: try change.old.map { try content($0, of: old) },
            new: try change.new.map { try content($0, of: new) })
        })
    }
  }
}
#endif
