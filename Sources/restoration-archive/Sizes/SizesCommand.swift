// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Prints the sizes of objects, to find large ones.
struct SizesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "sizes",
    abstract: "Shows how many bytes objects, classes and keys take.",
    discussion: """
      Prints the objects of an archive as a tree, the heaviest first, each with the bytes of its own \
      values and of all below it; then what the file consists of besides values: names, tables, \
      earlier versions of what was saved again, the seal. The sum is the size of the file.

      EXAMPLES
        restoration-archive sizes org.example.PhotoViewer
        restoration-archive sizes org.example.PhotoViewer --by class
        restoration-archive sizes copy/current.archive --key copy/restoration.key --by key --json

      \(ToolFailure.exitStatuses)
      """)

  /// The criterion for grouping values.
  enum Grouping: String, CaseIterable, ExpressibleByArgument {
    case subtree, `class`, key
  }

  @OptionGroup var archive: ArchiveOptions

  @Option(name: .long, help: "What to add the bytes up by: subtree, class or key.")
  var by = Grouping.subtree

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let reading = try archive.open()
    if output.json {
      try printJSON(SizesDocument(reading, by: by))
    } else {
      print(SizesText(reading, by: by, style: output.style).text, terminator: "")
    }
    if reading.isDamaged {
      throw ToolFailure(.damaged, "Some of the archive could not be read.")
    }
  }
}
