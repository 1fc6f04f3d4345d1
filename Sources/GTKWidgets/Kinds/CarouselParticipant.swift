// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The visible page of a carousel.
  ///
  /// The page is known by its widget's identifier, or else by its number.
  final class CarouselParticipant: WidgetParticipant {
    private var pending: NumberedElement?
    /// The frame clock, observed while a layout is awaited.
    private var layout: ObservedObject?

    override func observe() {
      unsafe connect(widget, "page-changed") { [weak self] _ in
        self?.choiceDidChange { self?.pending = nil }
      }
      unsafe connect(widget, "notify::n-pages") { [weak self] _ in
        self?.applySoon()
      }
      unsafe connect(widget, "map") { [weak self] _ in self?.waitForLayout() }
    }

    /// Waits until a layout has given the pages a size.
    ///
    /// Before that, a carousel cannot scroll.
    private func waitForLayout() {
      guard pending != nil, let clock = unsafe gtk_widget_get_frame_clock(widget) else { return }
      layout = unsafe ObservedObject(UnsafeMutableRawPointer(clock), of: widget)
      layout?.connect("layout", after: true) { [weak self] in
        self?.applyLate()
        if self?.pending == nil { self?.layout = nil }
      }
    }

    override func encode(with coder: RestorationEncoder) {
      (pending ?? shown)?.encode(forKey: "page", with: coder)
    }

    override func decode(with coder: RestorationDecoder) {
      pending = NumberedElement(forKey: "page", with: coder)
    }

    override func apply() {
      guard let page = pending else { return }
      guard unsafe gtk_widget_get_width(widget) > 0 else {
        if unsafe gtk_widget_get_mapped(widget) != 0, layout == nil { waitForLayout() }
        return
      }
      let pages = unsafe widget.children
      let found: Int?
      if let name = page.identifier {
        found = unsafe pages.firstIndex { unsafe $0.restorationIdentifier == name }
      } else {
        found = unsafe pages.indices.contains(page.number) ? page.number : nil
      }
      guard let found else { return }
      pending = nil
      applying { unsafe cgtk_carousel_scroll_to(widget, pages[found]) }
    }

    private var shown: NumberedElement? {
      let number = unsafe Int(cgtk_object_get_double(widget.raw, "position").rounded())
      let pages = unsafe widget.children
      guard unsafe pages.indices.contains(number) else { return nil }
      return unsafe NumberedElement(number: number, identifier: pages[number].restorationIdentifier)
    }
  }
#endif
