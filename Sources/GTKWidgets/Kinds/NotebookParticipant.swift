// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The page in front, by the identifier of the page's widget if it has one, else by its number.
  final class NotebookParticipant: WidgetParticipant {
    private var pending: NumberedElement?

    override func observe() {
      unsafe connect(widget, "notify::page") { [weak self] _ in
        self?.choiceDidChange { self?.pending = nil }
      }
      unsafe connect(widget, "page-added") { [weak self] _ in
        self?.applySoon()  // the page is not shown yet while it is being added
      }
    }

    override func encode(with coder: RestorationEncoder) {
      (pending ?? currentPage)?.encode(forKey: "page", with: coder)
    }

    override func decode(with coder: RestorationDecoder) {
      pending = NumberedElement(forKey: "page", with: coder)
    }

    override func apply() {
      guard let page = pending else { return }
      let count = unsafe gtk_notebook_get_n_pages(widget.opaque)
      guard let identifier = page.identifier else { return show(page.number, of: Int(count)) }
      if let found = (0..<count).first(where: { self.identifier(ofPage: $0) == identifier }) {
        show(Int(found), of: Int(count))
      }
    }

    /// Brings a page to the front, or the nearest there is until there are more (R210).
    private func show(_ number: Int, of count: Int) {
      guard number >= 0, count > 0 else { return }
      if number < count { pending = nil }
      applying {
        unsafe gtk_notebook_set_current_page(widget.opaque, Int32(min(number, count - 1)))
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
