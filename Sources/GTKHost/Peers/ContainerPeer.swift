// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// The peer that draws a plain view with its subviews.
///
/// The subviews lie one over another, each in its frame or placed by its layout.
@MainActor class ContainerPeer: TypedPeer<View> {
  /// The behaviour of the widget.
  let canvas: Canvas

  private var placed: [Peer] = []

  /// Creates the peer of a view.
  init(_ view: View, host: GTKHost, canvas: Canvas = Canvas()) {
    self.canvas = canvas
    unsafe super.init(view, widget: canvas.widget, host: host)
    canvas.onAllocate = { [weak self] width, height in
      guard let self else { return }
      allocate(width, height)
      childrenWereAllocated()
    }
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
  }

  override var placesFreely: Bool { true }

  override var childPeers: [Peer] { placed }

  override func sync() {
    guard let model else { return }
    placed = unsafe host.placeSubviews(of: model, in: widget, replacing: placed)
  }

  /// Measures the subviews that have a layout.
  ///
  /// A subview with a frame requests no room, because its superview may be smaller.
  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    placed.reduce(into: Extent()) { extent, peer in
      guard peer.view?.isPlacedFreely != true, unsafe gtk_widget_get_visible(peer.frame) != 0
      else {
        return
      }
      unsafe extent.formUnion(peer.frame.measure(orientation, forSize: size))
    }
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    let size = CGSize(width: Double(width), height: Double(height))
    for peer in placed where unsafe gtk_widget_get_visible(peer.frame) != 0 {
      if let frame = peer.view?.frame(inSuperviewOf: size) {
        unsafe peer.frame.allocate(in: frame)
      } else {
        unsafe peer.frame.allocate(x: 0, y: 0, width: width, height: height)
      }
    }
  }
}

/// The peer that draws a stack view as a box.
@safe @MainActor final class StackPeer: TypedPeer<StackView> {
  private let canvas = Canvas()
  private let box: WidgetPointer
  private var placed: [Peer] = []

  /// Creates the peer of a stack view.
  init(_ view: StackView, host: GTKHost) {
    unsafe box = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    unsafe super.init(view, widget: canvas.widget, host: host)
    unsafe gtk_widget_set_parent(box, widget)
    canvas.onAllocate = { [weak self] width, height in
      guard let self else { return }
      unsafe box.allocate(x: 0, y: 0, width: width, height: height)
      childrenWereAllocated()
    }
  }

  override var childPeers: [Peer] { placed }

  override func sync() {
    guard let model else { return }
    let orientation =
      model.axis == .vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    unsafe gtk_orientable_set_orientation(box.opaque, orientation)
    unsafe gtk_box_set_spacing(box.cast(), Int32(model.spacing))
    placed = unsafe host.placeSubviews(of: model, in: box, replacing: placed)
  }
}
#endif
