// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// An element of a widget, by identifier or else by number.
struct NumberedElement: Equatable {
  /// The number; negative means no element.
  var number: Int
  var identifier: String?

  init(number: Int, identifier: String? = nil) {
    (self.number, self.identifier) = (number, identifier)
  }

  static func == (one: NumberedElement, other: NumberedElement) -> Bool {
    one.identifier == other.identifier
      && (one.identifier != nil || one.number == other.number)
  }

  /// Reads an element; `nil` if none was saved.
  init?(forKey key: String, with coder: RestorationDecoder) {
    guard let number = coder.decode(Int.self, forKey: key) else { return nil }
    self.init(number: number, identifier: coder.decodeString(forKey: key + "Identifier"))
  }

  func encode(forKey key: String, with coder: RestorationEncoder) {
    coder.encode(number, forKey: key)
    if let identifier { coder.encode(identifier, forKey: key + "Identifier") }
  }
}

/// The visible page of a notebook, and the order of movable tabs.
///
/// The page is known by its widget's identifier, or else by its number. The order is kept only
/// for pages with identifiers.
final class NotebookParticipant: WidgetParticipant {
  private var pending: NumberedElement?
  /// The saved order of pages, until all of them are there.
  private var pendingOrder: [String]?
  /// The number of pages at the last signal.
  private var knownCount: Int32 = 0

  override func observe() {
    knownCount = count
    unsafe connect(widget, "notify::page") { [weak self] _ in
      guard let self else { return }
      notePages()  // the signal of a new page comes later
      choiceDidChange { self.pending = nil }
    }
    unsafe connect(widget, "page-reordered") { [weak self] _ in
      self?.choiceDidChange { self?.pendingOrder = nil }
    }
    unsafe connect(widget, "page-removed") { [weak self] _ in self?.notePages() }
    unsafe connect(widget, "page-added") { [weak self] _ in
      self?.notePages()
      self?.applySoon()  // the page is not shown yet while it is being added
    }
  }

  private func notePages() {
    if count > knownCount { noteFilling() }
    knownCount = count
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
      self?.noteFilling()
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

/// The name of the visible child of a stack.
final class StackParticipant: WidgetParticipant {
  private var pending: String?
  private var pages: ObservedObject?
  /// Whether a child was visible before the last change.
  ///
  /// An empty stack shows its first child on its own, which is no choice of the user's.
  private var hadChild = false

  override func observe() {
    hadChild = hasChild
    pages = unsafe ObservedObject("pages", of: widget)
    pages?.connect("items-changed") { [weak self] in
      self?.noteFilling()
      if self?.pending != nil { self?.applySoon() }
    }
    unsafe connect(widget, "notify::visible-child") { [weak self] _ in
      guard let self else { return }
      choiceDidChange { if hadChild { pending = nil } }
      hadChild = hasChild
    }
  }

  private var hasChild: Bool { unsafe gtk_stack_get_visible_child(widget.opaque) != nil }

  override func encode(with coder: RestorationEncoder) {
    let visible = unsafe gtk_stack_get_visible_child_name(widget.opaque).map {
      unsafe String(cString: $0)
    }
    if let name = pending ?? visible { coder.encode(name, forKey: "visibleChild") }
  }

  override func decode(with coder: RestorationDecoder) {
    pending = coder.decodeString(forKey: "visibleChild")
  }

  override func apply() {
    guard let name = pending, unsafe gtk_stack_get_child_by_name(widget.opaque, name) != nil
    else {
      return
    }
    pending = nil
    applying {
      unsafe gtk_stack_set_visible_child_full(widget.opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
    }
  }
}

/// The stack of an `AdwNavigationView`, by the tags of its pages.
///
/// The first page needs none. A page without a tag shows what the program has put into it before it
/// pushed it, so the program pushes it again. The view is used through its properties and actions
/// only, so that libadwaita is not linked.
final class NavigationViewParticipant: WidgetParticipant {
  /// The tag of a first page without one; it is always there.
  private static let untaggedRoot = ""
  private var pending: [String]?
  private var observed: ObservedObject?

  override func observe() {
    observed = unsafe ObservedObject("navigation-stack", of: widget)
    observed?.connect("items-changed") { [weak self] in
      self?.choiceDidChange { self?.pending = nil }
    }
  }

  override func encode(with coder: RestorationEncoder) {
    let tags = tags
    if tags.count < count { comesBackInPart("a page needs a tag to be found again") }
    coder.encode(pending ?? tags, forKey: "pages")
  }

  override func decode(with coder: RestorationDecoder) {
    pending = coder.decode([String].self, forKey: "pages")
  }

  /// Pushes the restored pages up to the first one that is missing.
  override func apply() {
    guard let wanted = pending else { return }
    applying {
      // Each turn pops one page; the root cannot be popped.
      while !wanted.starts(with: tags) {
        let former = count
        unsafe gtk_widget_activate_action_variant(widget, "navigation.pop", nil)
        guard count < former else { return pending = nil }
      }
      for tag in wanted.dropFirst(tags.count) {
        // libadwaita logs an error if it is to push a page that is missing.
        guard unsafe cgtk_navigation_view_has_page(widget, tag) != 0 else { return }
        let (former, text) = unsafe (count, g_variant_ref_sink(g_variant_new_string(tag)))
        defer { unsafe g_variant_unref(text) }
        unsafe gtk_widget_activate_action_variant(widget, "navigation.push", text)
        guard count > former else { return }
      }
      pending = nil
    }
  }

  private var stack: OpaquePointer? {
    unsafe observed.map { unsafe OpaquePointer($0.pointer) }
  }

  private var count: Int { unsafe stack.map { unsafe Int(g_list_model_get_n_items($0)) } ?? 0 }

  /// The tags of the pages, up to the first page above the root without one.
  private var tags: [String] {
    guard let stack = unsafe stack else { return [] }
    var tags: [String] = []
    for index in unsafe 0..<g_list_model_get_n_items(stack) {
      guard let page = unsafe g_list_model_get_item(stack, index) else { break }
      defer { unsafe g_object_unref(page) }
      if let tag = unsafe cgtk_object_copy_string(page, "tag") {
        unsafe tags.append(String(cString: tag))
        unsafe g_free(tag)
      } else if index == 0 {
        tags.append(Self.untaggedRoot)
      } else {
        break
      }
    }
    return tags
  }
}
#endif
