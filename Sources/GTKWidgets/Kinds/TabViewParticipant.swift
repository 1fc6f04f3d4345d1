// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// A tab view's page order, its pinned pages and its visible page.
///
/// Pages are known by the identifiers of their widgets. Of pages without one, only the number of
/// the visible page is kept. The program creates the pages; missing ones are awaited.
final class TabViewParticipant: WidgetParticipant {
  private var pending: Arrangement?
  private var observed: ObservedObject?

  private struct Arrangement {
    var order: [String] = []
    var pinned: [String] = []
    var selected: String?
    var selectedNumber: Int?
  }

  /// A page of the view, borrowed: the view owns it.
  @safe private struct Page {
    var pointer: UnsafeMutableRawPointer
    var identifier: String?
    var isPinned: Bool
  }

  override func observe() {
    observed = unsafe ObservedObject("pages", of: widget)
    observed?.connect("items-changed") { [weak self] in self?.didChange() }
    unsafe connect(widget, "notify::selected-page") { [weak self] _ in self?.selectionDidChange() }
    for signal in ["page-reordered", "notify::n-pinned-pages"] {
      unsafe connect(widget, signal) { [weak self] _ in self?.arrangementDidChange() }
    }
    unsafe connect(widget, "page-attached") { [weak self] _ in
      self?.noteFilling()
      self?.applySoon()  // the page is not complete while it is being added
    }
  }

  private func selectionDidChange() {
    didChange()
    guard author == .user else { return }
    pending?.selected = nil
    pending?.selectedNumber = nil
  }

  private func arrangementDidChange() {
    didChange()
    guard author == .user, pending != nil else { return }
    // The view counts its pinned pages before it marks the page.
    _ = TimeoutAction(after: .zero) { [weak self] in
      if self?.isGone == false { self?.takeOverArrangement() }
    }
  }

  /// Replaces the restored arrangement by the user's, in which missing pages keep their places.
  private func takeOverArrangement() {
    guard let former = pending else { return }
    didChange()
    let shown = shown
    let missing = Set(former.order).subtracting(shown.order)
    pending?.order = shown.order
    for (place, name) in former.order.enumerated() where missing.contains(name) {
      let before = former.order[..<place].last.flatMap { pending?.order.firstIndex(of: $0) }
      pending?.order.insert(name, at: before.map { $0 + 1 } ?? 0)
    }
    pending?.pinned = shown.pinned + former.pinned.filter(missing.contains)
    // Names of pages that are gone for good would become more with each launch.
    waitPatiently { [weak self] in self?.pending = nil }
  }

  override func encode(with coder: RestorationEncoder) {
    let shown = shown
    var arrangement = pending ?? shown
    if arrangement.selected == nil, arrangement.selectedNumber == nil {
      (arrangement.selected, arrangement.selectedNumber) = (shown.selected, shown.selectedNumber)
    }
    coder.encode(arrangement.order, forKey: "order")
    coder.encode(arrangement.pinned, forKey: "pinned")
    if let selected = arrangement.selected { coder.encode(selected, forKey: "selected") }
    if let number = arrangement.selectedNumber { coder.encode(number, forKey: "selectedNumber") }
  }

  override func decode(with coder: RestorationDecoder) {
    guard let order = coder.decode([String].self, forKey: "order") else { return }
    pending = Arrangement(
      order: order, pinned: coder.decode([String].self, forKey: "pinned") ?? [],
      selected: coder.decodeString(forKey: "selected"),
      selectedNumber: coder.decode(Int.self, forKey: "selectedNumber"))
  }

  override func apply() {
    guard let wanted = pending else { return }
    let known = Set(pages.compactMap(\.identifier))
    if known.isSuperset(of: wanted.order), wanted.selectedNumber.map({ $0 < pages.count }) ?? true {
      pending = nil
      endWaiting()
    }
    applying {
      // Each step may run handlers that close pages, so each looks at the pages that are left.
      for identifier in wanted.order {
        let isPinned = wanted.pinned.contains(identifier)
        if let page = page(identifier), page.isPinned != isPinned {
          unsafe cgtk_tab_view_set_pinned(widget, page.pointer, isPinned.gboolean)
        }
      }
      reorder(by: wanted.order)
      let pages = pages
      let selected =
        wanted.selected.flatMap { name in pages.first { $0.identifier == name } }
        ?? wanted.selectedNumber.flatMap { pages.indices.contains($0) ? pages[$0] : nil }
      if let selected {
        // The restored page is visible now; another one would be a choice of user or program.
        pending?.selected = nil
        pending?.selectedNumber = nil
        unsafe cgtk_object_set_object(widget.raw, "selected-page", selected.pointer)
      }
    }
  }

  /// Reorders the named pages; other pages stay where they are.
  ///
  /// Pinned pages always come first.
  private func reorder(by order: [String]) {
    let (shown, order) = (pages, order.filter { page($0) != nil })
    var next = order.makeIterator()
    let arranged = shown.map { page in
      let isNamed = page.identifier.map { order.contains($0) } ?? false
      return isNamed ? next.next().flatMap { self.page($0) } ?? page : page
    }
    let inOrder = arranged.filter { $0.isPinned } + arranged.filter { !$0.isPinned }
    for (place, page) in inOrder.enumerated() {
      let pointer = unsafe page.pointer
      let current = pages
      guard current.indices.contains(place), unsafe current[place].pointer != pointer else {
        continue
      }
      let isThere = current.contains { unsafe $0.pointer == pointer }
      guard isThere else { continue }
      unsafe cgtk_tab_view_reorder(widget, pointer, Int32(place))
    }
  }

  private func page(_ identifier: String) -> Page? {
    pages.first { $0.identifier == identifier }
  }

  private var shown: Arrangement {
    let pages = pages
    let selected = unsafe cgtk_object_peek_object(widget.raw, "selected-page")
    let number = pages.firstIndex { unsafe $0.pointer == selected }
    let name = number.flatMap { pages[$0].identifier }
    return Arrangement(
      order: pages.compactMap(\.identifier),
      pinned: pages.filter(\.isPinned).compactMap(\.identifier), selected: name,
      selectedNumber: name == nil ? number : nil)
  }

  private var pages: [Page] {
    guard let model = unsafe observed.map({ unsafe OpaquePointer($0.pointer) }) else { return [] }
    return unsafe (0..<g_list_model_get_n_items(model)).compactMap { index in
      guard let page = unsafe g_list_model_get_item(model, index) else { return nil }
      defer { unsafe g_object_unref(page) }
      let child: WidgetPointer? = unsafe cgtk_object_peek_object(page, "child").map {
        unsafe WidgetPointer(OpaquePointer($0))
      }
      return unsafe Page(
        pointer: page, identifier: child?.restorationIdentifier,
        isPinned: cgtk_object_get_boolean(page, "pinned") != 0)
    }
  }
}
#endif
