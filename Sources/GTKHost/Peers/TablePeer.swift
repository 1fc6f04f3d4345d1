// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import ViewControllers

  /// Draws a table view, with the views above and below its rows.
  @MainActor final class TablePeer: ElementsPeer {
    private weak var table: TableView?
    private var header: Peer?
    private var footer: Peer?

    /// Creates the peer of a table view.
    init(_ view: TableView, host: GTKHost) {
      table = view
      super.init(view, host: host, role: GTK_ACCESSIBLE_ROLE_LIST)
      canvas.widget.setStyle("table", true)
    }

    override var placesFreely: Bool { true }

    override var childPeers: [Peer] { super.childPeers + [header, footer].compactMap(\.self) }

    override func sync() {
      header = place(table?.tableHeaderView, replacing: header)
      footer = place(table?.tableFooterView, replacing: footer)
      super.sync()
    }

    override var ends: (before: Peer?, after: Peer?) { (header, footer) }

    override func visibleRectDidChange() {
      measureEnds()
      super.visibleRectDidChange()
    }

    override func allocateContent(origin: CGPoint, size: CGSize) {
      super.allocateContent(origin: origin, size: size)
      let width = Int32(size.width)
      if let header {
        header.frame.allocate(
          x: 0, y: Int32(origin.y.rounded()), width: width, height: height(of: header, width))
      }
      if let footer {
        let height = height(of: footer, width)
        let end = Int32(
          (origin.y + (layout?.contentSize(forWidth: size.width).height ?? 0)).rounded())
        footer.frame.allocate(x: 0, y: end - height, width: width, height: height)
      }
    }

    private func place(_ view: View?, replacing old: Peer?) -> Peer? {
      let new = view.map { host.peer(for: $0) }
      guard new !== old else { return old }
      if let old, gtk_widget_get_parent(old.frame) == canvas.widget { old.detach() }
      new?.detach(unlessIn: canvas.widget)
      if let new, gtk_widget_get_parent(new.frame) == nil {
        gtk_widget_set_parent(new.frame, canvas.widget)
      }
      return new
    }

    /// Rows move when the views above them become higher.
    private func measureEnds() {
      guard viewSize.width > 0 else { return }
      let width = Int32(viewSize.width)
      table?.hostDidMeasure(
        headerHeight: header.map { Double(height(of: $0, width)) } ?? 0,
        footerHeight: footer.map { Double(height(of: $0, width)) } ?? 0)
    }

    private func height(of end: Peer, _ width: Int32) -> Int32 {
      guard gtk_widget_get_visible(end.frame) != 0 else { return 0 }
      if let view = end.view, view.isPlacedFreely {
        return Int32(min(max(view.bounds.height, 0), 1e6).rounded())
      }
      return end.frame.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural
    }
  }
#endif
