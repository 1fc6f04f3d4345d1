// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view that shows a part of its content and moves it.
@MainActor open class ScrollView: View {
  /// The point of the content at the top left of the bounds (R97).
  public var contentOffset = CGPoint.zero {
    didSet { if contentOffset != oldValue { setNeedsUpdate() } }
  }

  /// How much larger the content is drawn (R97).
  public var zoomScale = 1.0 { didSet { if zoomScale != oldValue { setNeedsUpdate() } } }

  /// Empty space around the content (R97).
  public var contentInset = EdgeInsets.zero {
    didSet { if contentInset != oldValue { setNeedsUpdate() } }
  }

  /// The size of the content in points, as the host measured it; zero until then.
  public internal(set) var contentSize = CGSize.zero

  /// Creates a scroll view at the top of its content.
  public override init() { super.init() }

  /// The host measured the content; called by peers.
  ///
  /// - Parameter size: The content's size in points, zoom included.
  public func hostDidMeasureContent(size: CGSize) {
    guard size != contentSize else { return }
    contentSize = size
    layoutSubviews()
  }

  /// The user scrolled; called by peers.
  ///
  /// - Parameter offset: The new offset.
  public func hostDidScroll(to offset: CGPoint) {
    contentOffset = offset
  }
}
