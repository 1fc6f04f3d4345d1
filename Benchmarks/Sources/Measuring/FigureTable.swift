// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import TextTable

/// Rows and columns of figures, for a terminal or for Markdown.
public struct FigureTable: Sendable {
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

  /// The table with columns padded to equal width; empty without rows.
  public var aligned: String {
    let table = TextTable<[String]> { row in
      zip(header, row).enumerated().map { index, cell in
        Column(title: cell.0, value: cell.1, align: index == 0 ? .left : .right)
      }
    }
    return table.string(for: rows, style: Style.plain) ?? ""
  }

  /// The table in Markdown.
  ///
  /// Cells are not padded, so that a row is the same text in every table that has it.
  public var markdown: String {
    let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
    return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n") + "\n"
  }
}
