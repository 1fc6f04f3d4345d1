// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The layout of the elements of a table or collection view.
///
/// It is pure arithmetic, the same with any host.
///
/// An index path of one index names the header of a section, one of two indexes an element.
public protocol ElementLayout {
  /// The number of elements in each section.
  var elementCounts: [Int] { get }

  /// The margin around the visible part with ready cells, in points.
  var margin: Double { get }

  /// The space between elements, in points.
  var spacing: Double { get }

  /// Returns the number of columns.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: At least 1.
  func columnCount(forWidth width: Double) -> Int

  /// Returns the size of the whole content.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: The size, in points.
  func contentSize(forWidth width: Double) -> CGSize

  /// Returns the rectangle of an element or header in the content.
  ///
  /// - Parameters:
  ///   - path: An element or header that exists.
  ///   - width: The width of the view, in points.
  /// - Returns: Its rectangle, in points.
  func frame(at path: IndexPath, width: Double) -> CGRect

  /// Returns the elements in a part of the content, in order.
  ///
  /// Headers are not included.
  ///
  /// - Parameters:
  ///   - rect: A part of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: The elements.
  func elements(in rect: CGRect, width: Double) -> [IndexPath]

  /// Returns the headers in a part of the content, in order.
  ///
  /// - Parameters:
  ///   - rect: A part of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: Paths of one index.
  func headers(in rect: CGRect, width: Double) -> [IndexPath]

  /// Returns the element under a point of the content.
  ///
  /// - Parameters:
  ///   - point: A point of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: `nil` between elements.
  func element(at point: CGPoint, width: Double) -> IndexPath?
}

extension ElementLayout {
  /// Returns whether an element exists.
  ///
  /// - Parameter path: The path of an element, of two indexes.
  /// - Returns: `false` for an element that is gone.
  public func containsElement(at path: IndexPath) -> Bool {
    elementCounts.containsElement(at: path)
  }
}

extension [Int] {
  /// Returns whether sections with these numbers of elements contain an element.
  func containsElement(at path: IndexPath) -> Bool {
    indices.contains(path.section) && (0..<self[path.section]).contains(path.item)
  }
}

/// The flow layout of a collection view, with the items it places.
struct FlowElements: ElementLayout {
  let layout: CollectionViewFlowLayout
  let elementCounts: [Int]

  /// The height of one more row.
  ///
  /// So a wheel step shows finished thumbnails.
  var margin: Double { layout.itemSize.height }

  var spacing: Double { layout.spacing }

  func columnCount(forWidth width: Double) -> Int { layout.columnCount(forWidth: width) }

  func contentSize(forWidth width: Double) -> CGSize {
    layout.contentSize(forWidth: width, itemCounts: elementCounts)
  }

  func frame(at path: IndexPath, width: Double) -> CGRect {
    layout.frame(forItemAt: path, width: width, itemCounts: elementCounts)
  }

  func elements(in rect: CGRect, width: Double) -> [IndexPath] {
    layout.items(in: rect, width: width, itemCounts: elementCounts)
  }

  func headers(in rect: CGRect, width: Double) -> [IndexPath] { [] }

  func element(at point: CGPoint, width: Double) -> IndexPath? {
    layout.item(at: point, width: width, itemCounts: elementCounts)
  }
}

extension IndexPath {
  /// Creates the index path of an item of a collection view.
  ///
  /// - Parameters:
  ///   - item: The item's index in its section.
  ///   - section: The section's index.
  public init(item: Int, section: Int) {
    self.init(indexes: [section, item])
  }

  /// Creates the index path of a row of a table view.
  ///
  /// - Parameters:
  ///   - row: The row's index in its section.
  ///   - section: The section's index.
  public init(row: Int, section: Int) { self.init(item: row, section: section) }

  /// The row's index in its section.
  ///
  /// The path must have been created with ``init(row:section:)``.
  public var row: Int { item }

  /// The section's index.
  ///
  /// The path must have been created with ``init(item:section:)``.
  public var section: Int { self[0] }

  /// The item's index in its section.
  ///
  /// The path must have been created with ``init(item:section:)``.
  public var item: Int { self[1] }
}
