// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Horizontal bars from zero, drawn as SVG.
///
/// The drawing follows the reader's light or dark appearance. One bar may be so long that all others
/// would vanish: if it is more than twice as long as the next, it ends in a gap instead.
public struct BarChart: Sendable {
  /// One bar, in up to two parts.
  public struct Bar: Sendable {
    let name: String
    let parts: [Double]
    let label: String

    /// Creates a bar.
    ///
    /// - Parameters:
    ///   - name: The text before it.
    ///   - parts: The lengths of its parts.
    ///   - label: The text behind it.
    public init(_ name: String, _ parts: [Double], label: String) {
      (self.name, self.parts, self.label) = (name, parts, label)
    }
  }

  private let title: String
  private let legend: [String]
  private let bars: [Bar]

  private static let (width, row, left, right) = (720.0, 30.0, 150.0, 90.0)

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - title: A sentence above the bars.
  ///   - legend: The names of the parts.
  ///   - bars: The bars, from the top.
  public init(_ title: String, legend: [String], _ bars: [Bar]) {
    (self.title, self.legend, self.bars) = (title, legend, bars)
  }

  /// The drawing.
  public var svg: String {
    let height = Self.row * Double(bars.count + (legend.isEmpty ? 1 : 2))
    let end = Self.width - Self.right
    let lengths = bars.map { $0.parts.reduce(0, +) }.sorted(by: >)
    let (longest, next) = (lengths.first ?? 0, lengths.dropFirst().first ?? 0)
    let isCut = next > 0 && longest > 2 * next
    let scale = longest > 0 ? (end - Self.left) / (isCut ? 1.2 * next : longest) : 0
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(Self.width)) \(number(height))" role="img">
      <title>\(escaped(title))</title>
      <style>
      text { font: 15px system-ui, sans-serif; fill: #1f2328 }
      .title { font-weight: 600 } .end { text-anchor: end }
      .part0 { fill: #0a5fbf } .part1 { fill: #86b6ef }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .part0 { fill: #58a6ff } .part1 { fill: #1f4f8a }
      }
      </style>
      """,
      text(title, x: 0, row: 0, class: "title"),
    ]
    for (index, bar) in bars.enumerated() {
      lines.append(text(bar.name, x: Self.left - 10, row: index + 1, class: "end"))
      var x = Self.left
      for (part, length) in bar.parts.enumerated() {
        let width = min(length * scale, end - x)
        if isCut, width < length * scale {
          lines.append(rectangle(x: x, row: index + 1, width: max(0, width - 24), part))
          lines.append(rectangle(x: end - 16, row: index + 1, width: 16, part))
        } else {
          lines.append(rectangle(x: x, row: index + 1, width: width, part))
        }
        x += width
      }
      lines.append(text(bar.label, x: x + 6, row: index + 1))
    }
    var x = Self.left
    for (part, name) in legend.enumerated() {
      lines.append(rectangle(x: x, row: bars.count + 1, width: 14, part))
      lines.append(text(name, x: x + 20, row: bars.count + 1))
      x += 250
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private func text(_ text: String, x: Double, row: Int, class name: String = "") -> String {
    let y = Self.row * Double(row) + 20
    let style = name.isEmpty ? "" : " class=\"\(name)\""
    return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(style)>\(escaped(text))</text>"
  }

  private func rectangle(x: Double, row: Int, width: Double, _ part: Int) -> String {
    let y = Self.row * Double(row) + 6
    return "<rect class=\"part\(part)\" x=\"\(number(x))\" y=\"\(number(y))\""
      + " width=\"\(number(width))\" height=\"18\"/>"
  }

  /// A number with at most one decimal.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, letter in
      switch letter {
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      default: escaped.append(letter)
      }
    }
  }
}
