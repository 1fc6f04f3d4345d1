// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

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
