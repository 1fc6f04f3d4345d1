// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import ViewControllers

extension ElementsPeer {
  /// Listens to clicks and keys on the elements.
  ///
  /// Clicks select. The arrow keys, Home, End and the page keys move the selection. Return opens.
  func listenToUser() {
    let content = unsafe canvas.widget
    unsafe gtk_widget_set_focusable(content, 1)
    canvas.onFocus = { [weak self] in self?.moveFocus($0) }
    unsafe onKeyPress(in: content) { [weak self] key, _ in self?.userDidPress(key) ?? false }
    guard let click = unsafe gtk_gesture_click_new() else { return }
    unsafe connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
      let state = unsafe gtk_event_controller_get_current_event_state(click)
      self?.userDidClick(
        at: CGPoint(x: arguments.double(1), y: arguments.double(2)),
        extending: state.rawValue & GDK_CONTROL_MASK.rawValue != 0)
    }
    unsafe gtk_widget_add_controller(content, click)
  }

  /// Handles a click at a point of the view.
  func userDidClick(at point: CGPoint, extending: Bool) {
    unsafe gtk_widget_grab_focus(canvas.widget)
    defer { focusCursor() }
    let place = CGPoint(x: visibleRect.minX + point.x, y: visibleRect.minY + point.y)
    guard let path = layout?.element(at: place, width: viewSize.width) else { return }
    guard let elements else { return }
    if extending, elements.allowsMultipleSelection, elements.isElementSelected(at: path) {
      elements.hostDidDeselectElement(at: path)
    } else {
      elements.hostDidSelectElement(at: path, extending: extending)
    }
  }

  /// Handles a key.
  ///
  /// - Parameter key: GDK's value for the key.
  /// - Returns: Whether the key has an effect here.
  func userDidPress(_ key: UInt32) -> Bool {
    guard let elements, let layout else { return false }
    let columns = layout.columnCount(forWidth: viewSize.width)
    switch Int32(bitPattern: key) {
    case GDK_KEY_Left: return columns > 1 && moveSelection(by: -1)
    case GDK_KEY_Right: return columns > 1 && moveSelection(by: 1)
    case GDK_KEY_Up: return moveSelection(by: -columns)
    case GDK_KEY_Down: return moveSelection(by: columns)
    case GDK_KEY_Page_Up: return moveSelection(by: -wholeElements.count, clamping: true)
    case GDK_KEY_Page_Down: return moveSelection(by: wholeElements.count, clamping: true)
    case GDK_KEY_Home: return moveSelection(by: -Int.max / 2, clamping: true)
    case GDK_KEY_End: return moveSelection(by: Int.max / 2, clamping: true)
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space:
      guard canvasOrCellHasFocus, let path = cursor else { return false }
      elements.hostDidSelectElement(at: path, extending: false)
      return true
    default: return false
    }
  }

  /// Moves the selection through all sections as through one list.
  private func moveSelection(by distance: Int, clamping: Bool = false) -> Bool {
    guard let elements, let layout else { return false }
    let counts = layout.elementCounts
    let total = counts.reduce(0, +)
    guard total > 0 else { return false }
    let end = elements.endOfSelection.flatMap { path in
      layout.containsElement(at: path) ? path : nil
    }
    guard end != nil || clamping else {
      return select(wholeElements.first ?? path(at: 0, in: counts))
    }
    let position = end.map { counts.prefix($0.section).reduce(0, +) + $0.item } ?? 0
    var target = position + distance
    if clamping { target = min(max(target, 0), total - 1) }
    guard (0..<total).contains(target) else { return true }
    return select(path(at: target, in: counts))
  }

  /// Returns the element at a position among all elements.
  ///
  /// The position must be less than their number.
  private func path(at position: Int, in counts: [Int]) -> IndexPath {
    var (section, item) = (0, position)
    while item >= counts[section] {
      item -= counts[section]
      section += 1
    }
    return IndexPath(item: item, section: section)
  }

  /// Selects an element, and scrolls just far enough to show it.
  private func select(_ path: IndexPath) -> Bool {
    guard let elements, let layout else { return false }
    elements.hostDidMoveSelection(to: path)
    let wanted = layout.frame(at: path, width: viewSize.width)
      .insetBy(dx: 0, dy: -layout.spacing)
    var offset = elements.contentOffset
    if wanted.maxY > visibleRect.maxY { offset.y = wanted.maxY - visibleRect.height }
    if wanted.minY < offset.y { offset.y = wanted.minY }
    // The header above a section's first row is shown with the row.
    if path.item == 0 {
      let header = layout.headers(in: wanted.offsetBy(dx: 0, dy: -1), width: viewSize.width)
      if header.contains(IndexPath(index: path.section)) {
        let top = layout.frame(at: IndexPath(index: path.section), width: viewSize.width).minY
        if top < offset.y { offset.y = top }
      }
    }
    if offset != elements.contentOffset { elements.hostDidScroll(to: offset) }
    // The focus may have been on a view above the elements.
    if !canvasOrCellHasFocus { unsafe gtk_widget_grab_focus(canvas.widget) }
    focusCursor()
    return true
  }

  // MARK: Focus

  /// The element from which keys move the selection.
  ///
  /// It is the last selected one in the order of the content, or else the first visible one.
  var cursor: IndexPath? {
    guard let elements, let layout else { return nil }
    if let end = elements.endOfSelection, layout.containsElement(at: end) { return end }
    return wholeElements.first
  }

  /// Moves the focus to the cursor's cell.
  ///
  /// Does nothing unless the focus is on the view or one of its cells.
  ///
  /// A cell out of sight does not exist; then the view has the focus.
  func focusCursor() {
    guard canvasOrCellHasFocus else { return }
    // A cell that had the focus may show another element by now.
    let cell = unsafe cursor.flatMap { shownCells[$0] }.map { unsafe host.peer(for: $0).widget }
    let target = unsafe cell ?? canvas.widget
    guard unsafe gtk_widget_get_mapped(target) != 0, unsafe gtk_widget_is_focus(target) == 0
    else { return }
    host.moveFocus { unsafe gtk_widget_grab_focus(target) }
  }

  /// Whether the focus is on the view or a cell itself.
  ///
  /// Keys move the selection then, not while the focus is on a part of a cell.
  private var canvasOrCellHasFocus: Bool {
    guard let root = unsafe gtk_widget_get_root(canvas.widget),
      let focus = unsafe gtk_root_get_focus(root)
    else {
      return false
    }
    if unsafe focus == canvas.widget { return true }
    return unsafe gtk_widget_get_parent(focus) == canvas.widget
      && focus != ends.before?.frame && focus != ends.after?.frame
  }

  /// Moves the focus with the Tab key.
  ///
  /// The stops are the view above the elements, all elements as one, and the view below.
  private func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    let isBackward = direction == GTK_DIR_TAB_BACKWARD
    guard isBackward || direction == GTK_DIR_TAB_FORWARD else {
      return canvas.containsFocus ? false : focusElements()
    }
    let current = unsafe gtk_widget_get_focus_child(canvas.widget)
    if let current = unsafe current, unsafe gtk_widget_child_focus(current, direction) != 0 {
      return true
    }
    var stops: [(@MainActor () -> Bool)] = []
    let (before, after) = unsafe (ends.before?.frame, ends.after?.frame)
    let isInside = canvas.containsFocus
    let place =
      unsafe !isInside
      ? nil : current == nil ? 1 : current == before ? 0 : current == after ? 2 : 1
    stops.append {
      unsafe before.map { unsafe gtk_widget_child_focus($0, direction) != 0 } ?? false
    }
    stops.append { [weak self] in self?.focusElements() ?? false }
    stops.append {
      unsafe after.map { unsafe gtk_widget_child_focus($0, direction) != 0 } ?? false
    }
    let rest =
      isBackward
      ? Array(stops.prefix(place ?? stops.count).reversed())
      : Array(stops.dropFirst((place ?? -1) + 1))
    return rest.contains { $0() }
  }

  /// Gives the elements the focus.
  private func focusElements() -> Bool {
    guard unsafe gtk_widget_grab_focus(canvas.widget) != 0 else { return false }
    focusCursor()
    return true
  }

  /// Handles an activation by assistive technology like a click.
  func userDidActivate(_ cell: ReusableCell?) {
    guard let elements, let path = shownCells.first(where: { $0.value === cell })?.key,
      path.count > 1
    else { return }
    elements.hostDidSelectElement(at: path, extending: false)
  }

  /// Tells assistive technology the texts and positions of cells.
  func describe(_ paths: some Sequence<IndexPath>) {
    guard let layout else { return }
    let counts = layout.elementCounts
    for path in paths {
      guard let cell = shownCells[path], let peer = host.peer(for: cell) as? CellPeer else {
        continue
      }
      let position = path.count > 1 ? counts.prefix(path.section).reduce(0, +) + path.item + 1 : 0
      peer.describe(position: position, count: counts.reduce(0, +))
    }
  }

  /// Orders the cells' widgets, because assistive technology reads them in order.
  func orderCells() {
    var previous = unsafe ends.before?.frame
    for path in shownCells.keys.sorted() {
      guard let cell = shownCells[path] else { continue }
      let widget = unsafe host.peer(for: cell).widget
      if unsafe gtk_widget_get_prev_sibling(widget) != previous {
        unsafe gtk_widget_insert_after(widget, canvas.widget, previous)
      }
      unsafe previous = unsafe widget
    }
  }
}
#endif
