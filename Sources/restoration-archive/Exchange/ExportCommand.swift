// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// Writes an archive as JSON that can be imported again.
struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes an archive as JSON, which `import` reads.",
    discussion: """
      With --reveal everything comes back from the JSON: objects with class, origin and \
      prerequisite, values with their exact types, references, and the order of all. \
      Documentation/ExportFormat.md describes it.

      Without --reveal there are types and sizes in place of values, and aliases such as \
      "object 7" in place of paths. Such an export shows the structure and cannot be imported.

      EXAMPLES
        restoration-archive export org.example.PhotoViewer
        restoration-archive export org.example.PhotoViewer --reveal --output state.json

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Flag(name: .long, help: "Write values and paths, too.")
  var reveal = false

  @OptionGroup var file: DocumentOptions

  func execute() throws {
    let reading = try archive.open()
    guard reading.unreadable.isEmpty else {
      throw ToolFailure(.damaged, "Some objects cannot be read, so nothing is exported.")
    }
    let text =
      reveal ? try jsonText(ExportDocument(reading)) : try jsonText(ExportOutline(reading))
    try file.write(text + "\n")
  }
}
