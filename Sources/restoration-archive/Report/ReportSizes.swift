// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Charts of the sizes of subtrees and of the file's parts.
struct ReportSizes {
  private let context: ReportContext
  private static let rowHeight = 28
  /// The minimum widths for drawing and for naming, in percent.
  ///
  /// The widths are shares of the picture.
  private static let (leastDrawn, leastNamed) = (0.2, 6.0)

  init(_ context: ReportContext) { self.context = context }

  var section: ReportSection {
    ReportSection(
      anchor: "sizes", title: "Sizes",
      lead: "The width of an object shows the bytes of its values and of all objects below it.",
      content: icicle + "<h3>The file</h3>\n" + parts + "<div class=\"pair\">\n"
        + table(WeightGroup.classes(context.reading), "Classes", "class", "objects")
        + table(WeightGroup.keys(context.reading), "Keys", "key", "values") + "</div>")
  }

  /// An icicle chart of subtrees: width shows size.
  ///
  /// Each subtree is below the object that it belongs to.
  private var icicle: String {
    let weights = context.weights
    guard weights.sum > 0 else { return "<p class=\"quiet\">No object wrote any value.</p>" }
    var cells = ""
    var depth = 0
    func draw(_ indices: [Int], from start: Double, at level: Int) {
      var x = start
      for index in weights.sorted(indices) {
        let width = Double(weights.total[index]) * 100 / Double(weights.sum)
        guard width >= Self.leastDrawn else { continue }
        depth = max(depth, level + 1)
        cells += cell(index, x, width, level)
        draw(context.forest.children(of: index), from: x, at: level + 1)
        x += width
      }
    }
    draw(context.forest.roots, from: 0, at: 0)
    return "<svg class=\"icicle\" height=\"\(depth * Self.rowHeight)\" role=\"img\" "
      + "aria-label=\"Objects by the size of their values\">\n\(cells)</svg>\n"
  }

  private func cell(_ index: Int, _ x: Double, _ width: Double, _ level: Int) -> String {
    let node = context.forest.nodes[index]
    let step = context.names.step(node)
    let sizes = "\(context.weights.total[index]) bytes, \(context.weights.own[index]) of its own"
    let label = escaped(GraphLayout.shortened(printable(step), to: 60))
    let text = width < Self.leastNamed ? "" : "<text x=\"8\" y=\"18\">\(label)</text>"
    let drawing =
      "<svg x=\"\(decimal(x))%\" y=\"\(level * Self.rowHeight)\" width=\"\(decimal(width))%\" "
      + "height=\"\(Self.rowHeight - 2)\"><title>\(markup(step)): \(sizes)</title>"
      + "<rect class=\"cell \(node.address.kind.word)\" width=\"100%\" height=\"100%\" rx=\"3\"/>"
      + "\(text)</svg>"
    return node.record == nil
      ? drawing + "\n" : "<a href=\"#\(ReportContext.anchor(node.number))\">\(drawing)</a>\n"
  }

  /// The file as one bar, and its parts in words.
  private var parts: String {
    let parts = FileParts(context.reading)
    var (bar, rows, x) = ("", "", 0.0)
    for (index, part) in parts.parts.enumerated() {
      let width = Double(max(0, part.bytes)) * 100 / Double(max(1, parts.file))
      bar +=
        "<rect class=\"part\(index % 6)\" x=\"\(decimal(x))%\" width=\"\(decimal(width))%\" "
        + "height=\"18\"><title>\(escaped(part.title))</title></rect>"
      x += width
      rows +=
        "<tr><td><svg class=\"swatch\" width=\"12\" height=\"12\" aria-hidden=\"true\">"
        + "<rect class=\"part\(index % 6)\" width=\"12\" height=\"12\" rx=\"3\"/></svg>"
        + "\(escaped(part.title))</td><td class=\"figure\">\(part.bytes)</td>"
        + "<td class=\"figure\">\(share(part.bytes, of: parts.file))</td></tr>\n"
    }
    return "<svg class=\"parts\" height=\"18\" aria-hidden=\"true\">\(bar)</svg>\n"
      + "<table class=\"plain\"><thead><tr><th>part</th><th class=\"figure\">bytes</th>"
      + "<th class=\"figure\">share</th></tr></thead><tbody>\n\(rows)"
      + "<tr class=\"sum\"><td>the file</td><td class=\"figure\">\(parts.file)</td><td></td></tr>"
      + "</tbody></table>\n"
  }

  /// Returns a table of the largest classes or names.
  private func table(_ groups: [WeightGroup], _ title: String, _ name: String, _ unit: String)
    -> String
  {
    let shown = groups.prefix(12)
    let rows = shown.map { group in
      "<tr><td class=\"long\">\(breakable(group.name))</td><td class=\"figure\">\(group.count)</td>"
        + "<td class=\"figure\">\(group.bytes)</td><td class=\"measured\">"
        + "\(ReportContext.bar(group.bytes, of: context.weights.sum))</td></tr>"
    }
    let rest = groups.dropFirst(shown.count)
    return "<div><h3>\(title)</h3>\n<table class=\"plain\"><thead><tr><th>\(name)</th>"
      + "<th class=\"figure\">\(unit)</th><th class=\"figure\">bytes</th><th></th></tr></thead>"
      + "<tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>\n"
      + (rest.isEmpty
        ? ""
        : "<p class=\"quiet\">and \(rest.count) more with "
          + "\(rest.reduce(0) { $0 + $1.bytes }) bytes</p>\n") + "</div>\n"
  }
}
