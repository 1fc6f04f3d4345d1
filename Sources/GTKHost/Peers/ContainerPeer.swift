// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import ViewControllers

  /// Draws a plain view: its subviews over each other, each placed by its own layout.
  @MainActor class ContainerPeer: TypedPeer<View> {
    /// The widget's behaviour.
    let canvas = Canvas()

    private var placed: [Peer] = []

    /// Creates the peer of a view.
    init(_ view: View, host: GTKHost) {
      super.init(view, widget: canvas.widget, host: host)
      canvas.onAllocate = { [weak self] width, height in
        guard let self else { return }
        Canvas.allocateChildren(of: widget, width, height)
        childrenWereAllocated()
      }
    }

    override var childPeers: [Peer] { placed }

    override func sync() {
      guard let model else { return }
      placed = host.placeSubviews(of: model, in: widget, replacing: placed)
    }
  }
#endif
