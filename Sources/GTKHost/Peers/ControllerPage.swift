// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// One controller of a stack on screen, with room for bars.
  ///
  /// It keeps its controller until the page has left the screen, even if the controller was popped
  /// before.
  @safe @MainActor final class ControllerPage {
    /// The controller that it shows.
    let controller: ViewController

    /// The peer of the controller's view.
    let peer: Peer

    /// The widget around the controller's view.
    let canvas = Canvas()

    /// Whether bars lie over the view; never over its search bar.
    var extendsUnderBars: Bool {
      controller.view.extendsUnderBars && controller.searchController?.isActive != true
    }

    /// Places the view; called with the width and the height.
    var onAllocate: (@MainActor (Int32, Int32) -> Void)?

    /// Creates a page that is in no stack yet.
    init(_ controller: ViewController, peer: Peer) {
      self.controller = controller
      self.peer = peer
      unsafe peer.detach()
      unsafe gtk_widget_set_parent(peer.frame, canvas.widget)
      canvas.onAllocate = { [weak self] in self?.onAllocate?($0, $1) }
      unsafe canvas.widget.setStyle("under-bars", controller.view.extendsUnderBars)
    }

    /// Whether the view is still in this page, not in another container.
    private var holdsView: Bool { unsafe gtk_widget_get_parent(peer.frame) == canvas.widget }

    /// Takes back a view that was in another container meanwhile.
    func takeBack() {
      guard !holdsView else { return }
      unsafe peer.detach()
      unsafe gtk_widget_set_parent(peer.frame, canvas.widget)
    }

    /// Removes the page from its stack, and the view from the page.
    func remove() {
      if holdsView { unsafe peer.detach() }
      unsafe gtk_widget_unparent(canvas.widget)
    }

    // MARK: Focus

    /// The widget that had the focus when the page was left; owned.
    private var formerFocus: WidgetPointer? {
      didSet {
        if let formerFocus = unsafe formerFocus { unsafe g_object_ref(formerFocus) }
        if let oldValue = unsafe oldValue { unsafe g_object_unref(oldValue) }
      }
    }

    isolated deinit {
      if let formerFocus = unsafe formerFocus { unsafe g_object_unref(formerFocus) }
    }

    /// Remembers the focused widget; called before the page is left.
    func keepFocus() {
      unsafe formerFocus = unsafe gtk_widget_get_root(canvas.widget).flatMap {
        unsafe gtk_root_get_focus($0)
      }
    }

    /// Gives the focus back to the remembered widget.
    ///
    /// If that is gone, the first widget that takes the focus gets it.
    func giveBackFocus() {
      defer { unsafe formerFocus = nil }
      if let formerFocus = unsafe formerFocus,
        unsafe gtk_widget_is_ancestor(formerFocus, canvas.widget) != 0,
        unsafe gtk_widget_grab_focus(formerFocus) != 0
      {
        return
      }
      unsafe gtk_widget_child_focus(canvas.widget, GTK_DIR_TAB_FORWARD)
    }
  }
#endif
