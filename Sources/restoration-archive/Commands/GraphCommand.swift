// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import RestorationArchive

/// Writes the hierarchy and references for Graphviz.
struct GraphCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Writes how objects contain and refer to each other, for Graphviz.",
    discussion: """
      Graphviz draws it: "dot -Tsvg" or another of its formats. Solid arrows are references, dashed \
      ones lead to required objects; dashed shapes are not in the archive. Paths, classes and keys \
      are shown, values are not.

      EXAMPLES
        restoration-archive graph org.example.PhotoViewer | dot -Tsvg > graph.svg
        restoration-archive graph org.example.PhotoViewer --output graph.dot

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var file: DocumentOptions

  func execute() throws {
    try file.requireOwnPlace(besides: archive)
    let reading = try archive.open()
    let forest = ObjectForest(reading)
    try file.write(DotText(forest, forest.links(in: reading.snapshot)).text)
    try reading.requireWhole()
  }
}

/// The hierarchy and references in the language of Graphviz.
struct DotText {
  private(set) var text = ""

  init(_ forest: ObjectForest, _ links: [ObjectLink]) {
    line("digraph restoration {")
    line("  graph [rankdir=LR, ranksep=0.5, nodesep=0.15];")
    line("  node [fontname=\"sans-serif\", fontsize=11, style=filled, penwidth=1.2];")
    line("  edge [fontname=\"sans-serif\", fontsize=9, color=\"#6b7280\"];")
    for (index, node) in forest.nodes.enumerated() {
      let label = [printable(node.step)] + (node.record.map { [printable($0.className)] } ?? [])
      line("  n\(index) [label=\(quoted(label)), \(attributes(of: node))];")
    }
    for (index, node) in forest.nodes.enumerated() {
      if let parent = node.parent { line("  n\(parent) -> n\(index) [arrowhead=none];") }
    }
    for link in links {
      var parts = ["style=\(link.kind == .reference ? "solid" : "dashed")"]
      if link.kind == .prerequisite { parts.append("label=requires") }
      if !link.keys.isEmpty { parts.append("label=\(quoted(link.keys.map(printable)))") }
      line(
        "  n\(link.from) -> n\(link.to) [\(parts.joined(separator: ", ")), color=\"#c2410c\", "
          + "constraint=false];")
    }
    line("}")
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  /// Returns a quoted string of lines that are already printable.
  private func quoted(_ lines: [String]) -> String {
    let escaped = lines.map { line in
      // By scalars: a quote with a combining mark is a different character, but still ends a
      // string.
      line.unicodeScalars.reduce(into: "") { result, scalar in
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped.joined(separator: "\\n"))\""
  }

  private func attributes(of node: ObjectForest.Node) -> String {
    let (shape, color) =
      switch node.address.kind {
      case .application: ("hexagon", "#e5e7eb")
      case .window: ("tab", "#dbeafe")
      case .controller: ("box", "#ede9fe")
      case .view: ("note", "#ccfbf1")
      case .object: ("ellipse", "#fef3c7")
      }
    return "shape=\(shape), fillcolor=\"\(color)\""
      + (node.record == nil ? ", style=\"filled,dashed\"" : "")
  }
}
#endif
