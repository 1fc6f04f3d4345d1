// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Draws the hierarchy and references.
struct GraphCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws how objects contain and refer to each other.",
    discussion: """
      Writes the objects of an archive as a graph: for Graphviz (--dot, the default), or as a \
      drawing that needs no other program (--svg). Paths, classes and keys are shown, values are not.

      EXAMPLES
        restoration-archive graph org.example.PhotoViewer | dot -Tpdf -o graph.pdf
        restoration-archive graph org.example.PhotoViewer --svg --output graph.svg

      \(ToolFailure.exitStatuses)
      """)

  /// The output formats of a graph.
  enum Format: String, EnumerableFlag {
    case dot, svg

    static func help(for value: Format) -> ArgumentHelp? {
      switch value {
      case .dot: "For Graphviz."
      case .svg: "As a drawing in SVG."
      }
    }
  }

  @OptionGroup var archive: ArchiveOptions
  @Flag var format = Format.dot
  @OptionGroup var file: DocumentOptions

  func execute() throws {
    let reading = try archive.open()
    let forest = ObjectForest(reading)
    let links = forest.links(in: reading.snapshot)
    switch format {
    case .dot: try file.write(DotText(forest, links).text)
    case .svg:
      let style = GraphDrawing.colors + "\n" + GraphDrawing.look
      try file.write(GraphDrawing(forest, links, style: style) { $0.step }.svg)
    }
    if reading.isDamaged {
      throw ToolFailure(.damaged, "Some of the archive could not be read.")
    }
  }
}
