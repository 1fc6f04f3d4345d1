// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Places the items of a collection view in rows of equal cells, sections under each other.
///
/// Pure arithmetic: the same frames for the same width, with or without a host. All items have one
/// size, so each question is answered in constant time per section.
public struct CollectionViewFlowLayout: Hashable, Sendable {
  /// The size of every item, in points; with ``fillsWidth`` about that.
  public var itemSize = CGSize(width: 160, height: 160)
  /// The least space between neighbours in a row and between rows, in points.
  public var spacing = 12.0
  /// Empty space around each section, in points.
  public var sectionInset = EdgeInsets(all: 12)

  /// Whether items grow or shrink until each row is as wide as the view.
  ///
  /// There are as many in a row as bring them nearest to ``itemSize``, and they keep its shape.
  public var fillsWidth = false

  /// Creates a layout with square items of 160 points.
  public init() {}
}
