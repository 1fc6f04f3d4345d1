// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
