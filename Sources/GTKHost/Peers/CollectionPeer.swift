// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import ViewControllers

  /// Draws a collection view: cells for the elements in sight and nothing for the others.
  ///
  /// All places come from the layout's arithmetic, so any offset is exact at the first frame.
  @MainActor final class CollectionPeer: ScrollPeer {
    private weak var collection: CollectionView?
    private var cells: [IndexPath: CollectionViewCell] = [:]
    private var itemCounts: [Int] = []
    private var shownReload = -1
    private weak var shownSource: (any CollectionViewDataSource)?

    /// Creates the peer of a collection view.
    init(_ view: CollectionView, host: GTKHost) {
      collection = view
      super.init(view, host: host)
      canvas.widget.setStyle("collection", true)
      gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      listenToUser()
    }

    /// The number of cells that exist on screen; for tests.
    var cellCount: Int { cells.count }

    /// The cells on screen and what they show; for tests.
    var shownCells: [IndexPath: CollectionViewCell] { cells }

    override var childPeers: [Peer] { cells.values.map { host.peer(for: $0) } }

    override func sync() {
      guard let collection else { return }
      if collection.reloadCount != shownReload || collection.dataSource !== shownSource {
        shownReload = collection.reloadCount
        shownSource = collection.dataSource
        readItemCounts()
        removeCells { _ in true }
      }
      for (path, cell) in cells { collection.hostWillShow(cell, at: path) }
      scrollToModel()
      visibleRectDidChange()
    }

    override func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent { Extent() }

    override func contentSize(in size: CGSize) -> CGSize {
      collection?.collectionViewLayout.contentSize(forWidth: size.width, itemCounts: itemCounts)
        ?? size
    }

    override func allocateContent(origin: CGPoint, size: CGSize) {
      guard let collection else { return }
      for (path, cell) in cells {
        let frame = collection.collectionViewLayout.frame(
          forItemAt: path, width: size.width, itemCounts: itemCounts)
        host.peer(for: cell).widget.allocate(
          x: Int32((frame.minX + origin.x).rounded()), y: Int32((frame.minY + origin.y).rounded()),
          width: Int32(frame.width), height: Int32(frame.height))
      }
    }

    override func visibleRectDidChange() {
      guard let collection, let source = collection.dataSource, viewSize.height > 0 else { return }
      // One row more on each side, so that a wheel step meets finished thumbnails.
      let row = collection.collectionViewLayout.itemSize.height
      let wanted = collection.collectionViewLayout.items(
        in: visibleRect.insetBy(dx: 0, dy: -row), width: viewSize.width, itemCounts: itemCounts)
      let isWanted = Set(wanted)
      let old = removeCells(unparenting: false) { !isWanted.contains($0) }
      for path in wanted where cells[path] == nil {
        let cell = source.collectionView(collection, cellForItemAt: path)
        cells[path] = cell
        collection.hostWillShow(cell, at: path)
        let peer = host.peer(for: cell)
        peer.detach(unlessIn: canvas.widget)
        if gtk_widget_get_parent(peer.widget) == nil {
          gtk_widget_set_parent(peer.widget, canvas.widget)
        }
      }
      let kept = Set(cells.values.map(ObjectIdentifier.init))
      for cell in old where !kept.contains(ObjectIdentifier(cell)) { host.peer(for: cell).detach() }
      if !old.isEmpty { gtk_widget_queue_allocate(canvas.widget) }
    }

    /// Where an element lies in the content now.
    private func frame(of path: IndexPath) -> CGRect {
      collection?.collectionViewLayout.frame(
        forItemAt: path, width: viewSize.width, itemCounts: itemCounts) ?? .zero
    }

    private func readItemCounts() {
      guard let collection, let source = collection.dataSource else { return itemCounts = [] }
      itemCounts = (0..<source.numberOfSections(in: collection)).map {
        source.collectionView(collection, numberOfItemsInSection: $0)
      }
    }

    @discardableResult
    private func removeCells(
      unparenting: Bool = true, where isOutdated: (IndexPath) -> Bool
    ) -> [CollectionViewCell] {
      var removed: [CollectionViewCell] = []
      for (path, cell) in cells where isOutdated(path) {
        cells[path] = nil
        removed.append(cell)
        if unparenting { host.peer(for: cell).detach() }
        collection?.recycle(cell)
      }
      return removed
    }
  }

  // MARK: - Input

  extension CollectionPeer {
    private func listenToUser() {
      let content = canvas.widget
      gtk_widget_set_focusable(content, 1)
      guard let click = gtk_gesture_click_new(), let keys = gtk_event_controller_key_new() else {
        return
      }
      connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
        let state = gtk_event_controller_get_current_event_state(click)
        self?.userDidClick(
          at: CGPoint(x: arguments.double(1), y: arguments.double(2)),
          extending: state.rawValue & GDK_CONTROL_MASK.rawValue != 0)
      }
      gtk_widget_add_controller(content, click)
      connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
        arguments.answer(self?.userDidPress(arguments.unsigned(0)) ?? false)
      }
      gtk_widget_add_controller(content, keys)
    }

    private func userDidClick(at point: CGPoint, extending: Bool) {
      gtk_widget_grab_focus(canvas.widget)
      let place = CGPoint(x: visibleRect.minX + point.x, y: visibleRect.minY + point.y)
      guard let collection,
        let path = collection.collectionViewLayout.item(
          at: place, width: viewSize.width, itemCounts: itemCounts)
      else { return }
      collection.hostDidSelectItem(at: path, extending: extending)
    }

    private func userDidPress(_ key: UInt32) -> Bool {
      guard let collection else { return false }
      let columns = collection.collectionViewLayout.columnCount(forWidth: viewSize.width)
      switch Int32(bitPattern: key) {
      case GDK_KEY_Left: return moveSelection(by: -1)
      case GDK_KEY_Right: return moveSelection(by: 1)
      case GDK_KEY_Up: return moveSelection(by: -columns)
      case GDK_KEY_Down: return moveSelection(by: columns)
      case GDK_KEY_Return, GDK_KEY_KP_Enter:
        guard let path = collection.indexPathsForSelectedItems.last,
          itemCounts.indices.contains(path.section), path.item < itemCounts[path.section]
        else { return false }
        collection.hostDidSelectItem(at: path, extending: false)
        return true
      default: return false
      }
    }

    /// Arrow keys go through the items of all sections as if they were one list.
    private func moveSelection(by distance: Int) -> Bool {
      let total = itemCounts.reduce(0, +)
      guard let collection, total > 0 else { return false }
      guard let current = collection.indexPathsForSelectedItems.last else {
        return select(visiblePaths.first ?? IndexPath(item: 0, section: 0))
      }
      let position = itemCounts.prefix(current.section).reduce(0, +) + current.item
      var target = position + distance
      guard (0..<total).contains(target) else { return true }
      var section = 0
      while target >= itemCounts[section] {
        target -= itemCounts[section]
        section += 1
      }
      return select(IndexPath(item: target, section: section))
    }

    private var visiblePaths: [IndexPath] {
      cells.keys.sorted().filter { visibleRect.contains(frame(of: $0)) }
    }

    private func select(_ path: IndexPath) -> Bool {
      guard let collection else { return false }
      collection.selectItem(at: path)
      let spacing = collection.collectionViewLayout.spacing
      let wanted = frame(of: path).insetBy(dx: 0, dy: -spacing)
      var offset = collection.contentOffset
      if wanted.minY < visibleRect.minY { offset.y = wanted.minY }
      if wanted.maxY > visibleRect.maxY { offset.y = wanted.maxY - visibleRect.height }
      if offset != collection.contentOffset { collection.hostDidScroll(to: offset) }
      return true
    }
  }
#endif
