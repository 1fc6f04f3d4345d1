// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where the elements of a table or collection view lie: pure arithmetic, the same with any host.
///
/// A path of one index names the header of a section, a path of two an element.
public protocol ElementLayout {
  /// The number of elements in each section.
  var elementCounts: [Int] { get }

  /// How far beyond what is in sight cells are kept ready, in points.
  var margin: Double { get }

  /// The space between elements, in points.
  var spacing: Double { get }

  /// The number of elements beside each other.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: At least 1.
  func columnCount(forWidth width: Double) -> Int

  /// The size of everything.
  ///
  /// - Parameter width: The width of the view, in points.
  /// - Returns: The size, in points.
  func contentSize(forWidth width: Double) -> CGSize

  /// Where an element or a header lies in the content.
  ///
  /// - Parameters:
  ///   - path: An element or header that exists.
  ///   - width: The width of the view, in points.
  /// - Returns: Its rectangle, in points.
  func frame(at path: IndexPath, width: Double) -> CGRect

  /// The elements that a part of the content shows, in order, without headers.
  ///
  /// - Parameters:
  ///   - rect: A part of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: The elements.
  func elements(in rect: CGRect, width: Double) -> [IndexPath]

  /// The headers that a part of the content shows, in order.
  ///
  /// - Parameters:
  ///   - rect: A part of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: Paths of one index.
  func headers(in rect: CGRect, width: Double) -> [IndexPath]

  /// The element under a point of the content.
  ///
  /// - Parameters:
  ///   - point: A point of the content.
  ///   - width: The width of the view, in points.
  /// - Returns: `nil` between elements.
  func element(at point: CGPoint, width: Double) -> IndexPath?
}

extension ElementLayout {
  /// Whether there is such an element.
  ///
  /// - Parameter path: The path of an element, of two indexes.
  /// - Returns: `false` for one that has gone.
  public func containsElement(at path: IndexPath) -> Bool {
    elementCounts.indices.contains(path.section)
      && (0..<elementCounts[path.section]).contains(path.item)
  }
}

/// The flow layout of a collection view, with the items it places.
struct FlowElements: ElementLayout {
  let layout: CollectionViewFlowLayout
  let elementCounts: [Int]

  /// One row more on each side, so that a wheel step meets finished thumbnails.
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
