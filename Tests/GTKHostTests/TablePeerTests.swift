// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import RestorationArchive
import StateRestoration
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class TablePeerTests: XCTestCase {
  /// R98: a restored row is exact at the first paint.
  ///
  /// The table has ten thousand rows of varying height.
  func testRestoredRowIsExactAtTheFirstPaint() throws {
    try withDevice { device in
      let source = RowSource(counts: [10_000])
      let first = try device.launch { source.makeScreen() }
      first.settle()
      source.table.contentOffset.y = 234_567
      source.table.hostDidSelectElement(at: IndexPath(row: 7000, section: 0), extending: false)
      first.settle()
      let row = try XCTUnwrap(source.table.indexPathsForVisibleRows.first)
      first.end()

      // The row has moved, and those above it are higher.
      let edited = RowSource(counts: [10_003], inserted: 3)
      let second = try device.launch { edited.makeScreen() }
      defer { second.end() }
      let places = try second.atFirstPaint {
        edited.table.shownTops(try XCTUnwrap(edited.table.peer as? TablePeer))
      }
      let moved = IndexPath(row: row.row + 3, section: 0)
      let expected = source.top(row.row) - 234_567
      XCTAssertEqual(try XCTUnwrap(places[moved]), expected, accuracy: 0.51)
      XCTAssertEqual(edited.table.contentOffset.y, edited.top(moved.row) - expected)
      XCTAssertGreaterThan(places.count, 8)
      XCTAssertLessThan(places.count, 60)
      XCTAssertEqual(
        edited.table.indexPathsForSelectedRows, [IndexPath(row: 7003, section: 0)])
    }
  }

  /// R98, R209: views above and below the rows scroll with them.
  ///
  /// They move the rows. A restored row is exact at the first paint even if the view above has
  /// grown.
  func testAHeaderThatIsMeasuredLateMovesNothing() throws {
    try withDevice { device in
      let source = RowSource(counts: [300])
      @MainActor func launch(_ source: RowSource) throws -> Life {
        let life = try device.launch {
          let screen = source.makeScreen()
          let filler = View()
          filler.layout.minimumSize.height = 1500
          source.table.tableHeaderView = StackView(axis: .vertical, arrangedSubviews: [filler])
          return screen
        }
        life.settle()
        return life
      }
      let first = try launch(source)
      source.table.contentOffset.y = 200
      first.settle()
      XCTAssertEqual(source.table.indexPathsForVisibleRows, [])
      first.end()
      let other = RowSource(counts: [300])
      let second = try launch(other)
      defer { second.end() }
      XCTAssertEqual(other.table.contentOffset.y, 200)
    }
  }

  func testSpaceInAHeadersControlSelectsNoRow() throws {
    try withFixture { fixture in
      let source = RowSource(counts: [3])
      let slider = Slider()
      let controller = source.makeScreen()
      source.table.tableHeaderView = slider
      fixture.show(controller)
      let peer = try XCTUnwrap(source.table.peer as? TablePeer)
      slider.becomeFirstResponder()
      fixture.settle()
      XCTAssertFalse(peer.userDidPress(UInt32(GDK_KEY_space)))
      XCTAssertEqual(source.table.indexPathsForSelectedRows, [])
      gtk_widget_grab_focus(peer.canvas.widget)
      XCTAssertTrue(peer.userDidPress(UInt32(GDK_KEY_space)))
      XCTAssertEqual(source.table.indexPathsForSelectedRows, [[0, 0]])
    }
  }

  func testAHeaderThatIsTakenElsewhereIsDrawnThere() throws {
    try withFixture { fixture in
      let source = RowSource(counts: [3])
      let header = Label("Above")
      let controller = source.makeScreen()
      source.table.tableHeaderView = header
      fixture.show(controller)
      let peer = try XCTUnwrap(source.table.peer as? TablePeer)
      XCTAssertGreaterThan(try XCTUnwrap(source.table.shownTops(peer)[[0]]), 0)
      let other = StackView(axis: .vertical)
      controller.view.addSubview(other)
      other.addSubview(header)
      fixture.settle()
      XCTAssertEqual(source.table.shownTops(peer)[[0]], 0)
      source.table.tableHeaderView = header
      fixture.settle()
      XCTAssertGreaterThan(try XCTUnwrap(source.table.shownTops(peer)[[0]]), 0)
    }
  }

  func testEndsOfTheTableMoveItsRows() throws {
    try MainActor.assumeIsolated {
      @MainActor func ends(_ table: TableView, headerHeight: Double) {
        let (header, footer) = (View(), Button("Log out"))
        header.layout.minimumSize.height = headerHeight
        table.tableHeaderView = header
        table.tableFooterView = footer
      }
      let device = Device()
      let source = RowSource(counts: [300])
      let first = try device.launch {
        let screen = source.makeScreen()
        ends(source.table, headerHeight: 150)
        return screen
      }
      first.settle()
      let peer = try XCTUnwrap(source.table.peer as? TablePeer)
      XCTAssertEqual(source.table.shownTops(peer)[[0]], 150)
      XCTAssertEqual(source.table.tableHeaderView?.bounds.height, 150)
      let button = try XCTUnwrap(source.table.tableFooterView?.peer as? Peer).frame
      let rows = source.table.elementLayout(keepingElementsOf: nil)
      let last = rows.frame(at: [0, 299], width: 300).maxY
      XCTAssertEqual(
        source.table.contentSize.height, last + Double(gtk_widget_get_allocated_height(button)))
      source.table.contentOffset.y = 1234
      first.settle()
      let row = try XCTUnwrap(source.table.indexPathsForVisibleRows.first)
      let expected = try XCTUnwrap(source.table.shownTops(peer)[row])
      first.end()

      let other = RowSource(counts: [300])
      let second = try device.launch {
        let screen = other.makeScreen()
        ends(other.table, headerHeight: 222)
        return screen
      }
      defer { second.end() }
      let places = try second.atFirstPaint {
        other.table.shownTops(try XCTUnwrap(other.table.peer as? TablePeer))
      }
      XCTAssertEqual(try XCTUnwrap(places[row]), expected, accuracy: 0.51)
      XCTAssertEqual(other.table.contentOffset.y, 1234 + 72, accuracy: 0.51)
      other.table.tableHeaderView = nil
      second.settle()
      XCTAssertEqual(other.table.contentOffset.y, 1234 - 150, accuracy: 0.51)
    }
  }

  /// Rows and headers follow the font's height, and the place stays.
  ///
  /// The first visible row stays where it is. A height that the program sets is used exactly.
  func testRowsFollowTheFont() throws {
    try withFixture { fixture in
      fixture.setFont("Sans 10")
      defer { fixture.setFont(nil) }
      let source = RowSource(counts: [1000], detailEvery: 1, followsTexts: true)
      let table = source.makeTable()
      fixture.show(table)
      let peer = try XCTUnwrap(table.peer as? TablePeer)
      @MainActor func frame(_ path: IndexPath) -> CGRect {
        table.elementLayout(keepingElementsOf: nil).frame(at: path, width: 800)
      }
      XCTAssertEqual(frame([0]).height, 32)
      XCTAssertEqual(frame([0, 0]).height, 44)
      table.contentOffset.y = frame([0, 500]).minY + 11
      fixture.settle()
      let offset = table.contentOffset.y

      fixture.setFont("Sans 24")
      fixture.settle()
      XCTAssertGreaterThan(frame([0, 500]).height, 60)
      for (path, cell) in peer.shownCells {
        let widget = fixture.host.peer(for: cell).widget
        let asked = widget.measure(GTK_ORIENTATION_VERTICAL, forSize: widget.width).natural
        XCTAssertEqual(
          Double(gtk_widget_get_allocated_height(widget)), max(44, Double(asked)), accuracy: 1,
          "\(path)")
        XCTAssertEqual(frame(path).height, max(44, Double(asked)), "\(path)")
      }
      XCTAssertEqual(table.indexPathsForVisibleRows.first, [0, 500])
      XCTAssertEqual(
        (table.contentOffset.y - frame([0, 500]).minY) / frame([0, 500]).height, 0.25,
        accuracy: 0.01)
      gtk_adjustment_set_value(peer.canvas.verticalAdjustment, 0)
      fixture.pump { frame([0]).height > 40 }

      table.rowHeight = 50
      fixture.settle()
      XCTAssertEqual(frame([0, 3]).height, 50)
      table.rowHeight = TableView.automaticDimension
      fixture.setFont("Sans 10")
      fixture.settle()
      table.contentOffset.y = offset
      fixture.settle()
      XCTAssertEqual(frame([0, 500]).minY + 11, offset)
      XCTAssertEqual(peer.visibleRect.minY, offset)
    }
  }

  /// R98: rows of automatic heights are in place at first paint.
  ///
  /// Some rows are higher than others, and the rows above the visible ones were never measured.
  func testRestoredAutomaticRowIsExactAtTheFirstPaint() throws {
    try MainActor.assumeIsolated {
      let fixture = try HostFixture()
      fixture.setFont("Sans 24")
      defer { fixture.setFont(nil) }
      fixture.close()
      let device = Device()
      let source = RowSource(counts: [1000], detailEvery: 3, followsTexts: true)
      let first = try device.launch { source.makeScreen() }
      first.settle()
      let peer = try XCTUnwrap(source.table.peer as? TablePeer)
      for step in 1...20 {
        gtk_adjustment_set_value(peer.canvas.verticalAdjustment, Double(step) * 333)
        first.settle()
      }
      let visible = source.table.indexPathsForVisibleRows
      XCTAssertGreaterThan(visible.count, 5)
      let expected = source.table.shownTops(peer).filter { visible.contains($0.key) }
      XCTAssertEqual(Set(expected.keys), Set(visible))
      first.end()

      let other = RowSource(counts: [1000], detailEvery: 3, followsTexts: true)
      let second = try device.launch { other.makeScreen() }
      defer { second.end() }
      let places = try second.atFirstPaint {
        other.table.shownTops(try XCTUnwrap(other.table.peer as? TablePeer))
      }
      for (path, top) in expected {
        XCTAssertEqual(try XCTUnwrap(places[path]), top, accuracy: 1, "\(path)")
      }
    }
  }

  /// R98: only visible cells and headers are created, then reused.
  func testCellsAreReusedWhileScrolling() throws {
    try withFixture { fixture in
      let source = RowSource(counts: [5000, 5000])
      let table = source.makeTable()
      fixture.show(table)
      let peer = try XCTUnwrap(table.peer as? TablePeer)
      XCTAssertNotNil(peer.shownCells[[0]] as? TableViewHeader)
      for step in 1...40 {
        gtk_adjustment_set_value(peer.canvas.verticalAdjustment, Double(step) * 5000)
        fixture.settle()
        XCTAssertLessThan(peer.canvas.widget.children.count, 60)
        for (path, top) in table.shownTops(peer) {
          let frame = table.elementLayout(keepingElementsOf: nil).frame(at: path, width: 800)
          XCTAssertEqual(top, frame.minY - table.contentOffset.y, accuracy: 0.51)
        }
      }
      XCTAssertEqual(table.contentOffset.y, 200_000)
      XCTAssertLessThan(source.cellsMade, 60)
    }
  }

  /// R197: the first responder receives keys, not its scrolled window.
  func testFirstResponderHearsTheKeys() throws {
    try withFixture { fixture in
      let source = RowSource(counts: [20])
      let (table, field) = (source.makeTable(), TextField())
      fixture.show(StackView(axis: .vertical, arrangedSubviews: [field, table]))
      field.becomeFirstResponder()
      table.becomeFirstResponder()
      let peer = try XCTUnwrap(table.peer as? TablePeer)
      XCTAssertEqual(fixture.focus, peer.canvas.widget)
      XCTAssertTrue(table.isFirstResponder)
    }
  }

  /// R98: the keyboard moves the selection over sections and scrolls to it.
  func testKeysMoveTheSelection() throws {
    try withFixture { fixture in
      let source = RowSource(counts: [2, 0, 200])
      let table = source.makeTable()
      fixture.show(table)
      let peer = try XCTUnwrap(table.peer as? TablePeer)
      @MainActor func press(_ key: Int32) -> [IndexPath] {
        XCTAssertTrue(peer.userDidPress(UInt32(key)))
        fixture.settle()
        return table.indexPathsForSelectedRows
      }
      XCTAssertEqual(press(GDK_KEY_Down), [IndexPath(row: 0, section: 0)])
      XCTAssertEqual(press(GDK_KEY_Down), [IndexPath(row: 1, section: 0)])
      XCTAssertEqual(press(GDK_KEY_Down), [IndexPath(row: 0, section: 2)])
      XCTAssertEqual(press(GDK_KEY_Up), [IndexPath(row: 1, section: 0)])
      XCTAssertEqual(table.contentOffset.y, 0)
      XCTAssertEqual(press(GDK_KEY_End), [IndexPath(row: 199, section: 2)])
      XCTAssertEqual(table.contentOffset.y, table.contentSize.height - table.bounds.size.height)
      XCTAssertEqual(press(GDK_KEY_Home), [IndexPath(row: 0, section: 0)])
      XCTAssertEqual(table.contentOffset.y, 0)
      XCTAssertFalse(peer.userDidPress(UInt32(GDK_KEY_Left)))
      XCTAssertEqual(source.selections, [])
      XCTAssertEqual(press(GDK_KEY_Return), [IndexPath(row: 0, section: 0)])
      XCTAssertEqual(source.selections, [IndexPath(row: 0, section: 0)])
    }
  }

  /// R98: a click selects the row under it; headers aren't selectable.
  func testClicksSelectRows() throws {
    try withFixture { fixture in
      let source = RowSource(counts: [20])
      let table = source.makeTable()
      fixture.show(table)
      let peer = try XCTUnwrap(table.peer as? TablePeer)
      peer.userDidClick(at: CGPoint(x: 50, y: 10), extending: false)
      XCTAssertEqual(table.indexPathsForSelectedRows, [])
      peer.userDidClick(at: CGPoint(x: 50, y: 40), extending: false)
      XCTAssertEqual(source.selections, [IndexPath(row: 0, section: 0)])
      fixture.settle()
      let marked = peer.canvas.widget.children.filter {
        gtk_widget_has_css_class($0, "selected") != 0
      }
      XCTAssertEqual(marked.count, 1)

      // A click with Control adds a row, and another one removes it.
      table.allowsMultipleSelection = true
      peer.userDidClick(at: CGPoint(x: 50, y: 70), extending: true)
      XCTAssertEqual(
        table.indexPathsForSelectedRows,
        [IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 0)])
      peer.userDidClick(at: CGPoint(x: 50, y: 70), extending: true)
      XCTAssertEqual(table.indexPathsForSelectedRows, [IndexPath(row: 0, section: 0)])
    }
  }
}

/// Numbered rows of varying height, some with a detail text.
///
/// Rows can be inserted at the top. Rows that follow their texts are as high as these.
@MainActor
private final class RowSource: TableViewDataSource, TableViewDelegate,
  DataSourceModelAssociation
{
  let table = TableView()
  private let counts: [Int]
  private let inserted: Int
  private let detailEvery: Int
  private let followsTexts: Bool
  var selections: [IndexPath] = []
  private(set) var cellsMade = 0

  init(
    counts: [Int], inserted: Int = 0, detailEvery: Int = 2, followsTexts: Bool = false
  ) {
    (self.counts, self.inserted) = (counts, inserted)
    (self.detailEvery, self.followsTexts) = (detailEvery, followsTexts)
  }

  func makeTable() -> TableView {
    table.dataSource = self
    table.delegate = self
    return table
  }

  /// Returns a screen with the table, both with identifiers.
  func makeScreen() -> ViewController {
    let screen = ViewController()
    screen.restorationIdentifier = "Home"
    makeTable().restorationIdentifier = "Table"
    screen.view.addSubview(table)
    return screen
  }

  private func height(_ row: Int) -> Double {
    row < inserted ? 100 : 24 + Double((row - inserted) * 37 % 50)
  }

  /// Returns the frame of a row of the only section.
  func top(_ row: Int) -> Double { (0..<row).reduce(32) { $0 + height($1) } }

  func numberOfSections(in tableView: TableView) -> Int { counts.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    counts[section]
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    if cell.textLabel.text.isEmpty { cellsMade += 1 }
    cell.textLabel.text = "Row \(indexPath.row)"
    cell.detailTextLabel.text = indexPath.row.isMultiple(of: detailEvery) ? "Detail" : ""
    return cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    "Section \(section)"
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    followsTexts ? tableView.rowHeight : height(indexPath.row)
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    selections.append(indexPath)
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    "\(indexPath.row - inserted)"
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    Int(identifier).map { IndexPath(row: $0 + inserted, section: 0) }
  }
}

extension TableView {
  /// Returns the vertical frames of the widgets of rows and headers.
  fileprivate func shownTops(_ peer: TablePeer) -> [IndexPath: Double] {
    peer.shownCells.compactMapValues {
      peer.host.peer(for: $0).widget.place(in: peer.canvas.widget).map { Double($0.minY) }
    }
  }
}
#endif
