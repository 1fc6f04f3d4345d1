// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The paths of an archive as an indented tree.
struct TreeText {
  private(set) var text = ""

  private let reading: ArchiveReading
  private let depth: Int
  private let width: Int
  private let style: Style

  /// Writes the trees.
  ///
  /// - Parameters:
  ///   - reading: The archive.
  ///   - scene: The only scene to show; `nil` shows all.
  ///   - depth: The number of steps of a path to show.
  ///   - width: The number of steps to show below each.
  ///   - style: The colours.
  init(_ reading: ArchiveReading, scene: String?, depth: Int, width: Int, style: Style) {
    (self.reading, self.depth, self.width, self.style) = (reading, depth, width, style)
    for (name, tree) in PathTree.scenes(of: reading) where scene == nil || scene == name {
      if !text.isEmpty { text += "\n" }
      let title = name.isEmpty ? "(no scene)" : printable(name)
      text += style(title, .heading) + "\n"
      for object in tree.objects { write(object, name: "", prefix: "", indent: "  ") }
      writeChildren(of: tree, indent: "", depth: 0)
    }
    if let end = reading.state.endText(style) { text += end + "\n" }
  }

  private mutating func writeChildren(of tree: PathTree, indent: String, depth: Int) {
    guard !tree.children.isEmpty else { return }
    guard depth < self.depth else {
      return text += indent + "└ " + hidden(tree.countBelow) + "\n"
    }
    let shown = tree.children.prefix(width)
    let rest = tree.children.dropFirst(width)
    for (place, child) in shown.enumerated() {
      let isLast = place == shown.count - 1 && rest.isEmpty
      let inner = indent + (isLast ? "  " : "│ ")
      var (name, end) = (printable(child.step), child)
      // An empty step above a single other step needs no line of its own.
      while end.objects.isEmpty, end.children.count == 1, let only = end.children.first {
        (name, end) = (name + "/" + printable(only.step), only)
      }
      if end.objects.isEmpty { text += indent + (isLast ? "└ " : "├ ") + name + "\n" }
      for (index, object) in end.objects.enumerated() {
        let branch = index > 0 ? "│ " : isLast ? "└ " : "├ "
        write(object, name: name, prefix: indent + branch, indent: inner)
      }
      writeChildren(of: end, indent: inner, depth: depth + 1)
    }
    let count = rest.reduce(0) { $0 + $1.objects.count + $1.countBelow }
    if !rest.isEmpty { text += indent + "└ " + hidden(count) + "\n" }
  }

  private func hidden(_ count: Int) -> String {
    style("… \(counted(count, "more object", "more objects"))", .quiet)
  }

  private mutating func write(
    _ object: PathTree.Object, name: String, prefix: String, indent: String
  ) {
    var parts: [String] = []
    if !name.isEmpty { parts.append(name) }
    if object.address.kind != .controller {
      parts.append(style("[\(object.address.kind)]", .quiet))
    }
    var facts: [String] = []
    if let record = object.record {
      facts.append(printable(record.className))
      facts.append(counted(record.size, "byte", "bytes"))
    }
    for outcome in object.outcomes(newest: reading.origin) {
      facts.append(style(outcome, role(of: outcome)))
    }
    parts.append(facts.joined(separator: ", "))
    text += (prefix.isEmpty ? indent : prefix) + parts.joined(separator: " ") + "\n"
    for note in object.notes {
      let line = printable("! \(note.outcome.words): \(note.sentence)")
      text += indent + "  " + style(line, .quiet) + "\n"
    }
  }

  private func role(of outcome: String) -> Style.Role {
    switch outcome {
    case "saved": .good
    case "carried": .quiet
    default: .warning
    }
  }
}
