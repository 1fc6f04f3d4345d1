// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.IndexPath

/// How high the rows and headers of a table view are that are as high as their cells ask to be.
///
/// Only what was in sight is measured. All else counts as high as the first that was: in a list of
/// like rows that is exact, and nothing moves while the user scrolls.
struct MeasuredHeights: Hashable, Sendable {
  /// No automatic row or header is lower.
  static let (leastRow, leastHeader) = (44.0, 32.0)

  /// The height of rows that were not measured.
  private(set) var row = leastRow
  /// The height of headers that were not measured.
  private(set) var header = leastHeader

  /// What differs from the height of the first, by section and row.
  private var rows: [Int: [Int: Double]] = [:]
  private var headers: [Int: Double] = [:]

  private var hasRow = false
  private var hasHeader = false

  /// What is known of a section.
  func heights(in section: Int) -> (header: Double, rows: [Int: Double]) {
    (headers[section] ?? header, rows[section] ?? [:])
  }

  /// Takes the heights of rows and headers, each of which is new or as before.
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

  /// Forgets which element is how high, as there are others now; most look like those before.
  mutating func forgetElements() { (rows, headers) = ([:], [:]) }
}
