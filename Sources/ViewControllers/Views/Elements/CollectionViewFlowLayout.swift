// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Places the items of a collection view in rows of equal cells.
///
/// Sections follow each other from top to bottom. The layout is pure arithmetic: a width always
/// gives the same frames, with or without a host. All items have one size, so each answer takes
/// constant time per section.
public struct CollectionViewFlowLayout: Hashable, Sendable {
  /// The size of every item, in points.
  ///
  /// With ``fillsWidth`` it is approximate.
  public var itemSize = CGSize(width: 160, height: 160)
  /// The least space between neighbours and between rows, in points.
  public var spacing = 12.0
  /// Empty space around each section, in points.
  public var sectionInset = EdgeInsets(all: 12)

  /// Whether items are resized until rows fill the view's width.
  ///
  /// The number of items in a row brings them nearest to ``itemSize``; they keep its proportions.
  public var fillsWidth = false

  /// Creates a layout with square items of 160 points.
  public init() {}
}

extension CollectionViewFlowLayout {
  /// Returns the number of cells in a row.
  ///
  /// At least one, even where it does not fit.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: The number of columns.
  package func columnCount(forWidth width: Double) -> Int {
    let usable = rowWidth(forWidth: width) + spacing
    let stride = itemSize.width + spacing
    guard stride > 0, usable.isFinite else { return 1 }
    return max(1, Int((usable / stride).rounded(fillsWidth ? .toNearestOrAwayFromZero : .down)))
  }

  /// Returns the width available for a row between the insets.
  private func rowWidth(forWidth width: Double) -> Double {
    width - sectionInset.left - sectionInset.right
  }

  /// Returns the height of an item.
  private func itemHeight(forWidth width: Double, columns: Int) -> Double {
    guard fillsWidth, itemSize.width > 0 else { return itemSize.height }
    let all = rowWidth(forWidth: width) - Double(columns - 1) * spacing
    return max(0, (all / Double(columns) * itemSize.height / itemSize.width).rounded(.down))
  }

  /// Returns the horizontal extent of a column's items.
  private func extent(ofColumn column: Int, forWidth width: Double, columns: Int) -> (
    x: Double, width: Double
  ) {
    guard fillsWidth else {
      let first = firstColumnX(forWidth: width, columns: columns)
      return (first + Double(column) * (itemSize.width + spacing), itemSize.width)
    }
    // Columns start at whole points, so some are a point wider than others.
    let stride = (rowWidth(forWidth: width) + spacing) / Double(columns)
    let start = (Double(column) * stride).rounded()
    let end = (Double(column + 1) * stride).rounded() - spacing
    return (sectionInset.left + start, max(0, end - start))
  }

  /// Returns the size of all sections together.
  ///
  /// - Parameters:
  ///   - width: The width of the view, in points.
  ///   - itemCounts: The number of items in each section.
  /// - Returns: The given width, and the height that all rows and insets take.
  package func contentSize(forWidth width: Double, itemCounts: [Int]) -> CGSize {
    let columns = columnCount(forWidth: width)
    let item = itemHeight(forWidth: width, columns: columns)
    let height = itemCounts.reduce(0) {
      $0 + sectionHeight(itemCount: $1, columns: columns, itemHeight: item)
    }
    return CGSize(width: width, height: height)
  }

  /// Returns the rectangle of an item in the content.
  ///
  /// The columns are centred in the width, or fill it, at whole points.
  ///
  /// - Parameters:
  ///   - indexPath: The item. It need not exist, but its section must.
  ///   - width: The width of the view, in points.
  ///   - itemCounts: The number of items in each section.
  /// - Returns: The item's rectangle, in points.
  package func frame(
    forItemAt indexPath: IndexPath, width: Double, itemCounts: [Int]
  ) -> CGRect {
    let columns = columnCount(forWidth: width)
    let height = itemHeight(forWidth: width, columns: columns)
    let above = itemCounts.prefix(indexPath.section).reduce(0) {
      $0 + sectionHeight(itemCount: $1, columns: columns, itemHeight: height)
    }
    let (row, column) = indexPath.item.quotientAndRemainder(dividingBy: columns)
    let across = extent(ofColumn: column, forWidth: width, columns: columns)
    return CGRect(
      x: across.x, y: above + sectionInset.top + Double(row) * (height + spacing),
      width: across.width, height: height)
  }

  /// Returns the items whose rows touch a horizontal band.
  ///
  /// - Parameters:
  ///   - rect: A part of the content; only its vertical extent counts.
  ///   - width: The width of the view, in points.
  ///   - itemCounts: The number of items in each section.
  /// - Returns: The items in order, in whole rows.
  package func items(in rect: CGRect, width: Double, itemCounts: [Int]) -> [IndexPath] {
    let columns = columnCount(forWidth: width)
    let item = itemHeight(forWidth: width, columns: columns)
    let stride = item + spacing
    guard stride > 0 else { return [] }
    var found: [IndexPath] = []
    var top = 0.0
    for (section, count) in itemCounts.enumerated() {
      let height = sectionHeight(itemCount: count, columns: columns, itemHeight: item)
      defer { top += height }
      guard count > 0, top < rect.maxY, top + height > rect.minY else { continue }
      let rows = Double(rowCount(itemCount: count, columns: columns))
      let start = top + sectionInset.top
      // The first row whose lower edge is below the band's top, and the first row whose top is
      // below the band.
      let first = ((rect.minY - start - item) / stride).rounded(.down) + 1
      let end = ((rect.maxY - start) / stride).rounded(.up)
      let firstRow = Int(min(max(first, 0), rows))
      let endRow = Int(min(max(end, 0), rows))
      guard firstRow < endRow else { continue }
      for item in (firstRow * columns)..<min(endRow * columns, count) {
        found.append(IndexPath(item: item, section: section))
      }
    }
    return found
  }

  /// Returns the item under a point of the content.
  ///
  /// - Parameters:
  ///   - point: A point of the content.
  ///   - width: The width of the view, in points.
  ///   - itemCounts: The number of items in each section.
  /// - Returns: The item, or `nil` for a point between items.
  package func item(at point: CGPoint, width: Double, itemCounts: [Int]) -> IndexPath? {
    let band = CGRect(x: 0, y: point.y, width: width, height: 1)
    return items(in: band, width: width, itemCounts: itemCounts).first {
      frame(forItemAt: $0, width: width, itemCounts: itemCounts).contains(point)
    }
  }

  private func rowCount(itemCount: Int, columns: Int) -> Int {
    (itemCount + columns - 1) / columns
  }

  private func sectionHeight(itemCount: Int, columns: Int, itemHeight: Double) -> Double {
    let rows = Double(rowCount(itemCount: itemCount, columns: columns))
    let gaps = max(0, rows - 1)
    return sectionInset.top + rows * itemHeight + gaps * spacing + sectionInset.bottom
  }

  private func firstColumnX(forWidth width: Double, columns: Int) -> Double {
    let row = Double(columns) * (itemSize.width + spacing) - spacing
    let spare = width - sectionInset.left - sectionInset.right - row
    return sectionInset.left + max(0, (spare / 2).rounded(.down))
  }
}
