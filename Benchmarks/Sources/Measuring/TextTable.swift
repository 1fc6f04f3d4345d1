// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Rows and columns of text, for a terminal or for Markdown.
public struct TextTable: Sendable {
  private let header: [String]
  private var rows: [[String]] = []

  /// Begins a table.
  ///
  /// - Parameter header: The columns' names; the first column is aligned left, others right.
  public init(_ header: [String]) { self.header = header }

  /// Adds a row.
  ///
  /// - Parameter cells: As many as the header has.
  public mutating func add(_ cells: [String]) { rows.append(cells) }

  /// In columns of equal width.
  public var aligned: String {
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      line.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - line[column].count)
        return column == 0 ? line[column] + padding : padding + line[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }

  /// As Markdown has it.
  public var markdown: String {
    let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
    return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n") + "\n"
  }
}
