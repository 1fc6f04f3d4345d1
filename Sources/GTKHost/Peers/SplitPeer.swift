// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a split view controller.
///
/// It shows all or some of the columns, with dividers that the user drags.
@safe @MainActor final class SplitPeer: TypedPeer<SplitView> {
  /// GTK's paned widget around all columns; this peer's widget owns it.
  let paned: WidgetPointer

  /// The paned widget around the last two columns.
  let innerPaned: WidgetPointer

  /// The columns.
  let (primary, supplementary, secondary): (SplitColumn, SplitColumn, SplitColumn)

  private let canvas = Canvas()
  private lazy var layout = unsafe LayoutPhase(of: paned)
  private var isOurChange = false
  private var room: Room?

  /// What the dividers' places depend on, besides the wanted ones.
  private struct Room: Equatable {
    let width: Int32
    /// The least width of each shown column.
    let columns: [Int32]
  }

  /// Creates the peer of a split view.
  init(_ view: SplitView, host: GTKHost) {
    unsafe paned = unsafe gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    unsafe innerPaned = unsafe gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    primary = SplitColumn(host: host)
    supplementary = SplitColumn(host: host)
    secondary = SplitColumn(host: host)
    unsafe super.init(view, widget: canvas.widget, host: host)
    unsafe Self.fill(innerPaned, supplementary.canvas.widget, secondary.canvas.widget)
    unsafe Self.fill(paned, primary.canvas.widget, innerPaned)
    unsafe gtk_widget_set_parent(paned, widget)
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    for column in [supplementary, secondary] {
      column.bar.onBack = { [weak self] in
        self?.model?.splitViewController?.goBack(animated: true)
      }
    }
    _ = layout
    unsafe [paned, innerPaned].forEach { divided in
      unsafe connect(divided, "notify::position") { [weak self] _ in
        unsafe self?.dividerDidMove(of: divided)
      }
    }
  }

  private static func fill(_ paned: WidgetPointer, _ start: WidgetPointer, _ end: WidgetPointer) {
    unsafe gtk_paned_set_start_child(paned.opaque, start)
    unsafe gtk_paned_set_end_child(paned.opaque, end)
    unsafe gtk_paned_set_resize_start_child(paned.opaque, 0)
    unsafe gtk_paned_set_shrink_start_child(paned.opaque, 0)
    unsafe gtk_paned_set_shrink_end_child(paned.opaque, 0)
  }

  private typealias Place = SplitViewController.Column

  private var columns: [(place: Place, column: SplitColumn)] {
    [(.primary, primary), (.supplementary, supplementary), (.secondary, secondary)]
  }

  override var childPeers: [Peer] { columns.compactMap(\.column.peer) }

  override func sync() {
    guard let controller = model?.splitViewController else { return }
    let hadFocus = columns.filter { $0.column.canvas.containsFocus }
    for (place, column) in columns {
      show(place, in: column, of: controller)
      showBar(of: column, place, controller)
    }
    unsafe gtk_widget_set_visible(
      innerPaned, (supplementary.isShown || secondary.isShown).gboolean)
    if hadFocus.contains(where: { !$0.column.isShown }) {
      host.moveFocus { unsafe gtk_widget_child_focus(paned, GTK_DIR_TAB_FORWARD) }
    }
    applyPositions()
    unsafe gtk_widget_queue_resize(widget)
  }

  /// Shows a visible column; a hidden one keeps its content.
  ///
  /// A hidden column loads nothing.
  private func show(_ place: Place, in column: SplitColumn, of split: SplitViewController) {
    let controller = split.controller(in: place)
    let isVisible = split.visibleColumns.contains(place)
    if isVisible || controller.map({ !$0.isViewLoaded || $0.view.peer !== column.peer }) ?? true {
      column.show(isVisible ? controller : nil)
    }
    column.isShown = isVisible
  }

  /// Shows a column's bar, unless a navigation controller has its own.
  private func showBar(of column: SplitColumn, _ place: Place, _ split: SplitViewController) {
    let (controller, behind) = (split.controller(in: place), split.column(behind: place))
    column.bar.isShown =
      behind != nil && controller != nil && !(controller is NavigationController)
    column.bar.show(
      title: controller?.title ?? "", previousTitle: behind.map(split.title(of:)) ?? "",
      of: controller, hasWindowButtons: false)
  }

  // MARK: Dividers

  private func applyPositions() {
    guard let controller = model?.splitViewController else { return }
    unsafe apply(controller.dividerPosition, to: paned)
    unsafe apply(controller.supplementaryColumnWidth, to: innerPaned)
  }

  private func apply(_ wanted: Double, to paned: WidgetPointer) {
    let position = Int32(min(wanted, 100_000).rounded())
    guard unsafe gtk_paned_get_position(paned.opaque) != position else { return }
    ourChange { unsafe gtk_paned_set_position(paned.opaque, position) }
  }

  /// Records a divider that the user moved.
  ///
  /// Changes by the layout, when room is short, are not the user's.
  private func dividerDidMove(of divided: WidgetPointer) {
    guard !isOurChange, !layout.isRunning, let controller = model?.splitViewController else {
      return
    }
    let position = unsafe Double(gtk_paned_get_position(divided.opaque))
    if unsafe divided == innerPaned {
      if supplementary.isShown, secondary.isShown {
        controller.supplementaryColumnWidth = position
      }
    } else if primary.isShown, supplementary.isShown || secondary.isShown {
      controller.dividerPosition = position
    }
  }

  private func ourChange(_ change: () -> Void) {
    let wasOurChange = isOurChange
    isOurChange = true
    change()
    isOurChange = wasOurChange
  }

  // MARK: Layout

  /// Measures the view; one column is enough for the least width.
  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    var extent = unsafe paned.measure(orientation, forSize: size)
    guard orientation == GTK_ORIENTATION_HORIZONTAL else { return extent }
    extent.minimum = leastWidths(forHeight: size).max() ?? 0
    return extent
  }

  private func leastWidths(forHeight height: Int32) -> [Int32] {
    columns.filter(\.column.isShown).map {
      unsafe $0.column.canvas.widget.measure(GTK_ORIENTATION_HORIZONTAL, forSize: height).minimum
    }
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    ourChange { unsafe paned.allocate(x: 0, y: 0, width: width, height: height) }
    let room = Room(width: width, columns: leastWidths(forHeight: -1))
    guard room != self.room else { return }
    self.room = room
    // With more room than before, the dividers can take their wanted places.
    host.layoutQueue.add { [weak self] in self?.applyPositions() }
  }
}

/// One column of a split view.
///
/// If it is the only visible one, a bar leads back.
@MainActor final class SplitColumn {
  /// The widget in the paned widget.
  let canvas = Canvas()

  /// The bar that leads back to a hidden column.
  let bar = NavigationBar()

  /// The peer of the controller's view.
  ///
  /// `nil` while the column is empty or was never shown.
  private(set) var peer: Peer?

  private let host: GTKHost

  /// Creates an empty column.
  init(host: GTKHost) {
    self.host = host
    bar.isShown = false
    unsafe gtk_widget_set_parent(bar.widget, canvas.widget)
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
  }

  /// Whether the column takes part in layout and drawing.
  var isShown: Bool {
    get { unsafe gtk_widget_get_visible(canvas.widget) != 0 }
    set { unsafe gtk_widget_set_visible(canvas.widget, newValue.gboolean) }
  }

  /// Puts a controller into the column.
  ///
  /// - Parameter controller: The controller; `nil` empties the column.
  func show(_ controller: ViewController?) {
    let wanted = controller.map { host.peer(for: $0.view) }
    guard wanted !== peer else { return }
    if let peer, unsafe gtk_widget_get_parent(peer.frame) == canvas.widget {
      unsafe peer.detach()
    }
    peer = wanted
    guard let wanted else { return }
    unsafe wanted.detach(unlessIn: canvas.widget)
    unsafe gtk_widget_insert_before(wanted.frame, canvas.widget, bar.widget)
  }

  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    var extent = unsafe peer?.frame.measure(orientation, forSize: size) ?? Extent()
    let above = bar.measure(orientation, size)
    extent.stack(above, orientation)
    return extent
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    let top = bar.height(forWidth: width)
    bar.allocate(y: 0, width: width)
    unsafe peer?.frame.allocate(x: 0, y: top, width: width, height: height - top)
    host.layoutQueue.add { [weak self] in self?.peer?.reportSize() }
  }
}
#endif
