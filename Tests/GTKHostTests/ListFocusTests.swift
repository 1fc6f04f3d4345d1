// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// The focus in and around lists.
final class ListFocusTests: XCTestCase {
  /// R197: the focus is on the cell that keys start from.
  ///
  /// It follows the keys, and stays in the list while that cell is out of sight.
  func testFocusFollowsTheKeys() throws {
    try withFixture { fixture in
      let list = Names(count: 100)
      fixture.show(list.table)
      let peer = try XCTUnwrap(list.table.peer as? TablePeer)
      XCTAssertTrue(peer.grabFocus())
      XCTAssertEqual(fixture.focused(in: peer), [0, 0], "without selection the first one is it")
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
      fixture.settle()
      XCTAssertEqual(list.table.indexPathsForSelectedRows, [[0, 1]])
      XCTAssertEqual(fixture.focused(in: peer), [0, 1])
      XCTAssertTrue(list.table.isFirstResponder)
      list.table.contentOffset.y = 2000
      fixture.settle()
      XCTAssertNil(fixture.focused(in: peer))
      XCTAssertTrue(peer.canvas.containsFocus)
      XCTAssertTrue(list.table.isFirstResponder)
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
      fixture.settle()
      XCTAssertEqual(fixture.focused(in: peer), [0, 2])
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_End)))
      fixture.settle()
      XCTAssertEqual(fixture.focused(in: peer), [0, 99])
      list.table.reloadData()
      fixture.settle()
      XCTAssertTrue(peer.canvas.containsFocus)
    }
  }

  /// The Tab key treats a list as one stop.
  ///
  /// The views above and below the rows are part of it.
  func testTabPassesTheListAsOne() throws {
    try withFixture { fixture in
      let list = Names(count: 5)
      let (before, header, footer, after) = (
        Button("Before"), Button("Header"), Button("Footer"), Button("After")
      )
      list.table.tableHeaderView = header
      list.table.tableFooterView = footer
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [before, list.table, after]))
      let peer = try XCTUnwrap(list.table.peer as? TablePeer)
      let window = try XCTUnwrap(fixture.windowPeer).window
      @MainActor func name() -> String {
        for (view, name) in [
          (before, "before"), (header, "header"), (footer, "footer"), (after, "after"),
        ] where (view.peer as? Peer)?.widget.containsFocus == true { return name }
        return fixture.focused(in: peer).map { "row \($0[1])" } ?? "nothing"
      }
      before.becomeFirstResponder()
      var order = [name()]
      for direction in [GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD] {
        for _ in 0..<4 {
          gtk_widget_child_focus(window, direction)
          order.append(name())
        }
      }
      XCTAssertEqual(
        order,
        [
          "before", "header", "row 0", "footer", "after", "footer", "row 0", "header", "before",
        ])
      header.becomeFirstResponder()
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
      XCTAssertEqual(name(), "row 0")
    }
  }

  /// R107, R197: a focused row, cell or slider has focus at first paint.
  ///
  /// Row and cell are marked as selected.
  func testFocusedCellsComeBack() throws {
    try MainActor.assumeIsolated {
      for kind in 0..<3 {
        let device = Device()
        let (used, restored) = (Screenful(kind), Screenful(kind))
        let first = try device.launch { used.controller }
        first.settle()
        used.view.becomeFirstResponder()
        if kind < 2 {
          let peer = try XCTUnwrap(used.view.peer as? ElementsPeer)
          XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
          XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
        }
        first.settle()
        let focus = used.focus
        XCTAssertEqual(focus?.hasSuffix(" selected"), kind < 2)
        first.end()
        let second = try device.launch { restored.controller }
        defer { second.end() }
        XCTAssertEqual(try second.atFirstPaint { restored.focus }, focus, "kind \(kind)")
      }
    }
  }

  /// R197: the focus returns to the widget that opened the sheet.
  ///
  /// That widget belongs to no view.
  func testFocusGoesBackToTheBarButton() throws {
    try withFixture { fixture in
      let root = ViewController()
      root.view.addSubview(TextField())
      root.rightBarButtonItems = [BarButtonItem(title: "Filter") {}]
      fixture.show(NavigationController(rootViewController: root))
      let button = try XCTUnwrap(root.rightBarButtonItems[0].peer as? BarButton).widget
      gtk_widget_grab_focus(button)
      let sheet = ViewController()
      sheet.view.addSubview(TextField())
      root.present(sheet, animated: false)
      fixture.settle()
      XCTAssertFalse(button.containsFocus)
      root.dismiss(animated: false)
      fixture.settle()
      XCTAssertTrue(button.containsFocus)
    }
  }

  /// A row that shows details beside the list keeps the focus.
  ///
  /// In a narrow window, Alt+Left leads back from wherever the focus is.
  func testListInASplitViewKeepsTheFocus() throws {
    try withFixture(size: CGSize(width: 1000, height: 600)) { fixture in
      let list = Names(count: 20)
      let master = ViewController()
      master.view.addSubview(list.table)
      let split = SplitViewController(
        primary: NavigationController(rootViewController: master),
        secondary: NavigationController(rootViewController: ViewController()))
      list.onSelect = { _ in
        let details = ViewController()
        details.view.addSubview(TextField())
        let stack = NavigationController(rootViewController: details)
        split.showDetailViewController(stack, animated: false)
      }
      fixture.show(split)
      let peer = try XCTUnwrap(list.table.peer as? TablePeer)
      peer.userDidClick(at: CGPoint(x: 20, y: 60), extending: false)
      fixture.settle()
      XCTAssertEqual(fixture.focused(in: peer), [0, 1])
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_Down)))
      fixture.settle()
      XCTAssertEqual(fixture.focused(in: peer), [0, 2])
      let window = try XCTUnwrap(fixture.windowPeer).window
      gtk_window_set_default_size(window.cast(), 400, 600)
      fixture.pump { split.isCollapsed }
      fixture.settle()
      XCTAssertEqual(split.visibleColumns, [.secondary])
      gtk_window_set_focus(window.cast(), nil)
      XCTAssertTrue(try fixture.press(GDK_KEY_Left, GDK_ALT_MASK.rawValue))
      XCTAssertEqual(split.visibleColumns, [.primary])
      XCTAssertFalse(try fixture.press(GDK_KEY_Left, GDK_ALT_MASK.rawValue))
    }
  }

  /// Assistive technology can read and activate a list's cells.
  func testCellsAreAccessible() throws {
    try withFixture { fixture in
      let list = Names(count: 3)
      var selected: [IndexPath] = []
      list.onSelect = { selected.append($0) }
      fixture.show(list.table)
      let peer = try XCTUnwrap(list.table.peer as? TablePeer)
      XCTAssertEqual(
        gtk_accessible_get_accessible_role(peer.canvas.widget.opaque), GTK_ACCESSIBLE_ROLE_LIST)
      let cell = try XCTUnwrap(peer.shownCells[[0, 1]])
      let widget = fixture.host.peer(for: cell).widget
      XCTAssertEqual(
        gtk_accessible_get_accessible_role(widget.opaque), GTK_ACCESSIBLE_ROLE_LIST_ITEM)
      XCTAssertTrue(cgtk_accessible_has_label(widget, "Name 1, number 1") != 0)
      XCTAssertNotEqual(gtk_widget_activate_action_variant(widget, "cell.activate", nil), 0)
      XCTAssertEqual(selected, [[0, 1]])
    }
  }
}

extension HostFixture {
  /// The element whose cell itself has the focus.
  @MainActor fileprivate func focused(in peer: ElementsPeer) -> IndexPath? {
    let focus = focus
    return peer.shownCells.first { host.peer(for: $0.value).widget == focus }?.key
  }
}

/// A list of names, in a table or a grid.
@MainActor
private final class Names: TableViewDataSource, TableViewDelegate,
  CollectionViewDataSource
{
  let table = TableView()
  let grid = CollectionView()
  var onSelect: (@MainActor (IndexPath) -> Void)?
  private let count: Int

  init(count: Int) {
    self.count = count
    (table.dataSource, table.delegate, grid.dataSource) = (self, self, self)
    table.layout = .expanding
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.textLabel.text = "Name \(indexPath.row)"
    cell.detailTextLabel.text = "number \(indexPath.row)"
    return cell
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    onSelect?(indexPath)
  }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
    -> Int
  { count }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  {
    collectionView.dequeueReusableCell(CollectionViewCell.self)
  }
}

/// A screen with one focused view: a table, grid or slider.
@MainActor private final class Screenful {
  let controller = ViewController()
  let view: View
  private let names = Names(count: 60)

  init(_ kind: Int) {
    view = [names.table, names.grid, Slider()][kind]
    view.layout = .expanding
    view.restorationIdentifier = "View"
    controller.restorationIdentifier = "Screen"
    controller.view.addSubview(Button("First"))
    controller.view.addSubview(view)
  }

  /// A description of the focused widget.
  var focus: String? {
    guard let peer = view.peer as? Peer, peer.widget.containsFocus else { return nil }
    guard let elements = peer as? ElementsPeer else { return "slider" }
    let cell = elements.shownCells.first {
      elements.host.peer(for: $0.value).widget.containsFocus
    }
    return cell.map {
      let widget = elements.host.peer(for: $0.value).widget
      return "\($0.key)" + (gtk_widget_has_css_class(widget, "selected") != 0 ? " selected" : "")
    }
  }
}
#endif
