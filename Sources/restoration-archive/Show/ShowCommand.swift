// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Prints one object, or one value.
struct ShowCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints one object of an archive, or one of its values.",
    discussion: """
      PATH is written as the tool prints it, without the scene: "Navigation/:[1]:/Detail"; the \
      application's own record is "(application)", a window's "(window main)". Where objects of \
      several kinds or scenes have the same path, --kind and --scene pick one.

      Values may be private: without --reveal only their types and sizes are shown. With it, data is \
      shown as bytes.

      EXAMPLES
        restoration-archive show org.example.PhotoViewer Navigation
        restoration-archive show org.example.PhotoViewer SepiaFilter ImageFilterActiveKey --reveal
        restoration-archive show org.example.PhotoViewer "(application)" --json

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Argument(help: "The object's path.")
  var path: String

  @Argument(help: "The key of one value.")
  var key: String?

  @Option(name: .long, help: "The scene that the object belongs to.")
  var scene: String?

  @Option(name: .long, help: "What the object is.")
  var kind: KindName?

  @Flag(name: .long, help: "Show the values too.")
  var reveal = false

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let reading = try archive.open()
    let record = try ObjectSearch(reading, path: path, scene: scene, kind: kind?.kind).match()
    if let key { return try show(key, of: record, reading) }
    if output.json {
      try printJSON(ObjectJSON(record, in: reading, revealsValues: reveal))
    } else {
      let values = ValueText(snapshot: reading.snapshot, revealsValues: reveal)
      let text = ObjectText(record, values: values, newest: reading.origin, style: output.style)
      print(text.text, terminator: "")
    }
    _ = try reading.snapshot.values(of: record)
  }

  private func show(_ key: String, of record: ObjectRecord, _ reading: ArchiveReading) throws {
    let entries = try reading.snapshot.values(of: record)
    guard let entry = entries.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
      let keys = entries.map(\.key).joined(separator: ", ")
      throw ToolFailure(
        .notFound,
        "The object \(path) has no key \(key); "
          + (keys.isEmpty ? "it has none at all." : "it has \(keys)."))
    }
    if output.json {
      try printJSON(ValueJSON(entry.value, in: reading.snapshot, revealsValue: reveal))
    } else if reveal, case .data(let data) = entry.value {
      print(hexDump(data), terminator: "")
    } else {
      print(ValueText(snapshot: reading.snapshot, revealsValues: reveal).text(entry.value))
    }
  }
}
