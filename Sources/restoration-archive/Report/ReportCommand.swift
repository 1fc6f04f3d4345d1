// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Writes a page about an archive.
struct ReportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one page of HTML about an archive.",
    discussion: """
      The page shows the objects as a tree, what they refer to, how many bytes each takes, what \
      changed since the generation before, and what each object wrote. The page is \
      self-contained: it loads no other file and runs no script.

      Values and paths may be private: without --reveal objects are called by number, values are \
      shown by type and size, and the launch image is left out. Keys and classes are shown always.

      EXAMPLES
        restoration-archive report org.example.PhotoViewer --output report.html
        restoration-archive report org.example.PhotoViewer --reveal --output private.html --force

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Flag(name: .long, help: "Show the values, the paths and the launch image too.")
  var reveal = false

  @OptionGroup var file: DocumentOptions

  func execute() throws {
    let sources = try ReportSources(archive)
    try file.write(ReportPage(sources, reveals: reveal).html)
    if sources.reading.isDamaged {
      throw ToolFailure(.damaged, "Some of the archive could not be read.")
    }
  }
}
