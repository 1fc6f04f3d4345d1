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
