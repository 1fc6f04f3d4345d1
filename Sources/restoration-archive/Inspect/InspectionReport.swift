// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// An archive as text, in the manner of the tool shown in 2013 (R136).
struct InspectionReport {
  private(set) var text = ""
  /// Whether something in the archive could not be read.
  private(set) var isDamaged = false

  private let snapshot: RestorationSnapshot
  private let values: ValueText

  init(_ reading: ArchiveReading, revealsValues: Bool) {
    snapshot = reading.snapshot
    values = ValueText(snapshot: snapshot, revealsValues: revealsValues)
    isDamaged = !reading.unreadable.isEmpty
    let top = reading.origin
    writeClassMap(reading.records)
    writeTopLevel(top, reading.application)
    writeLog(of: reading.state)
    for record in reading.records where record.address.kind != .application {
      write(record, top: top)
    }
  }

  private mutating func line(_ line: String = "") { text += line + "\n" }

  private mutating func writeClassMap(_ records: [ObjectRecord]) {
    line("Restoration class map is {")
    for record in records {
      guard let name = record.restorationClass else { continue }
      line("    \(printable(record.address.description)) = \(printable(name));")
    }
    line("}")
  }

  private mutating func writeTopLevel(_ origin: RecordOrigin?, _ application: ObjectRecord?) {
    line("Top Level")
    line("-----")
    if let origin {
      line("\(ReservedKey.bundleVersion).....\(printable(origin.applicationVersion))")
      line("\(ReservedKey.timestamp).....\(timestampText(origin.timestamp))")
      line("\(ReservedKey.systemVersion).....\(printable(origin.systemVersion))")
      line("\(ReservedKey.userInterfaceIdiom).....\(origin.idiom.rawValue)")
    }
    if let application { writeValues(of: application) }
  }

  private mutating func writeLog(of state: OpenedArchive.State) {
    if state.appendedSaves > 0 || state.isTorn { line() }
    if state.appendedSaves > 0 { line("Appended Saves: \(state.appendedSaves)") }
    if state.isTorn { line("(The file ends in bytes that do not open.)") }
  }

  private mutating func write(_ record: ObjectRecord, top: RecordOrigin?) {
    line()
    line(heading(record.address.kind))
    if !record.address.path.components.isEmpty {
      line("Path: \(printable(record.address.description))")
    }
    if !record.address.scene.isEmpty { line("Scene: \(printable(record.address.scene))") }
    line("Class: \(printable(record.className))")
    if let name = record.restorationClass { line("Restoration Class: \(printable(name))") }
    if record.schemaVersion != 0 { line("Schema Version: \(record.schemaVersion)") }
    if record.origin != top {
      line(
        "Carried From: \(printable(record.origin.applicationVersion)), "
          + timestampText(record.origin.timestamp))
    }
    if let prerequisite = record.prerequisite { line("Requires: \(values.proxy(prerequisite))") }
    writeValues(of: record)
  }

  private func heading(_ kind: ObjectKind) -> String {
    switch kind {
    case .application: "[Application]"
    case .window: "[Window]"
    case .controller: "[View Controller]"
    case .view: "[View]"
    case .object: "[Restorable Object]"
    }
  }

  private mutating func writeValues(of record: ObjectRecord) {
    let entries: [ArchivedValue.Entry]
    do throws(ArchiveError) {
      entries = try snapshot.values(of: record)
    } catch {
      isDamaged = true
      line("(This record cannot be read.)")
      return
    }
    for entry in entries where entry.key != ReservedKey.storyboard {
      line("\(printable(entry.key)) -> \(values.text(entry.value))")
    }
    for entry in entries where entry.key == ReservedKey.storyboard {
      writeStoryboard(entry.value)
    }
  }

  private mutating func writeStoryboard(_ value: ArchivedValue) {
    guard case .dictionary(let entries) = value else { return }
    func part(_ key: String) -> String? {
      guard case .string(let text)? = entries.first(where: { $0.key == key })?.value else {
        return nil
      }
      return printable(text)
    }
    line("Storyboard: \([part("bundle"), part("name")].compactMap(\.self).joined(separator: "/"))")
    if let identifier = part("identifier") { line("StoryboardIdentifier -> \(identifier)") }
  }
}
