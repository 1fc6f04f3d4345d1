// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The hierarchy and references as an SVG drawing.
///
/// The drawing is a file of its own or part of a page.
struct GraphDrawing {
  /// The drawing; its colours come from ``style``.
  private(set) var svg = ""

  private let forest: ObjectForest
  private let links: [ObjectLink]
  private let layout: GraphLayout

  /// Draws objects.
  ///
  /// - Parameters:
  ///   - forest: The objects.
  ///   - links: The links between objects.
  ///   - style: Included in the drawing, for a file of its own.
  ///   - target: Returns the target of a click on an object, in a page.
  ///   - label: Returns the label of an object.
  init(
    _ forest: ObjectForest, _ links: [ObjectLink], style: String? = nil,
    target: ((ObjectForest.Node) -> String)? = nil, label: (ObjectForest.Node) -> String
  ) {
    (self.forest, self.links) = (forest, links)
    layout = GraphLayout(forest, links, label: label)
    let (width, height) = (decimal(layout.width), decimal(layout.height))
    line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" width=\"\(width)\" "
        + "height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" "
        + "aria-label=\"Hierarchy and references\">")
    if let style {
      line("<style>\(style)</style>")
      line("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>")
    }
    line(
      "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
        + "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"context-stroke\"/>"
        + "</marker></defs>")
    drawLegend()
    drawHierarchy()
    for (index, track) in layout.tracks.enumerated() { draw(track, color: index % 6) }
    for row in layout.rows { draw(row, target: target?(forest.nodes[row.node])) }
    line("</svg>")
  }

  private mutating func line(_ line: String) { svg += line + "\n" }

  private mutating func drawLegend() {
    var x = GraphLayout.left
    for kind in ObjectKind.allCases {
      line(GraphDrawing.symbol(kind, x: x, y: 20))
      line("<text class=\"legend\" x=\"\(decimal(x + 12))\" y=\"24\">\(kind.word)</text>")
      x += 100
    }
  }

  /// Draws lines from each object to its children.
  private mutating func drawHierarchy() {
    let known = Set(
      links.filter { GraphLayout.isAlongHierarchy($0, in: forest) }.map(\.to))
    var path = ""
    var referred = ""
    for index in forest.nodes.indices {
      let children = forest.children(of: index)
      guard let last = children.last else { continue }
      let x = layout.rows[index].x
      path += "M\(decimal(x)) \(decimal(layout.y(index) + 8))V\(decimal(layout.y(last)))"
      for child in children {
        let branch =
          "M\(decimal(x)) \(decimal(layout.y(child)))H\(decimal(layout.rows[child].x - 8))"
        if known.contains(child) { referred += branch } else { path += branch }
      }
    }
    if !path.isEmpty { line("<path class=\"branch\" d=\"\(path)\"/>") }
    if !referred.isEmpty { line("<path class=\"branch known\" d=\"\(referred)\"/>") }
  }

  private mutating func draw(_ row: GraphLayout.Row, target: String?) {
    let node = forest.nodes[row.node]
    let y = layout.y(row.node)
    let title = [row.label, node.record.map { "\(printable($0.className)), \($0.size) bytes" }]
      .compactMap(\.self).joined(separator: "\n")
    if let target { line("<a href=\"\(markup(target))\">") }
    line(
      "<g class=\"node\(node.record == nil ? " absent" : "")\"><title>"
        + escaped(title)
        + "</title>" + GraphDrawing.symbol(node.address.kind, x: row.x, y: y)
        + "<text x=\"\(decimal(row.x + 14))\" y=\"\(decimal(y + 4.5))\">"
        + "\(escaped(row.label))</text>"
        + "<text class=\"class\" x=\"\(decimal(row.classX))\" y=\"\(decimal(y + 4))\">"
        + (node.record == nil ? "not in this archive" : escaped(row.className))
        + "</text></g>")
    if target != nil { line("</a>") }
  }

  private mutating func draw(_ track: GraphLayout.Track, color: Int) {
    let x = layout.gutter + 14 + Double(track.lane) * layout.laneWidth
    let targetY = layout.y(track.to) - 4
    let kind = track.kind == .reference ? "" : " required"
    for link in track.links {
      let y = layout.y(link.from) + 4
      let bend = y < targetY ? 5.0 : -5.0
      let words =
        link.keys.isEmpty ? (link.kind == .reference ? "refers to" : "requires") : nil
      line(
        "<g class=\"link color\(color)\(kind)\"><title>"
          + "\(escaped(layout.rows[link.from].label)) → "
          + "\(escaped(layout.rows[link.to].label)): "
          + "\(words ?? link.keys.map(markup).joined(separator: ", "))</title>"
          + "<path class=\"lead\" d=\"M\(decimal(layout.rows[link.from].end + 6)) \(decimal(y))"
          + "H\(decimal(layout.gutter))\"/>"
          + "<path d=\"M\(decimal(layout.gutter)) \(decimal(y))H\(decimal(x - 5))"
          + "Q\(decimal(x)) \(decimal(y)) \(decimal(x)) \(decimal(y + bend))"
          + "V\(decimal(targetY - bend))"
          + "Q\(decimal(x)) \(decimal(targetY)) \(decimal(x - 5)) \(decimal(targetY))"
          + "H\(decimal(layout.rows[link.to].end + 6))\" marker-end=\"url(#tip)\"/></g>")
    }
  }
}

extension GraphDrawing {
  /// Returns the symbol of a kind, distinct in shape and colour.
  static func symbol(_ kind: ObjectKind, x: Double, y: Double) -> String {
    let place = "transform=\"translate(\(decimal(x)) \(decimal(y)))\""
    let shape =
      switch kind {
      case .application: "<path d=\"M-4-6.5H4L7.5 0 4 6.5H-4L-7.5 0z\"/>"
      case .window: "<path d=\"M-7-6H7V6H-7zM-7-2.5H7\"/>"
      case .controller: "<rect x=\"-6.5\" y=\"-6.5\" width=\"13\" height=\"13\" rx=\"4\"/>"
      case .view: "<path d=\"M-6-6H6V6H-6z\"/>"
      case .object: "<circle r=\"6.5\"/>"
      }
    return "<g class=\"symbol \(kind.word)\" \(place)>\(shape)</g>"
  }

  /// The colours of kinds and lines, light and dark.
  static let colors = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#1c2024;--quiet:#5b6470;--rule:#d5dae0;
    --application:#475569;--window:#1d6fd1;--controller:#7c3aed;--view:#0f8577;--object:#b45309;
    --line0:#c2410c;--line1:#0369a1;--line2:#15803d;--line3:#be185d;--line4:#6d28d9;--line5:#8a6a00}
    @media(prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#e8eaed;--quiet:#9aa4b0;
    --rule:#363c44;--application:#a3b1c6;--window:#6cb2ff;--controller:#b79cff;--view:#4fd1c0;
    --object:#f2b35c;--line0:#fb923c;--line1:#5cc1f5;--line2:#5fd07f;--line3:#f58ac0;
    --line4:#b79cff;--line5:#e3c34b}}
    """

  /// The other styles of a drawing.
  static let look = """
    .graph text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:var(--ink)}
    .graph text.class{font-size:11px;fill:var(--quiet)}
    .graph text.legend{font:12px system-ui,sans-serif;fill:var(--quiet)}
    .graph .paper{fill:var(--paper)}
    .symbol{fill-opacity:.22;stroke-width:1.5;stroke-linejoin:round}
    .symbol.application{fill:var(--application);stroke:var(--application)}
    .symbol.window{fill:var(--window);stroke:var(--window)}
    .symbol.controller{fill:var(--controller);stroke:var(--controller)}
    .symbol.view{fill:var(--view);stroke:var(--view)}
    .symbol.object{fill:var(--object);stroke:var(--object)}
    .absent .symbol{stroke-dasharray:3 2;fill-opacity:0}.absent text{font-style:italic}
    .branch{fill:none;stroke:var(--rule);stroke-width:1.5}.branch.known{stroke:var(--quiet)}
    .link{fill:none;stroke-width:1.5;stroke-opacity:.85}.link:hover{stroke-width:3;stroke-opacity:1}
    .link .lead{stroke-dasharray:1 4;stroke-opacity:.6}
    .link.required{stroke-dasharray:5 3}
    .color0{stroke:var(--line0)}.color1{stroke:var(--line1)}.color2{stroke:var(--line2)}
    .color3{stroke:var(--line3)}.color4{stroke:var(--line4)}.color5{stroke:var(--line5)}
    """
}
