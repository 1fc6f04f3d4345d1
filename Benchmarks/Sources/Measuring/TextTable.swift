// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Rows and columns of text, for a terminal or for Markdown.
public struct TextTable: Sendable {
  private let header: [String]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  ///
  /// - Parameter header: The column names; the first column is aligned left, the others right.
  public init(_ header: [String]) { self.header = header }

  /// Adds a row.
  ///
  /// - Parameter cells: One cell for each column.
  public mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The table with columns padded to equal width.
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

  /// The table in Markdown.
  public var markdown: String {
    let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
    return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n") + "\n"
  }
}
