// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// Whether the popover of a menu button is open.
  ///
  /// It opens together with the window. If the button is not on screen then, since its page is
  /// hidden, the popover stays closed when the user goes to that page.
  final class MenuButtonParticipant: WidgetParticipant {
    private var isPending = false
    private var isWaitingForWindow = false
    private var observed: ObservedObject?

    override func observe() {
      unsafe connect(widget, "notify::popover") { [weak self] _ in self?.observePopover() }
      // A popover can open only while its button is on screen.
      unsafe connect(widget, "map") { [weak self] _ in
        self?.applySoon()
      }
      observePopover()
    }

    override func encode(with coder: RestorationEncoder) {
      coder.encode(isPending || isOpen, forKey: "isOpen")
    }

    override func decode(with coder: RestorationDecoder) {
      isPending = coder.decodeBool(forKey: "isOpen")
    }

    override func apply() {
      guard isPending else { return }
      if unsafe gtk_widget_get_mapped(widget) != 0 {
        isPending = false
        applying { unsafe gtk_menu_button_popup(widget.opaque) }
        return
      }
      guard let root = unsafe gtk_widget_get_root(widget) else { return }
      let window = unsafe WidgetPointer(root)
      guard unsafe gtk_widget_get_mapped(window) != 0 else { return unsafe waitForWindow(window) }
      isPending = false
      didChange()
    }

    private func waitForWindow(_ window: WidgetPointer) {
      guard !isWaitingForWindow else { return }
      isWaitingForWindow = true
      unsafe connect(window.raw, "map", after: true, whileAlive: widget) { [weak self] _ in
        self?.applySoon()
      }
    }

    private var popover: WidgetPointer? {
      unsafe gtk_menu_button_get_popover(widget.opaque).map {
        unsafe WidgetPointer(OpaquePointer($0))
      }
    }

    private var isOpen: Bool {
      unsafe popover.map { unsafe gtk_widget_get_visible($0) != 0 } ?? false
    }

    private func observePopover() {
      observed = unsafe popover.map { unsafe ObservedObject($0.raw, of: widget) }
      observed?.connect("notify::visible") { [weak self] in self?.didChange() }
    }
  }
#endif
