// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.IndexPath

/// The measured heights of a table view's automatic rows and headers.
///
/// Only visible cells are measured. All others get the height of the first one measured. In a list
/// of uniform rows that is exact, and nothing moves while the user scrolls.
struct MeasuredHeights: Hashable, Sendable {
  /// The least heights of an automatic row and header.
  static let (leastRow, leastHeader) = (44.0, 32.0)

  /// The height of rows not measured yet.
  private(set) var row = leastRow
  /// The height of headers not measured yet.
  private(set) var header = leastHeader

  /// The heights that differ from ``row``, by section and row.
  private var rows: [Int: [Int: Double]] = [:]
  private var headers: [Int: Double] = [:]

  private var hasRow = false
  private var hasHeader = false

  /// Returns the known heights of a section.
  func heights(in section: Int) -> (header: Double, rows: [Int: Double]) {
    (headers[section] ?? header, rows[section] ?? [:])
  }

  /// Stores measured heights of rows and headers, new or known.
  mutating func take(_ heights: [IndexPath: Double]) {
    for (path, height) in heights.sorted(by: { $0.key < $1.key }) where height.isFinite {
      if path.count > 1 { takeRow(path[0], path[1], max(Self.leastRow, height)) }
      if path.count == 1 { takeHeader(path[0], max(Self.leastHeader, height)) }
    }
  }

  private mutating func takeRow(_ section: Int, _ row: Int, _ height: Double) {
    if !hasRow { (hasRow, self.row) = (true, height) }
    let isUsual = height == self.row
    if !isUsual { rows[section, default: [:]][row] = height }
    if isUsual, rows[section]?[row] != nil { rows[section]?[row] = nil }
  }

  private mutating func takeHeader(_ section: Int, _ height: Double) {
    if !hasHeader { (hasHeader, header) = (true, height) }
    headers[section] = height == header ? nil : height
  }

  /// Forgets the heights of single elements.
  ///
  /// The usual heights stay, as most new elements look like the former ones.
  mutating func forgetElements() { (rows, headers) = ([:], [:]) }
}
