// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive

/// A view that shows a part of its content and moves it.
///
/// A restored ``contentOffset`` stands from the moment it is decoded. Until the content is large
/// enough for it, the host cannot draw it; what the host reports for that reason alone does not
/// replace it, so it is saved again as it was.
@MainActor open class ScrollView: View {
  /// The point of the content at the top left of the bounds.
  public var contentOffset = CGPoint.zero {
    didSet {
      guard contentOffset != oldValue else { return }
      if !isRestoring { isOffsetPending = false }
      restorablePropertyDidChange()
    }
  }

  /// How much larger the content is drawn.
  public var zoomScale = 1.0 {
    didSet { if zoomScale != oldValue { restorablePropertyDidChange() } }
  }

  /// Empty space around the content.
  public var contentInset = EdgeInsets.zero {
    didSet { if contentInset != oldValue { restorablePropertyDidChange() } }
  }

  /// The size of the content in points, as the host measured it; zero until then.
  public internal(set) var contentSize = CGSize.zero

  /// Whether ``contentOffset`` was restored and the host could not scroll there yet.
  private(set) var isOffsetPending = false

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

  /// The user scrolled, or the host had to because the content ends; called by peers.
  ///
  /// - Parameter offset: The new offset.
  public func hostDidScroll(to offset: CGPoint) {
    if isOffsetPending, !isLaidOut || offset == reachable(contentOffset, in: contentSize) { return }
    contentOffset = offset
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    settleContentOffset()
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode([contentOffset.x, contentOffset.y], forKey: BuiltInKey.contentOffset)
    coder.encode([zoomScale], forKey: BuiltInKey.zoomScale)
    let inset = contentInset
    coder.encode(
      [inset.top, inset.left, inset.bottom, inset.right], forKey: BuiltInKey.contentInset)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let inset = coder.decodeNumbers(4, forKey: BuiltInKey.contentInset) {
      contentInset = EdgeInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3])
    }
    if let scale = coder.decodeNumbers(1, forKey: BuiltInKey.zoomScale), scale[0] > 0 {
      zoomScale = scale[0]
    }
    if let offset = coder.decodeNumbers(2, forKey: BuiltInKey.contentOffset) {
      restoreContentOffset(CGPoint(x: offset[0], y: offset[1]))
    }
  }

  /// Scrolls to where the view was, now and again when there is enough content.
  func restoreContentOffset(_ offset: CGPoint) {
    restoring {
      isOffsetPending = true
      contentOffset = offset
    }
    settleContentOffset()
  }

  private func settleContentOffset() {
    guard isOffsetPending, isLaidOut else { return }
    if reachable(contentOffset, in: contentSize) == contentOffset { isOffsetPending = false }
    setNeedsUpdate()
  }

  private var isLaidOut: Bool { boundsSize != .zero && contentSize != .zero }

  /// The nearest offset at which no empty space beyond the insets shows.
  func reachable(_ offset: CGPoint, in content: CGSize) -> CGPoint {
    func clamp(_ value: Double, from least: Double, to greatest: Double) -> Double {
      max(least, min(value, greatest))
    }
    return CGPoint(
      x: clamp(
        offset.x, from: -contentInset.left,
        to: content.width + contentInset.right - boundsSize.width),
      y: clamp(
        offset.y, from: -contentInset.top,
        to: content.height + contentInset.bottom - boundsSize.height))
  }
}
