// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The page of a carousel, by the identifier of its widget if it has one, else by its number.
  final class CarouselParticipant: WidgetParticipant {
    private var pending: Page?
    /// Tells of layouts, as long as one is waited for.
    private var layout: ObservedObject?

    private struct Page {
      var number: Int
      var identifier: String?
    }

    override func observe() {
      unsafe connect(widget, "page-changed") { [weak self] _ in
        guard let self, isChange else { return }
        if isUserChange { pending = nil }
        didChange()
      }
      unsafe connect(widget, "notify::n-pages") { [weak self] _ in
        _ = TimeoutAction(after: .zero) { self?.applyLate() }
      }
      unsafe connect(widget, "map") { [weak self] _ in self?.waitForLayout() }
    }

    /// It goes nowhere before its pages have a size, which they have at the end of the first layout.
    private func waitForLayout() {
      guard pending != nil, let clock = unsafe gtk_widget_get_frame_clock(widget) else { return }
      layout = unsafe ObservedObject(UnsafeMutableRawPointer(clock), of: widget)
      layout?.connect("layout", after: true) { [weak self] in
        self?.applyLate()
        if self?.pending == nil { self?.layout = nil }
      }
    }

    override func encode(with coder: RestorationEncoder) {
      guard let page = pending ?? shown else { return }
      coder.encode(page.number, forKey: "page")
      if let identifier = page.identifier { coder.encode(identifier, forKey: "pageIdentifier") }
    }

    override func decode(with coder: RestorationDecoder) {
      pending = coder.decode(Int.self, forKey: "page").map {
        Page(number: $0, identifier: coder.decodeString(forKey: "pageIdentifier"))
      }
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

    private var shown: Page? {
      let number = unsafe Int(cgtk_object_get_double(widget.raw, "position").rounded())
      let pages = unsafe widget.children
      guard unsafe pages.indices.contains(number) else { return nil }
      return unsafe Page(number: number, identifier: pages[number].restorationIdentifier)
    }
  }
#endif
