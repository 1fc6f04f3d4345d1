// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// Derives a view's layout from its position in Interface Builder.
///
/// A frame gives the position of a view on a screen of one size. For other sizes, the springs and
/// struts decide if the file has them. Otherwise the layout is guessed: a view that spans its
/// superview fills it, a view in the middle stays there, any other view keeps its distance from the
/// nearer edge. Constraints are not read.
struct DesignedLayout {
  let frame: CGRect
  let superviewSize: CGSize
  /// The `autoresizingMask`; `nil` if the file has none.
  let mask: Element?
  let hasDesignedSize: Bool

  /// The layout in a plain view.
  var layout: ViewLayout {
    let horizontal = Axis(
      start: frame.minX, length: frame.width, total: superviewSize.width,
      isFlexible: flag("widthSizable"), isStartFlexible: flag("flexibleMinX"),
      isEndFlexible: flag("flexibleMaxX"))
    let vertical = Axis(
      start: frame.minY, length: frame.height, total: superviewSize.height,
      isFlexible: flag("heightSizable"), isStartFlexible: flag("flexibleMinY"),
      isEndFlexible: flag("flexibleMaxY"))
    var layout = ViewLayout()
    layout.horizontal = horizontal.alignment
    layout.vertical = vertical.alignment
    layout.margins = EdgeInsets(
      top: vertical.startMargin, left: horizontal.startMargin, bottom: vertical.endMargin,
      right: horizontal.endMargin)
    if hasDesignedSize {
      layout.minimumSize = CGSize(
        width: horizontal.alignment == .fill ? 0 : frame.width,
        height: vertical.alignment == .fill ? 0 : frame.height)
    }
    return layout
  }

  private func flag(_ name: String) -> Bool? { mask.map { $0.flag(name) ?? false } }

  private struct Axis {
    let start, length, total: Double
    let isFlexible, isStartFlexible, isEndFlexible: Bool?

    private var end: Double { total - start - length }

    var alignment: ViewLayout.Alignment {
      if let isFlexible, let isStartFlexible, let isEndFlexible {
        if isFlexible { return .fill }
        if isStartFlexible { return isEndFlexible ? .center : .end }
        return .start
      }
      let isInMiddle = abs(start - end) <= 2
      if length >= total * 0.8 || isInMiddle && length >= total / 2 { return .fill }
      if isInMiddle { return .center }
      return start <= end ? .start : .end
    }

    var startMargin: Double { alignment == .fill || alignment == .start ? max(0, start) : 0 }
    var endMargin: Double { alignment == .fill || alignment == .end ? max(0, end) : 0 }
  }
}
