// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws cost against size, both in powers of ten, as SVG that follows light and dark surroundings.
public struct LogPlot: Sendable {
  /// One line.
  public struct Series: Sendable {
    let name: String
    let points: [Point]
    let isOurs: Bool

    /// Names a line.
    ///
    /// - Parameters:
    ///   - name: Stands at its end.
    ///   - points: From left to right, at least one; all above zero.
    ///   - isOurs: Whether it is the one that the plot is about.
    public init(name: String, points: [Point], isOurs: Bool = false) {
      (self.name, self.points, self.isOurs) = (name, points, isOurs)
    }
  }

  /// One measurement.
  public struct Point: Sendable {
    let x: Double
    let y: Double

    /// Places a measurement.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// One drawing beside others.
  public struct Panel: Sendable {
    let title: String
    let series: [Series]

    /// Names a drawing.
    public init(title: String, series: [Series]) { (self.title, self.series) = (title, series) }
  }

  private let panels: [Panel]
  private let xScale: LogScale
  private let yScale: LogScale

  private static let (panelWidth, panelHeight) = (560.0, 430.0)
  private static let (left, right, top, bottom) = (64.0, 176.0, 44.0, 52.0)
  private static let labelHeight = 15.0

  /// Lays out drawings side by side, on the same scales.
  ///
  /// - Parameter panels: With at least one point in all.
  public init(_ panels: [Panel]) {
    self.panels = panels
    let points = panels.flatMap { $0.series.flatMap(\.points) }
    xScale = LogScale(
      of: points.map(\.x), from: Self.left, to: Self.panelWidth - Self.right)
    yScale = LogScale(
      of: points.map(\.y), from: Self.panelHeight - Self.bottom, to: Self.top)
  }

  /// The drawing.
  public var svg: String {
    let width = Self.panelWidth * Double(panels.count)
    let drawn = panels.enumerated().map { index, panel in
      "<g transform=\"translate(\(index * Int(Self.panelWidth)) 0)\">\n\(draw(panel))</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(Self.panelHeight))" \
      width="\(Int(width))" height="\(Int(Self.panelHeight))" font-family="sans-serif" font-size="12">
      <style>\(Self.style)</style>
      <rect class="paper" width="100%" height="100%"/>
      \(drawn.joined())</svg>

      """
  }

  private static let style = """
    .paper{fill:#fff}text{fill:#222}.title{font-size:15px;font-weight:bold}.grid{stroke:#ddd}
    .line{fill:none;stroke-width:2}.ours{stroke-width:4}.strong{font-weight:bold}
    .c0{stroke:#0b62c4;fill:#0b62c4}.c1{stroke:#6b6b6b;fill:#6b6b6b}.c2{stroke:#1a7f37;fill:#1a7f37}
    .c3{stroke:#9a5b00;fill:#9a5b00}.c4{stroke:#a0228d;fill:#a0228d}.c5{stroke:#b3261e;fill:#b3261e}
    .c6{stroke:#5a3fc0;fill:#5a3fc0}.line{fill:none}text.name{stroke:none}
    @media (prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#e6e6e6}.grid{stroke:#333}
    .c0{stroke:#6cb2ff;fill:#6cb2ff}.c1{stroke:#a8a8a8;fill:#a8a8a8}.c2{stroke:#56d364;fill:#56d364}
    .c3{stroke:#e3a34a;fill:#e3a34a}.c4{stroke:#e98ad9;fill:#e98ad9}.c5{stroke:#ff8a80;fill:#ff8a80}
    .c6{stroke:#b3a1ff;fill:#b3a1ff}.line{fill:none}}
    """

  private func draw(_ panel: Panel) -> String {
    var svg = ""
    for value in yScale.powers {
      let y = text(yScale.position(of: value))
      svg += "<path class=\"grid\" d=\"M\(text(xScale.start)) \(y)H\(text(xScale.end))\"/>\n"
      svg += "<text x=\"\(text(Self.left - 8))\" y=\"\(y)\" dy=\".35em\" text-anchor=\"end\">"
      svg += NumberText.duration(nanoseconds: value) + "</text>\n"
    }
    for value in Set(panel.series.flatMap { $0.points.map(\.x) }).sorted() {
      let x = text(xScale.position(of: value))
      svg += "<path class=\"grid\" d=\"M\(x) \(text(yScale.start))V\(text(yScale.end))\"/>\n"
      svg += "<text x=\"\(x)\" y=\"\(text(yScale.start + 18))\" text-anchor=\"middle\">"
      svg += NumberText.short(value) + "</text>\n"
    }
    svg += "<text class=\"title\" x=\"\(text(Self.left))\" y=\"24\">\(panel.title)</text>\n"
    svg += "<text x=\"\(text((xScale.start + xScale.end) / 2))\" "
    svg += "y=\"\(text(Self.panelHeight - 10))\" text-anchor=\"middle\">objects</text>\n"
    let heights = labelHeights(of: panel.series)
    for (index, series) in panel.series.enumerated() {
      let points = series.points.map {
        "\(text(xScale.position(of: $0.x))),\(text(yScale.position(of: $0.y)))"
      }
      svg += "<polyline class=\"c\(index % 7) line\(series.isOurs ? " ours" : "")\" "
      svg += "points=\"\(points.joined(separator: " "))\"/>\n"
      for point in series.points {
        svg += "<circle class=\"c\(index % 7)\" cx=\"\(text(xScale.position(of: point.x)))\" "
        svg += "cy=\"\(text(yScale.position(of: point.y)))\" r=\"3\"/>\n"
      }
      svg += "<text class=\"name c\(index % 7)\(series.isOurs ? " strong" : "")\" "
      svg += "x=\"\(text(xScale.end + 10))\" y=\"\(text(heights[index]))\" dy=\".35em\">"
      svg += series.name + "</text>\n"
    }
    return svg
  }

  /// Where the names stand: at the ends of their lines, but none upon another.
  private func labelHeights(of series: [Series]) -> [Double] {
    let ends = series.map { yScale.position(of: $0.points.last?.y ?? 1) }
    var heights = ends
    var lowest = -Double.infinity
    for index in ends.indices.sorted(by: { ends[$0] < ends[$1] }) {
      heights[index] = max(ends[index], lowest + Self.labelHeight)
      lowest = heights[index]
    }
    return heights
  }

  private func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
