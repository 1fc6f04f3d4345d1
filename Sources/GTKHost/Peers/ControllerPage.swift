// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// One controller of a stack on screen, with room left for bars.
  ///
  /// It keeps its controller until it has left the screen, also when that is popped already.
  @MainActor final class ControllerPage {
    /// The controller that is shown.
    let controller: ViewController

    /// The peer of the controller's view.
    let peer: Peer

    /// The widget around the view's.
    let canvas = Canvas()

    /// Whether bars lie over the view; not so over its search bar.
    var extendsUnderBars: Bool {
      controller.view.extendsUnderBars && controller.searchController?.isActive != true
    }

    /// Places the view in a given width and height.
    var onAllocate: (@MainActor (Int32, Int32) -> Void)?

    /// Creates a page that is in no stack yet.
    init(_ controller: ViewController, peer: Peer) {
      self.controller = controller
      self.peer = peer
      peer.detach()
      gtk_widget_set_parent(peer.frame, canvas.widget)
      canvas.onAllocate = { [weak self] in self?.onAllocate?($0, $1) }
      canvas.widget.setStyle("under-bars", controller.view.extendsUnderBars)
    }

    /// Whether the view is in this page still, and in no other container by now.
    private var holdsView: Bool { gtk_widget_get_parent(peer.frame) == canvas.widget }

    /// Puts a view back that was in another container meanwhile.
    func takeBack() {
      guard !holdsView else { return }
      peer.detach()
      gtk_widget_set_parent(peer.frame, canvas.widget)
    }

    /// Takes the page out of a stack, and its view out of the page.
    func remove(from stack: WidgetPointer) {
      if holdsView { peer.detach() }
      gtk_stack_remove(stack.opaque, canvas.widget)
    }
  }
#endif
