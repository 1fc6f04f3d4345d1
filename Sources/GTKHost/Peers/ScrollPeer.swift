// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import ViewControllers

/// The peer that draws a scroll view with its subviews.
///
/// The subviews lie one over another, in a content that may be larger than the view. The model's
/// offset decides. It is applied exactly when the content is laid out for the first time, and
/// changed only when the user scrolls. While the content is too small for the offset, the offset
/// stays and takes effect later.
@safe @MainActor class ScrollPeer: TypedPeer<ScrollView> {
  /// The content's widget, as large as the view.
  ///
  /// It places its children by the offset.
  let canvas: Canvas

  private var placed: [Peer] = []
  private var isConfiguring = false
  private var connected: [UnsafeMutablePointer<GtkAdjustment>] = unsafe []

  /// Creates the peer of a scroll view.
  init(
    _ view: ScrollView, host: GTKHost, role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP
  ) {
    canvas = Canvas(role: role, kind: .scrollable)
    unsafe super.init(view, widget: gtk_scrolled_window_new(), host: host)
    let content = unsafe canvas.widget
    unsafe gtk_widget_set_overflow(content, GTK_OVERFLOW_HIDDEN)
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    canvas.onAdjustmentsChange = { [weak self] in self?.connectAdjustments() }
    unsafe gtk_scrolled_window_set_child(widget.opaque, content)
  }

  override var childPeers: [Peer] { placed }

  /// Does nothing: the model gets the size of the visible content.
  ///
  /// Scroll bars may make that narrower than the view.
  override func reportSize() {}

  override func sync() {
    guard let model else { return }
    placed = unsafe host.placeSubviews(of: model, in: canvas.widget, replacing: placed)
    scrollToModel()
  }

  /// Returns the room that the view requests along one axis.
  func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    var extent = unsafe Canvas.measureChildren(of: canvas.widget, orientation, size)
    if orientation == GTK_ORIENTATION_VERTICAL { extent.minimum = 0 }
    return extent
  }

  /// Returns the size of the content in a view, zoomed, without insets.
  func contentSize(in size: CGSize) -> CGSize {
    let zoom = model?.zoomScale ?? 1
    let width = unsafe canvas.widget.measure(GTK_ORIENTATION_HORIZONTAL, forSize: -1).minimum
    let full = max(size.width, Double(width))
    let height = unsafe Canvas.measureChildren(
      of: canvas.widget, GTK_ORIENTATION_VERTICAL, Int32(full)
    ).natural
    return CGSize(width: full * zoom, height: max(size.height, Double(height)) * zoom)
  }

  /// Places the children in the view; the content begins at `origin`.
  func allocateContent(origin: CGPoint, size: CGSize) {
    let zoom = model?.zoomScale ?? 1
    unsafe canvas.widget.children.forEach { child in
      guard unsafe gtk_widget_get_visible(child) != 0 else { return }
      var point = graphene_point_t(x: Float(origin.x), y: Float(origin.y))
      let moved = unsafe gsk_transform_translate(nil, &point)
      unsafe gtk_widget_allocate(
        child, Int32(size.width / zoom), Int32(size.height / zoom), -1,
        gsk_transform_scale(moved, Float(zoom), Float(zoom)))
    }
  }

  /// Called right before the model is told its size.
  func willReportSize() {}

  /// Handles a new offset or size.
  ///
  /// Called when neither layout nor painting is in progress.
  func visibleRectDidChange() {}

  /// The visible part of the content, in the content's points.
  final var visibleRect: CGRect {
    CGRect(origin: shownOffset, size: viewSize)
  }

  /// The size of the view.
  final var viewSize: CGSize {
    unsafe CGSize(width: Double(canvas.widget.width), height: Double(canvas.widget.height))
  }

  /// Applies the model's offset to the scroll bars, within the content.
  final func scrollToModel() {
    guard viewSize.width > 0, viewSize.height > 0 else { return }
    configureAdjustments(viewSize: viewSize)
    unsafe gtk_widget_queue_allocate(canvas.widget)
  }

  private var inset: EdgeInsets { model?.contentInset ?? .zero }

  private var shownOffset: CGPoint {
    unsafe CGPoint(
      x: (canvas.horizontalAdjustment.map { unsafe gtk_adjustment_get_value($0) } ?? 0)
        - inset.left,
      y: unsafe (canvas.verticalAdjustment.map { unsafe gtk_adjustment_get_value($0) } ?? 0)
        - inset.top)
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    let size = CGSize(width: Double(width), height: Double(height))
    let content = configureAdjustments(viewSize: size)
    let offset = shownOffset
    allocateContent(origin: CGPoint(x: -offset.x, y: -offset.y), size: content)
    childrenWereAllocated()
    host.layoutQueue.add { [weak self] in
      guard let self, let model else { return }
      willReportSize()
      model.hostDidLayOut(size: size)
      model.hostDidMeasureContent(size: content)
      visibleRectDidChange()
    }
  }

  @discardableResult
  private func configureAdjustments(viewSize: CGSize) -> CGSize {
    let content = contentSize(in: viewSize)
    let offset = model?.contentOffset ?? .zero
    isConfiguring = true
    defer { isConfiguring = false }
    unsafe configure(
      canvas.horizontalAdjustment, offset: offset.x + inset.left,
      length: content.width + inset.left + inset.right, page: viewSize.width)
    unsafe configure(
      canvas.verticalAdjustment, offset: offset.y + inset.top,
      length: content.height + inset.top + inset.bottom, page: viewSize.height)
    return content
  }

  private func configure(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, offset: Double, length: Double,
    page: Double
  ) {
    guard let adjustment = unsafe adjustment else { return }
    let upper = max(length, page)
    let value = min(max(offset, 0), upper - page)
    unsafe gtk_adjustment_configure(adjustment, value, 0, upper, page * 0.1, page * 0.9, page)
  }

  private func connectAdjustments() {
    unsafe [canvas.horizontalAdjustment, canvas.verticalAdjustment].forEach { adjustment in
      guard let adjustment = unsafe adjustment, unsafe !connected.contains(adjustment) else {
        return
      }
      unsafe connected.append(adjustment)
      unsafe connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in
        self?.userDidScroll()
      }
    }
  }

  private func userDidScroll() {
    guard !isConfiguring, let model, viewSize.height > 0 else { return }
    model.hostDidScroll(to: shownOffset)
    unsafe gtk_widget_queue_allocate(canvas.widget)
    visibleRectDidChange()
  }
}
#endif
