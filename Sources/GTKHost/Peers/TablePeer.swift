// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import ViewControllers

/// The peer that draws a table view, with header and footer.
@MainActor final class TablePeer: ElementsPeer {
  private weak var table: TableView?
  private var header: Peer?
  private var footer: Peer?

  /// The conditions under which cells were measured.
  private var conditions: Conditions?
  private var isMeasuring = false

  /// Creates the peer of a table view.
  init(_ view: TableView, host: GTKHost) {
    table = view
    super.init(view, host: host, role: GTK_ACCESSIBLE_ROLE_LIST)
    unsafe canvas.widget.setStyle("table", true)
  }

  override var placesFreely: Bool { true }

  override var childPeers: [Peer] { super.childPeers + [header, footer].compactMap(\.self) }

  override func sync() {
    header = place(own(table?.tableHeaderView), replacing: header)
    footer = place(own(table?.tableFooterView), replacing: footer)
    super.sync()
  }

  /// Returns a header or footer view, if it is still the table's.
  ///
  /// `nil` for a view that the application has put elsewhere: it is drawn there.
  private func own(_ end: View?) -> View? { end?.superview === table ? end : nil }

  override var ends: (before: Peer?, after: Peer?) { (header, footer) }

  override func willReportSize() { measureEnds() }

  override func visibleRectDidChange() {
    measureEnds()
    super.visibleRectDidChange()
    measureCells()
  }

  override func allocateContent(origin: CGPoint, size: CGSize) {
    super.allocateContent(origin: origin, size: size)
    let width = Int32(size.width)
    if let header {
      unsafe header.frame.allocate(
        x: 0, y: Int32(origin.y.rounded()), width: width, height: height(of: header, width))
    }
    if let footer {
      let height = height(of: footer, width)
      let end = Int32(
        (origin.y + (layout?.contentSize(forWidth: size.width).height ?? 0)).rounded())
      unsafe footer.frame.allocate(x: 0, y: end - height, width: width, height: height)
    }
  }

  private func place(_ view: View?, replacing old: Peer?) -> Peer? {
    let new = view.map { host.peer(for: $0) }
    guard new !== old else { return old }
    if let old, unsafe gtk_widget_get_parent(old.frame) == canvas.widget { unsafe old.detach() }
    unsafe new?.detach(unlessIn: canvas.widget)
    if let new, unsafe gtk_widget_get_parent(new.frame) == nil {
      unsafe gtk_widget_set_parent(new.frame, canvas.widget)
    }
    return new
  }

  /// Measures the header and footer views, which move the rows.
  private func measureEnds() {
    guard viewSize.width > 0 else { return }
    let width = Int32(viewSize.width)
    table?.hostDidMeasure(
      headerHeight: header.map { Double(height(of: $0, width)) } ?? 0,
      footerHeight: footer.map { Double(height(of: $0, width)) } ?? 0)
  }

  /// Measures the visible cells.
  ///
  /// They may be higher than expected, and then other rows come into sight. The number of rounds
  /// is limited, because a cell may never request the same height twice.
  private func measureCells() {
    guard !isMeasuring, viewSize.width > 0 else { return }
    isMeasuring = true
    defer { isMeasuring = false }
    for _ in 0..<6 {
      let former = conditions
      conditions = unsafe Conditions(of: canvas.widget)
      let isAnew = former != nil && former != conditions
      guard table?.hostDidMeasure(cellHeights: heightsOfCells, isAnew: isAnew) == true else {
        return
      }
    }
  }

  private var heightsOfCells: [IndexPath: Double] {
    guard let layout = layout as? TableViewLayout else { return [:] }
    let width = Int32(viewSize.width)
    return shownCells.filter { layout.isAutomatic(at: $0.key) }.mapValues {
      unsafe Double(
        host.peer(for: $0).widget.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural)
    }
  }

  private func height(of end: Peer, _ width: Int32) -> Int32 {
    guard unsafe gtk_widget_get_visible(end.frame) != 0 else { return 0 }
    if let view = end.view, view.isPlacedFreely {
      return Int32(min(max(view.bounds.height, 0), 1e6).rounded())
    }
    return unsafe end.frame.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural
  }
}

/// The conditions of text layout: font, resolution and width.
@MainActor private struct Conditions: Equatable {
  private let font: String
  private let resolution: Double
  private let width: Int32

  init(of widget: WidgetPointer) {
    let context = unsafe gtk_widget_get_pango_context(widget)
    let description = unsafe pango_font_description_to_string(
      pango_context_get_font_description(context))
    font = unsafe description.map { unsafe String(cString: $0) } ?? ""
    unsafe g_free(description)
    resolution = unsafe pango_cairo_context_get_resolution(context)
    width = unsafe widget.width
  }
}
#endif
