// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

@MainActor struct TableViewStateTests {
  /// A program with a table in two sections.
  ///
  /// The rows have varying heights.
  @MainActor private final class Program {
    private final class Box {
      var source: Source
      init(_ source: Source) { self.source = source }
    }

    private let box: Box
    private(set) var session: Session

    init(_ source: Source, tables identifiers: [String] = ["Table"]) {
      let box = Box(source)
      let device = Device { window in
        let home = Screen("Home")
        for identifier in identifiers {
          let table = TableView()
          table.restorationIdentifier = identifier
          table.allowsMultipleSelection = true
          table.dataSource = box.source
          table.delegate = box.source
          home.view.addSubview(table)
        }
        window.rootViewController = home
      }
      self.box = box
      session = device.launch()
      layOut()
    }

    var tables: [TableView] {
      session.root?.view.subviews.compactMap { $0 as? TableView } ?? []
    }

    var table: TableView { tables[0] }

    /// The names of the selected rows.
    var selected: [String] { table.indexPathsForSelectedRows.map { box.source[$0] } }

    /// The first visible row, and its share above the top edge.
    var first: (row: String, share: Double)? {
      guard let path = table.indexPathsForVisibleRows.first else { return nil }
      let frame = table.elementLayout(keepingElementsOf: nil).frame(at: path, width: 200)
      return (box.source[path], (table.contentOffset.y - frame.minY) / frame.height)
    }

    func select(_ rows: IndexPath...) {
      for row in rows { table.selectRow(at: row, extending: true) }
    }

    func relaunch(_ source: Source, laidOut: Bool = true) {
      session.application.terminate()
      box.source = source
      session = session.relaunch()
      if laidOut { layOut() }
    }

    /// Lays out the tables with 250 visible points, as a host does.
    func layOut() {
      for table in tables {
        let layout = table.elementLayout(keepingElementsOf: nil)
        table.hostDidLayOut(size: CGSize(width: 200, height: 250))
        table.hostDidMeasureContent(size: layout.contentSize(forWidth: 200))
      }
    }
  }

  private func row(_ section: Int, _ row: Int) -> IndexPath {
    IndexPath(row: row, section: section)
  }

  @Test("R98, R106, R209: selection and first row come back when rows have moved and grown")
  func rowsAreFoundByModelIdentifier() {
    let program = Program(NamedSource(40))
    program.select(row(0, 5), row(1, 11))
    program.table.contentOffset.y = 530
    let before = program.first
    #expect(before != nil)
    let moved = NamedSource(40)
    moved.sections[0].insert(contentsOf: ["new 1", "new 2"], at: 0)
    moved.sections.reverse()
    moved.extraHeight = 7
    program.relaunch(moved)
    #expect(program.selected.sorted() == ["0-5", "1-11"])
    #expect(program.first?.row == before?.row)
    let (share, shareBefore) = (program.first?.share ?? 0, before?.share ?? 1)
    #expect(abs(share - shareBefore) < 0.001)
    #expect(program.table.contentOffset.y != 530)
  }

  @Test("R98: the offset among ten thousand rows of varying height is exact")
  func tenThousandRowsComeBackExactly() {
    let program = Program(NamedSource(5000))
    program.table.contentOffset.y = 234_567.25
    let before = program.first
    program.select(row(1, 4999))
    program.relaunch(NamedSource(5000))
    #expect(program.table.contentOffset.y == 234_567.25)
    #expect(program.first?.row == before?.row)
    #expect(program.selected == ["1-4999"])
  }

  @Test("R98: a shortened table knows its visible rows, and restores the first one")
  func shortenedTable() throws {
    let source = NamedSource(40)
    let program = Program(source)
    program.table.contentOffset.y = program.table.contentSize.height - 250
    source.sections[1].removeLast(30)
    program.table.reloadData()
    program.layOut()
    let shown = program.table.indexPathsForVisibleRows
    #expect(shown.last == row(1, 9))
    let first = try source[#require(shown.first)]
    let longer = NamedSource(40)
    longer.sections[0].insert(contentsOf: ["new 1", "new 2"], at: 0)
    program.relaunch(longer)
    #expect(program.first?.row == first)
  }

  @Test("R107: a table without model identifiers saves index paths")
  func rowsAreFoundByPlace() {
    let program = Program(Source(40))
    program.select(row(1, 3), row(0, 11))
    program.table.contentOffset.y = 530
    program.relaunch(Source(40))
    #expect(program.table.indexPathsForSelectedRows == [row(0, 11), row(1, 3)])
    #expect(program.table.contentOffset.y == 530)
  }

  @Test("R108: the data source gets the table that asks")
  func sourceKnowsTheTable() {
    let source = NamedSource(40)
    let program = Program(source, tables: ["List", "Strip"])
    program.tables.forEach { $0.selectRow(at: row(0, 1)) }
    source.asked = []
    program.session.application.preserve()
    #expect(Set(source.asked.map(\.view)) == ["List", "Strip"])
    let next = NamedSource(40)
    program.relaunch(next)
    #expect(next.lookers == ["List", "Strip"])
  }

  @Test("R187: the data source is asked only for the first visible and the selected rows")
  func sourceIsAskedForFewRows() throws {
    let source = NamedSource(5000)
    let program = Program(source)
    source.asked = []
    program.select(row(1, 30))
    program.table.contentOffset.y = 530
    let first = try #require(program.table.indexPathsForVisibleRows.first)
    program.session.application.preserve()
    #expect(Set(source.asked.map(\.path)) == [row(1, 30), first])
    #expect(source.asked.count == 2)
  }

  @Test("R187: the data source is not asked for a view without identifier")
  func sourceIsNotAskedWithoutIdentifier() {
    let source = NamedSource(40)
    let program = Program(source)
    program.table.restorationIdentifier = nil
    source.asked = []
    program.select(row(1, 30))
    program.table.contentOffset.y = 530
    program.session.application.preserve()
    #expect(source.asked.isEmpty)
    // A reload without names clears the selection.
    program.table.reloadData()
    #expect(source.asked.isEmpty)
    #expect(program.table.indexPathsForSelectedRows.isEmpty)
  }

  @Test("R106, R187: missing rows are skipped, and rows without model identifier among named ones")
  func vanishedRowsAreSkipped() {
    let places = Program(Source(40))
    places.select(row(1, 30), row(0, 1))
    places.relaunch(Source(10))
    #expect(places.selected == ["0-1"])
    let source = NamedSource(40)
    source.unnamed = ["0-3"]
    let names = Program(source)
    names.select(row(0, 3), row(0, 4), row(0, 5))
    let shorter = NamedSource(40)
    shorter.sections[0].removeAll { $0 == "0-4" }
    names.relaunch(shorter)
    #expect(names.selected == ["0-5"])
  }

  @Test("R187: the data source is not asked for selected rows that are gone")
  func vanishedRowsAreNotAskedFor() {
    let source = NamedSource(40)
    let program = Program(source)
    program.select(row(1, 30), row(0, 1))
    source.sections = NamedSource(10).sections
    program.table.reloadData()
    source.asked = []
    program.session.application.preserve()
    #expect(!source.asked.map(\.path).contains(row(1, 30)))
    program.relaunch(NamedSource(40))
    #expect(program.selected == ["0-1"])
  }

  @Test("R41, R187: rows that arrive late, even launches later, get their state on the reload")
  func lateRowsGetTheirState() {
    let program = Program(NamedSource(40))
    program.select(row(1, 11))
    program.table.contentOffset.y = 530
    program.relaunch(NamedSource(0), laidOut: false)
    let late = NamedSource(0)
    program.relaunch(late)
    #expect(program.selected == [])
    late.sections = NamedSource(40).sections
    program.table.reloadData()
    program.layOut()
    #expect(program.selected == ["1-11"])
    #expect(program.table.contentOffset.y == 530)
    #expect(CallLog.entries { program.session.host.advance(by: .seconds(5)) } == [])
  }

  @Test("R41: scrolling by the user replaces a waiting position")
  func userScrollingReplacesWaitingPosition() {
    let program = Program(NamedSource(40))
    program.table.contentOffset.y = 530
    let late = NamedSource(4)
    program.relaunch(late)
    program.table.hostDidScroll(to: CGPoint(x: 0, y: 40))
    late.sections = NamedSource(40).sections
    program.table.reloadData()
    program.layOut()
    #expect(program.table.contentOffset.y == 40)
  }

  @Test("R98: heights are asked for only on a reload, once per row")
  func heightsAreAskedOnce() {
    let source = NamedSource(5000)
    let program = Program(source)
    program.table.reloadData()
    program.layOut()
    source.heightRequests = 0
    for offset in stride(from: 0.0, to: 100_000, by: 5000) {
      program.table.contentOffset.y = offset
      _ = program.table.indexPathsForVisibleRows
    }
    program.session.application.preserve()
    #expect(source.heightRequests == 0)
    program.table.reloadData()
    program.layOut()
    #expect(source.heightRequests == 10_000)
  }

  @Test("R98: clicks change the selection and tell the delegate, as far as allowed")
  func selectionFollowsTheUser() {
    let source = NamedSource(40)
    let program = Program(source)
    program.table.hostDidSelectElement(at: row(0, 1), extending: false)
    program.table.hostDidSelectElement(at: row(0, 2), extending: true)
    #expect(program.table.indexPathsForSelectedRows == [row(0, 1), row(0, 2)])
    program.table.hostDidDeselectElement(at: row(0, 1))
    #expect(source.deselected == [row(0, 1)])
    #expect(program.table.indexPathsForSelectedRows == [row(0, 2)])
    program.table.allowsMultipleSelection = false
    program.table.hostDidSelectElement(at: row(0, 3), extending: true)
    #expect(program.table.indexPathsForSelectedRows == [row(0, 3)])
    #expect(source.selected == [row(0, 1), row(0, 2), row(0, 3)])
  }

  @Test("R98: cells and headers are reused")
  func cellsAreReused() throws {
    let program = Program(NamedSource(40))
    let table = program.table
    let cell = try #require(table.hostCell(at: row(0, 1)) as? TableViewCell)
    #expect(cell.textLabel.text == "0-1")
    #expect(cell.detailTextLabel.isHidden)
    cell.detailTextLabel.text = "more"
    #expect(!cell.detailTextLabel.isHidden)
    let header = try #require(table.hostCell(at: [1]))
    table.recycle(cell)
    table.recycle(header)
    program.select(row(0, 2))
    #expect(table.hostCell(at: row(0, 2)) === cell)
    #expect(cell.isSelected)
    #expect(table.hostCell(at: [0]) === header)
  }

  @Test("Arrow keys select; the delegate is told if it asks for that", arguments: [false, true])
  func arrowKeys(followsFocus: Bool) {
    let source = NamedSource(40)
    source.followsFocus = followsFocus
    let program = Program(source)
    program.table.hostDidMoveSelection(to: row(0, 2))
    #expect(program.table.indexPathsForSelectedRows == [row(0, 2)])
    #expect(source.selected == (followsFocus ? [row(0, 2)] : []))
  }

  @Test("A few dozen unused cells are kept, and none after a memory warning")
  func spareCellsAreFew() throws {
    let program = Program(NamedSource(40))
    let table = program.table
    let used = (0..<200).map { _ in TableViewCell() }
    used.forEach(table.recycle)
    let known = Set(used.map { ObjectIdentifier($0) })
    func spare() -> Int {
      (0..<200).map { _ in table.dequeueReusableCell(TableViewCell.self) }
        .filter { known.contains(ObjectIdentifier($0)) }.count
    }
    #expect((16...100).contains(spare()))
    used.forEach(table.recycle)
    program.session.application.didReceiveMemoryWarning()
    #expect(spare() == 0)
  }
}
