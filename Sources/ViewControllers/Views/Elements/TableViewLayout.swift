// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Places the rows of a table view, each with its own height.
///
/// It is pure arithmetic over sums of heights. Finding a row, or the row at a position, takes
/// logarithmic time.
public struct TableViewLayout: ElementLayout, Hashable, Sendable {
  /// The heights of one section.
  ///
  /// Negative or non-finite heights count as 0, except ``TableView/automaticDimension``.
  public struct Section: Hashable, Sendable {
    let headerHeight: Double
    let rowHeights: [Double]

    /// Creates a section.
    ///
    /// - Parameters:
    ///   - headerHeight: The height of its header in points, 0 for none.
    ///   - rowHeights: The height of each row, in points.
    public init(headerHeight: Double = 0, rowHeights: [Double]) {
      let valid = { (height: Double) in
        height == TableView.automaticDimension ? height : height.isFinite ? max(0, height) : 0
      }
      self.headerHeight = valid(headerHeight)
      self.rowHeights = rowHeights.map(valid)
    }
  }

  /// The height of the view above all rows, in points.
  public var headerHeight = 0.0
  /// The height of the view below all rows, in points.
  public var footerHeight = 0.0

  private let sections: [Section]

  /// The measured heights of automatic rows and headers.
  var measured = MeasuredHeights() { didSet { if measured != oldValue { placeRows() } } }

  /// The tops of the section headers, and the end of all rows.
  ///
  /// Relative to the first header's top.
  private var sectionTops: [Double] = [0]

  /// The tops of the rows per section, and the section's end.
  private var rowTops: [[Double]] = []

  /// Creates a layout.
  ///
  /// - Parameter sections: The heights of all rows and headers.
  public init(_ sections: [Section]) {
    self.sections = sections
    placeRows()
  }

  private mutating func placeRows() {
    (sectionTops, rowTops) = ([0], [])
    var top = 0.0
    for (index, section) in sections.enumerated() {
      let heights = measured.heights(in: index)
      top += section.headerHeight < 0 ? heights.header : section.headerHeight
      var tops = [top]
      tops.reserveCapacity(section.rowHeights.count + 1)
      for (row, height) in section.rowHeights.enumerated() {
        top += height < 0 ? heights.rows[row] ?? measured.row : height
        tops.append(top)
      }
      rowTops.append(tops)
      sectionTops.append(top)
    }
  }

  /// Returns whether a row or header has an automatic height.
  ///
  /// - Parameter path: A row, or a header by its section alone.
  /// - Returns: `false` for a fixed height, and for a row or header that does not exist.
  public func isAutomatic(at path: IndexPath) -> Bool {
    guard let section = path.first, sections.indices.contains(section) else { return false }
    guard path.count > 1 else { return sections[section].headerHeight < 0 }
    let heights = sections[section].rowHeights
    return heights.indices.contains(path[1]) && heights[path[1]] < 0
  }

  /// The number of rows in each section.
  public var elementCounts: [Int] { rowTops.map { $0.count - 1 } }

  /// The height of a few rows, in points.
  public var margin: Double { 120 }

  /// Always 0: rows touch each other.
  public var spacing: Double { 0 }

  /// Returns 1: a table has one column.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: 1.
  public func columnCount(forWidth width: Double) -> Int { 1 }

  /// Returns the size of the whole content.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: The given width, and the sum of all heights.
  public func contentSize(forWidth width: Double) -> CGSize {
    CGSize(width: width, height: headerHeight + (sectionTops.last ?? 0) + footerHeight)
  }

  /// Returns the rectangle of a row or header in the content.
  ///
  /// - Parameters:
  ///   - path: A row, or a header by its section alone.
  ///   - width: The width of the view, in points.
  /// - Returns: Its rectangle; an empty one at the top if it does not exist.
  public func frame(at path: IndexPath, width: Double) -> CGRect {
    guard let section = path.first, rowTops.indices.contains(section) else { return .zero }
    let tops = rowTops[section]
    guard path.count > 1 else { return rect(sectionTops[section], tops[0], width) }
    guard (0..<tops.count - 1).contains(path[1]) else { return .zero }
    return rect(tops[path[1]], tops[path[1] + 1], width)
  }

  /// Returns the rows in a part of the content, in order.
  ///
  /// - Parameters:
  ///   - rect: A part of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: The rows that are at least partly in the rectangle.
  public func elements(in rect: CGRect, width: Double) -> [IndexPath] {
    let rect = rect.offsetBy(dx: 0, dy: -headerHeight)
    return sections(in: rect).flatMap { section in
      let tops = rowTops[section]
      let first = max(0, Self.firstIndex(in: tops) { $0 > rect.minY } - 1)
      let end = min(Self.firstIndex(in: tops) { $0 >= rect.maxY }, tops.count - 1)
      return (first..<max(first, end)).compactMap { row in
        tops[row + 1] > tops[row] ? IndexPath(item: row, section: section) : nil
      }
    }
  }

  /// Returns the headers in a part of the content, in order.
  ///
  /// - Parameters:
  ///   - rect: A part of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: Paths of one index, the section's.
  public func headers(in rect: CGRect, width: Double) -> [IndexPath] {
    let rect = rect.offsetBy(dx: 0, dy: -headerHeight)
    return sections(in: rect).filter { section in
      let (top, end) = (sectionTops[section], rowTops[section][0])
      return end > top && end > rect.minY && top < rect.maxY
    }.map { IndexPath(index: $0) }
  }

  /// Returns the row under a point of the content.
  ///
  /// - Parameters:
  ///   - point: A point of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: `nil` on a header and beyond the last row.
  public func element(at point: CGPoint, width: Double) -> IndexPath? {
    let line = CGRect(x: 0, y: point.y, width: width, height: 1)
    return elements(in: line, width: width).first { frame(at: $0, width: width).contains(point) }
  }

  private func rect(_ top: Double, _ end: Double, _ width: Double) -> CGRect {
    CGRect(x: 0, y: headerHeight + top, width: width, height: end - top)
  }

  private func sections(in rect: CGRect) -> Range<Int> {
    let first = max(0, Self.firstIndex(in: sectionTops) { $0 > rect.minY } - 1)
    let end = min(Self.firstIndex(in: sectionTops) { $0 >= rect.maxY }, rowTops.count)
    return first..<max(first, end)
  }

  /// Returns the index of the first number that satisfies a condition.
  ///
  /// The numbers ascend, and all after the first match satisfy the condition, too. Returns the
  /// count if none does.
  private static func firstIndex(in numbers: [Double], where isBeyond: (Double) -> Bool) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(numbers[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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
