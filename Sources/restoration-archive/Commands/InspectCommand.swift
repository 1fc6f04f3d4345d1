// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
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
      by key. Nothing is changed. Programs read the JSON of `export`.

      --outline prints a line for each object, below the object that contains it: its class, the \
      bytes of its values, and what became of it. "saved" was written by the version of the \
      application that saved last, "carried" by another one or on another system. What the \
      application noted when saving and at its last launch follows.

      --path prints the objects at one path, and with --value one of their values. Paths are \
      written as the tool prints them: "Navigation/:[1]:/Detail", "(application)", "Main Window".

      Values may be private: without --reveal only their types and sizes are shown. Keys, classes \
      and paths are shown always.

      EXAMPLES
        restoration-archive inspect org.example.PhotoViewer
        restoration-archive inspect org.example.PhotoViewer --outline
        restoration-archive inspect org.example.PhotoViewer --path Navigation
        restoration-archive inspect old.archive --key old.key --reveal

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Flag(name: .long, help: "Print one line for each object, as a tree.")
  var outline = false

  @Option(name: .long, help: "Print only the objects at this path.")
  var path: String?

  @Option(name: .long, help: ArgumentHelp("Print only the value with this key.", valueName: "key"))
  var value: String?

  @Flag(name: .long, help: "Show the values too.")
  var reveal = false

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    if outline, path != nil { throw ValidationError("Use either --outline or --path.") }
    if value != nil, path == nil { throw ValidationError("--value goes with --path.") }
  }

  func execute() throws {
    let reading = try archive.open()
    let values = ValueText(snapshot: reading.snapshot, revealsValues: reveal)
    if outline {
      print(OutlineText(reading, style: colors.style).text, terminator: "")
    } else if let path {
      let records = try reading.records(at: path)
      if let value {
        print(try text(of: value, in: records, values))
      } else {
        let texts = records.map {
          ObjectText($0, values: values, newest: reading.origin, style: colors.style).text
        }
        print(texts.joined(separator: "\n"), terminator: "")
      }
    } else {
      print(InspectionReport(reading, values, style: colors.style).text, terminator: "")
    }
    try reading.requireWhole()
  }

  /// Returns each object's value with a key, as lines.
  private func text(of key: String, in records: [ObjectRecord], _ values: ValueText) throws
    -> String
  {
    let entries = try records.flatMap { try values.snapshot.values(of: $0) }
    let found = entries.filter { $0.key.utf8.elementsEqual(key.utf8) }
    guard !found.isEmpty else {
      let keys = entries.isEmpty ? "no key" : entries.map(\.key).joined(separator: ", ")
      throw ToolFailure(.notFound, "There is no key \(key) at \(path ?? ""); it has \(keys).")
    }
    return found.map { values.text($0.value) }.joined(separator: "\n")
  }
}

extension ArchiveReading {
  /// Returns the objects at a path, of every kind and scene.
  ///
  /// - Throws: ``ToolFailure`` when there is none; it names paths with the same end.
  fileprivate func records(at path: String) throws(ToolFailure) -> [ObjectRecord] {
    let found = records.filter { $0.address.description == path }
    if !found.isEmpty { return found }
    let end = path.split(separator: "/").last?.lowercased()
    let near = Set(records.map(\.address.description)).filter {
      $0.split(separator: "/").last?.lowercased() == end
    }
    let advice =
      near.isEmpty
      ? "--outline prints them all"
      : "similar paths: " + near.sorted().prefix(3).joined(separator: ", ")
    throw ToolFailure(.notFound, "The archive has no object \(path); \(advice).")
  }
}

/// An archive as a tree, with a line for each object.
private struct OutlineText {
  private(set) var text = ""

  init(_ reading: ArchiveReading, style: Style) {
    for node in ObjectForest(reading).nodes {
      let (address, indent) = (node.address, String(repeating: "  ", count: node.depth))
      let hasPath = !address.path.components.isEmpty
      var words = [printable(node.step)]
      if hasPath, address.kind != .controller { words.append(style("[\(address.kind)]", .quiet)) }
      if hasPath, node.parent == nil, !address.scene.isEmpty {
        words.append("(scene \(printable(address.scene)))")
      }
      var facts: [String] = []
      if let record = node.record {
        facts = [printable(record.className), counted(record.size, "byte", "bytes")]
      }
      facts += node.outcomes(newest: reading.origin).map { style($0, Self.role(of: $0)) }
      text += indent + words.joined(separator: " ") + " " + facts.joined(separator: ", ") + "\n"
      for note in node.notes {
        text += "\(indent)  " + style("! " + printable(note.words), .quiet) + "\n"
      }
    }
    if let end = reading.state.endText(style) { text += end + "\n" }
  }

  private static func role(of outcome: String) -> Style.Role {
    switch outcome {
    case "saved": .good
    case "carried": .quiet
    default: .warning
    }
  }
}

/// An archive as text, modelled on the tool shown in 2013.
private struct InspectionReport {
  private(set) var text = ""

  private let style: Style

  init(_ reading: ArchiveReading, _ values: ValueText, style: Style) {
    self.style = style
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
#endif
