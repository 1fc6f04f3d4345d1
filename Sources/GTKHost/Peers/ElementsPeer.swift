// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import ViewControllers

/// The peer that draws a table or collection view.
///
/// Only visible elements have cells. The layout computes all positions, so any offset is exact in
/// the first frame. GTK has no selection here: the view has it, and a `CellPeer` shows it.
@MainActor class ElementsPeer: ScrollPeer {
  private(set) weak var elements: ElementsView?
  /// Cells by element, and headers by their section alone.
  private var cells: [IndexPath: ReusableCell] = [:]
  /// The places of the elements that existed at the last reload.
  final private(set) var layout: (any ElementLayout)?
  private var shownReload = -1
  private weak var shownSource: AnyObject?

  /// Creates the peer of a view of elements.
  init(_ view: ElementsView, host: GTKHost, role: GtkAccessibleRole) {
    elements = view
    super.init(view, host: host, role: role)
    unsafe gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    listenToUser()
  }

  /// The number of cells and headers on screen.
  var cellCount: Int { cells.count }

  /// The cells and headers on screen, by element.
  var shownCells: [IndexPath: ReusableCell] { cells }

  override var childPeers: [Peer] { cells.values.map { host.peer(for: $0) } }

  override func sync() {
    guard let elements else { return }
    if elements.reloadCount != shownReload || elements.elementSource !== shownSource {
      shownReload = elements.reloadCount
      shownSource = elements.elementSource
      layout = nil
      removeCells { _ in true }
    }
    layout = elements.elementLayout(keepingElementsOf: layout)
    for (path, cell) in cells { elements.hostWillShow(cell, at: path) }
    describe(cells.keys)
    scrollToModel()
    visibleRectDidChange()
  }

  /// Focuses the content, which handles the keys, not the scrolled window.
  override func grabFocus() -> Bool {
    guard unsafe gtk_widget_grab_focus(canvas.widget) != 0 else { return false }
    focusCursor()
    return true
  }

  override var accessibleWidget: WidgetPointer { unsafe canvas.widget }

  /// The views before and after the elements; they can be focused, too.
  var ends: (before: Peer?, after: Peer?) { (nil, nil) }

  override func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent { Extent() }

  override func contentSize(in size: CGSize) -> CGSize {
    layout?.contentSize(forWidth: size.width) ?? size
  }

  override func allocateContent(origin: CGPoint, size: CGSize) {
    guard let layout else { return }
    for (path, cell) in cells {
      let frame = layout.frame(at: path, width: size.width)
      let top = (frame.minY + origin.y).rounded()
      unsafe host.peer(for: cell).widget.allocate(
        x: Int32((frame.minX + origin.x).rounded()), y: Int32(top),
        width: Int32(frame.width), height: Int32((frame.maxY + origin.y).rounded() - top))
    }
  }

  override func visibleRectDidChange() {
    guard let elements, elements.elementSource != nil, let layout, viewSize.height > 0 else {
      return
    }
    let (rect, width) = (visibleRect.insetBy(dx: 0, dy: -layout.margin), viewSize.width)
    let wanted =
      layout.headers(in: rect, width: width) + layout.elements(in: rect, width: width)
    let isWanted = Set(wanted)
    let old = removeCells(unparenting: false) { !isWanted.contains($0) }
    var new: [IndexPath] = []
    for path in wanted where cells[path] == nil {
      guard let cell = elements.hostCell(at: path) else { continue }
      cells[path] = cell
      new.append(path)
      let peer = host.peer(for: cell)
      (peer as? CellPeer)?.onActivate = { [weak self, weak cell] in self?.userDidActivate(cell) }
      unsafe peer.detach(unlessIn: canvas.widget)
      if unsafe gtk_widget_get_parent(peer.widget) == nil {
        unsafe gtk_widget_set_parent(peer.widget, canvas.widget)
      }
    }
    let kept = Set(cells.values.map(ObjectIdentifier.init))
    for cell in old where !kept.contains(ObjectIdentifier(cell)) { remove(cell) }
    if !old.isEmpty { unsafe gtk_widget_queue_allocate(canvas.widget) }
    describe(new)
    if !new.isEmpty { orderCells() }
    focusCursor()
  }

  /// Removes a cell; if it had the focus, the view gets it.
  private func remove(_ cell: ReusableCell) {
    let peer = host.peer(for: cell)
    if unsafe peer.widget.containsFocus,
      unsafe gtk_widget_get_parent(peer.widget) == canvas.widget
    {
      host.moveFocus { unsafe gtk_widget_grab_focus(canvas.widget) }
    }
    unsafe peer.detach()
  }

  @discardableResult
  private func removeCells(
    unparenting: Bool = true, where isOutdated: (IndexPath) -> Bool
  ) -> [ReusableCell] {
    var removed: [ReusableCell] = []
    for (path, cell) in cells where isOutdated(path) {
      cells[path] = nil
      removed.append(cell)
      if unparenting { remove(cell) }
      elements?.recycle(cell)
    }
    return removed
  }

  /// The elements that are completely visible, in order.
  final var wholeElements: [IndexPath] {
    guard let layout else { return [] }
    return layout.elements(in: visibleRect, width: viewSize.width).filter {
      visibleRect.contains(layout.frame(at: $0, width: viewSize.width))
    }
  }
}

/// The peer that draws a collection view.
@MainActor final class CollectionPeer: ElementsPeer {
  /// Creates the peer of a collection view.
  init(_ view: CollectionView, host: GTKHost) {
    super.init(view, host: host, role: GTK_ACCESSIBLE_ROLE_GRID)
    unsafe canvas.widget.setStyle("collection", true)
  }
}
#endif
