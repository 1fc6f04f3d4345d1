// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive

/// A view that shows a part of its content and moves it.
///
/// A restored ``contentOffset`` is valid as soon as it is decoded. The host cannot show it until
/// the content is large enough. An offset that the host reports only for that reason does not
/// replace it, so the restored offset is saved again unchanged.
@MainActor open class ScrollView: View {
  /// The point of the content at the top left of the bounds.
  public var contentOffset = CGPoint.zero {
    didSet {
      guard contentOffset != oldValue else { return }
      if !isRestoring { isOffsetPending = false }
      restorablePropertyDidChange()
    }
  }

  /// The scale at which the content is drawn.
  public var zoomScale = 1.0 {
    didSet { if zoomScale != oldValue { restorablePropertyDidChange() } }
  }

  /// Empty space around the content.
  public var contentInset = EdgeInsets.zero {
    didSet { if contentInset != oldValue { restorablePropertyDidChange() } }
  }

  /// The size of the content in points.
  ///
  /// The host measures it; zero until then.
  public internal(set) var contentSize = CGSize.zero

  /// Whether a restored ``contentOffset`` still waits for enough content.
  private(set) var isOffsetPending = false

  /// Creates a scroll view at the top of its content.
  public override init() { super.init() }

  /// Takes the content's size from the host; called by peers.
  ///
  /// - Parameter size: The content's size in points, zoom included.
  public func hostDidMeasureContent(size: CGSize) {
    guard size != contentSize else { return }
    contentSize = size
    layoutSubviews()
  }

  /// Takes an offset from the host; called by peers.
  ///
  /// The user has scrolled, or the host had to because the content ends.
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

  /// Restores an offset now, and again once there is enough content.
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

  /// Returns the nearest offset that shows no space beyond the insets.
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
