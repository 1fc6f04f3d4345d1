// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
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
    try reading.requireWhole()
  }
}

/// Sizes as JSON for programs.
struct SizesDocument: Encodable {
  /// An object's size.
  ///
  /// Objects come parents first, and the largest of siblings first.
  struct Object: Encodable {
    var address: ExportedAddress
    /// The class; absent if the archive holds only references to the object.
    var className: String?
    /// The number of objects above it.
    var depth: Int
    var own: Int
    var total: Int

    private enum CodingKeys: String, CodingKey {
      case address, depth, own, total
      case className = "class"
    }
  }

  /// The size of the file in bytes: the sum of its parts.
  var file: Int
  var parts: [FileParts.Part]
  var objects: [Object]?
  var classes: [WeightGroup]?
  var keys: [WeightGroup]?

  init(_ reading: ArchiveReading, by grouping: SizesCommand.Grouping) {
    let parts = FileParts(reading)
    (file, self.parts) = (parts.file, parts.parts)
    switch grouping {
    case .subtree:
      let weights = ObjectWeights(ObjectForest(reading))
      objects = weights.heaviestFirst.map { index in
        let node = weights.forest.nodes[index]
        return Object(
          address: ExportedAddress(node.address), className: node.record?.className,
          depth: node.depth, own: weights.own[index], total: weights.total[index])
      }
    case .class: classes = WeightGroup.classes(reading)
    case .key: keys = WeightGroup.keys(reading)
    }
  }
}

/// Sizes as text: numbers, bars and names.
struct SizesText {
  private(set) var text = ""

  private let style: Style

  init(_ reading: ArchiveReading, by grouping: SizesCommand.Grouping, style: Style) {
    self.style = style
    let parts = FileParts(reading)
    switch grouping {
    case .subtree:
      let weights = ObjectWeights(ObjectForest(reading))
      heading(columns("Total", "Own", "Share", "", "Object"))
      for index in weights.heaviestFirst {
        let node = weights.forest.nodes[index]
        row(
          String(weights.total[index]), String(weights.own[index]),
          share(weights.total[index], of: weights.sum), bar(weights.total[index], of: weights.sum),
          String(repeating: "  ", count: node.depth) + printable(node.step)
            + (node.record == nil ? "  (not in this archive)" : ""))
      }
      row(String(weights.sum), "", "", "", "all values")
    case .class: groups(WeightGroup.classes(reading), count: "Objects", name: "Class")
    case .key: groups(WeightGroup.keys(reading), count: "Values", name: "Key")
    }
    line()
    heading(columns("Bytes", "", "Share", "", "Of the file"))
    for part in parts.parts {
      row(
        String(part.bytes), "", share(part.bytes, of: parts.file),
        bar(part.bytes, of: parts.file), part.title)
    }
    row(String(parts.file), "", "", "", "the file")
  }

  private mutating func groups(_ groups: [WeightGroup], count: String, name: String) {
    let sum = groups.reduce(0) { $0 + $1.bytes }
    heading(columns("Bytes", count, "Share", "", name))
    for group in groups {
      row(
        String(group.bytes), String(group.count), share(group.bytes, of: sum),
        bar(group.bytes, of: sum), printable(group.name))
    }
    row(String(sum), "", "", "", "all values")
  }

  private mutating func row(
    _ first: String, _ second: String, _ share: String, _ bar: String, _ name: String
  ) {
    line(columns(first, second, share, bar, name))
  }

  private func columns(
    _ first: String, _ second: String, _ share: String, _ bar: String, _ name: String
  ) -> String {
    "\(padded(first, 10))  \(padded(second, 10))  \(padded(share, 7))  "
      + (bar.isEmpty ? String(repeating: " ", count: 10) : bar) + "  " + name
  }

  private mutating func heading(_ text: String) { line(style(text, .heading)) }

  private mutating func line(_ line: String = "") { text += line + "\n" }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Returns a bar of ten characters, exact to an eighth of one.
  private func bar(_ part: Int, of whole: Int) -> String {
    let eighths = whole > 0 ? min(80, max(0, (part * 80 + whole / 2) / whole)) : 0
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let bar = String(repeating: "█", count: eighths / 8) + rest
    return bar + String(repeating: "·", count: 10 - bar.count)
  }
}

/// Returns a percentage with one decimal place.
func share(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "–" }
  let tenths = (abs(part) * 1000 + whole / 2) / whole
  return (part < 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10) %"
}
#endif
