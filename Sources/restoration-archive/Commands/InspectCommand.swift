// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Prints an archive for its owner to read.
struct InspectCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Prints the objects of an archive and the keys they wrote.",
    discussion: """
      Opens one archive, with the key it was sealed with, and prints the restoration class of each \
      path that has one, the top level, and then every object: kind, path, class, and its values \
      by key. Nothing is changed.

      Values may be private: without --reveal only their types and sizes are shown. Keys, classes \
      and paths are shown always.

      EXAMPLES
        restoration-archive inspect org.example.PhotoViewer
        restoration-archive inspect ~/.local/state/org.example.PhotoViewer/restoration
        restoration-archive inspect org.example.PhotoViewer --generation previous --json
        restoration-archive inspect copy/current.archive --key copy/restoration.key --reveal

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Flag(name: .long, help: "Show the values too.")
  var reveal = false

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let reading = try archive.open()
    if output.json {
      try printJSON(InspectionJSON(reading, revealsValues: reveal))
    } else {
      let report = InspectionReport(reading, revealsValues: reveal, style: output.style)
      print(report.text, terminator: "")
    }
    if reading.isDamaged { throw ToolFailure(.damaged, "Some of the archive could not be read.") }
  }
}

/// An archive as text, modelled on the tool shown in 2013.
struct InspectionReport {
  private(set) var text = ""

  private let style: Style

  init(_ reading: ArchiveReading, revealsValues: Bool, style: Style) {
    self.style = style
    let values = ValueText(snapshot: reading.snapshot, revealsValues: revealsValues)
    writeClassMap(reading.records)
    writeTopLevel(reading.origin)
    if let application = reading.application {
      text += ObjectText(valuesOf: application, values: values, style: style).text
    }
    writeLog(of: reading.state)
    for record in reading.records where record.address.kind != .application {
      line()
      text += ObjectText(record, values: values, newest: reading.origin, style: style).text
    }
    writeNotes(reading.snapshot.notes)
  }

  private mutating func line(_ line: String = "") { text += line + "\n" }

  private mutating func writeClassMap(_ records: [ObjectRecord]) {
    line(style("Restoration class map is {", .heading))
    for record in records {
      guard let name = record.restorationClass else { continue }
      line("    \(printable(record.address.description)) = \(printable(name));")
    }
    line("}")
  }

  private mutating func writeTopLevel(_ origin: RecordOrigin?) {
    line(style("Top Level", .heading))
    line("-----")
    guard let origin else { return }
    line("\(ReservedKey.bundleVersion).....\(printable(origin.applicationVersion))")
    line("\(ReservedKey.timestamp).....\(timestampText(origin.timestamp))")
    line("\(ReservedKey.systemVersion).....\(printable(origin.systemVersion))")
    line("\(ReservedKey.userInterfaceIdiom).....\(origin.idiom.rawValue)")
  }

  private mutating func writeLog(of state: OpenedArchive.State) {
    if state.appendedSaves > 0 || state.end != .whole { line() }
    if state.appendedSaves > 0 { line("Appended Saves: \(state.appendedSaves)") }
    if let end = state.endText(style) { line(end) }
  }

  private mutating func writeNotes(_ notes: [RestorationNote]) {
    guard !notes.isEmpty else { return }
    line()
    line(style("Notes", .heading))
    line("-----")
    for note in notes { line(printable(note.line)) }
  }
}

/// An archive as JSON.
struct InspectionJSON: Encodable {
  /// The sequence number of the newest save.
  var save: UInt64
  var appendedSaves: Int
  /// Whether the file ends in bytes that do not open.
  var isTorn: Bool
  /// Whether those bytes are damage rather than an incomplete save.
  var isDamaged: Bool
  var origin: OriginJSON?
  var objects: [ObjectJSON]
  /// The number of unreadable objects.
  var unreadableObjects: Int
  var notes: [NoteJSON]

  init(_ reading: ArchiveReading, revealsValues: Bool) {
    save = reading.state.sequenceNumber
    appendedSaves = reading.state.appendedSaves
    isTorn = reading.state.end != .whole
    isDamaged = reading.state.end == .damaged
    origin = reading.origin.map(OriginJSON.init)
    objects = reading.records.map {
      ObjectJSON($0, in: reading, revealsValues: revealsValues)
    }
    unreadableObjects = reading.unreadable.count + objects.count { $0.isDamaged }
    notes = reading.snapshot.notes.map(NoteJSON.init)
  }
}
