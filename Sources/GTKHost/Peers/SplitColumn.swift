// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// One column of a split view.
  ///
  /// If it is the only visible one, a bar leads back.
  @MainActor final class SplitColumn {
    /// The widget in the paned widget.
    let canvas = Canvas()

    /// The bar that leads back to a hidden column.
    let bar = NavigationBar()

    /// The peer of the controller's view.
    ///
    /// `nil` while the column is empty or was never shown.
    private(set) var peer: Peer?

    private let host: GTKHost

    /// Creates an empty column.
    init(host: GTKHost) {
      self.host = host
      bar.isShown = false
      unsafe gtk_widget_set_parent(bar.widget, canvas.widget)
      canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    }

    /// Whether the column takes part in layout and drawing.
    var isShown: Bool {
      get { unsafe gtk_widget_get_visible(canvas.widget) != 0 }
      set { unsafe gtk_widget_set_visible(canvas.widget, newValue.gboolean) }
    }

    /// Puts a controller into the column.
    ///
    /// - Parameter controller: The controller; `nil` empties the column.
    func show(_ controller: ViewController?) {
      let wanted = controller.map { host.peer(for: $0.view) }
      guard wanted !== peer else { return }
      if let peer, unsafe gtk_widget_get_parent(peer.frame) == canvas.widget {
        unsafe peer.detach()
      }
      peer = wanted
      guard let wanted else { return }
      unsafe wanted.detach(unlessIn: canvas.widget)
      unsafe gtk_widget_insert_before(wanted.frame, canvas.widget, bar.widget)
    }

    private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      var extent = unsafe peer?.frame.measure(orientation, forSize: size) ?? Extent()
      let above = bar.measure(orientation, size)
      extent.stack(above, orientation)
      return extent
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      let top = bar.height(forWidth: width)
      bar.allocate(y: 0, width: width)
      unsafe peer?.frame.allocate(x: 0, y: top, width: width, height: height - top)
      host.layoutQueue.add { [weak self] in self?.peer?.reportSize() }
    }
  }
#endif
