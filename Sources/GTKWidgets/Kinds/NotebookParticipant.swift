// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The visible page of a notebook, and the order of movable tabs.
  ///
  /// The page is known by its widget's identifier, or else by its number. The order is kept only
  /// for pages with identifiers.
  final class NotebookParticipant: WidgetParticipant {
    private var pending: NumberedElement?
    /// The saved order of pages, until all of them are there.
    private var pendingOrder: [String]?

    override func observe() {
      unsafe connect(widget, "notify::page") { [weak self] _ in
        self?.choiceDidChange { self?.pending = nil }
      }
      unsafe connect(widget, "page-reordered") { [weak self] _ in
        self?.choiceDidChange { self?.pendingOrder = nil }
      }
      unsafe connect(widget, "page-added") { [weak self] _ in
        self?.applySoon()  // the page is not shown yet while it is being added
      }
    }

    override func encode(with coder: RestorationEncoder) {
      (pending ?? currentPage)?.encode(forKey: "page", with: coder)
      let movable = movable
      let names = movable.compactMap { identifier(ofPage: $0) }
      if names.count < movable.count {
        comesBackInPart("a page that can be moved needs an identifier to keep its place")
      }
      let order = pendingOrder ?? names
      if !order.isEmpty { coder.encode(order, forKey: "order") }
    }

    override func decode(with coder: RestorationDecoder) {
      pending = NumberedElement(forKey: "page", with: coder)
      pendingOrder = coder.decode([String].self, forKey: "order")
    }

    override func apply() {
      arrange()
      guard let page = pending else { return }
      guard let identifier = page.identifier else { return show(page.number, of: Int(count)) }
      if let found = (0..<count).first(where: { self.identifier(ofPage: $0) == identifier }) {
        show(Int(found), of: Int(count))
      }
    }

    /// Shows a page, or the nearest one until there are enough pages.
    private func show(_ number: Int, of count: Int) {
      guard number >= 0, count > 0 else { return }
      if number < count { pending = nil }
      applying {
        unsafe gtk_notebook_set_current_page(widget.opaque, Int32(min(number, count - 1)))
      }
    }

    /// Restores the order of the movable pages.
    private func arrange() {
      guard let order = pendingOrder else { return }
      let places = movable.filter { identifier(ofPage: $0) != nil }
      let names = places.compactMap { identifier(ofPage: $0) }
      if Set(names).isSuperset(of: order) { pendingOrder = nil }
      applying {
        for (place, name) in zip(places, names.arranged(as: order)) {
          if let page = (0..<count).first(where: { identifier(ofPage: $0) == name }) {
            unsafe gtk_notebook_reorder_child(
              widget.opaque, gtk_notebook_get_nth_page(widget.opaque, page), place)
          }
        }
      }
    }

    private var count: Int32 { unsafe gtk_notebook_get_n_pages(widget.opaque) }

    /// The numbers of the pages whose tabs the user can move.
    private var movable: [Int32] {
      (0..<count).filter {
        unsafe gtk_notebook_get_tab_reorderable(
          widget.opaque, gtk_notebook_get_nth_page(widget.opaque, $0)) != 0
      }
    }

    private var currentPage: NumberedElement? {
      let number = unsafe gtk_notebook_get_current_page(widget.opaque)
      guard number >= 0 else { return nil }
      return NumberedElement(number: Int(number), identifier: identifier(ofPage: number))
    }

    private func identifier(ofPage number: Int32) -> String? {
      unsafe gtk_notebook_get_nth_page(widget.opaque, number)?.restorationIdentifier
    }
  }
#endif
