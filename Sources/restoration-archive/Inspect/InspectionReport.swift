// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

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
