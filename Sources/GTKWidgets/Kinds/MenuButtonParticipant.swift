// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// Whether the popover of a menu button is open.
  final class MenuButtonParticipant: WidgetParticipant {
    private var isPending = false
    private var observed: ObservedObject?

    override func observe() {
      unsafe connect(widget, "notify::popover") { [weak self] _ in self?.observePopover() }
      // A popover opens over what is on screen.
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
      guard isPending, unsafe gtk_widget_get_mapped(widget) != 0 else { return }
      isPending = false
      applying { unsafe gtk_menu_button_popup(widget.opaque) }
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
