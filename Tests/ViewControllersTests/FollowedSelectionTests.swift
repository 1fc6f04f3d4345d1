// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

/// The selection in lists whose data changes.
@MainActor struct FollowedSelectionTests {
  private let model = ListModel(500)

  private func program() -> TestApplication<ListsScreen> {
    let model = model
    return TestApplication(ListsScreen(model))
  }

  private func both(_ names: String...) -> [[String]] { [names, names] }

  @Test("R208: the selection stays with its elements when others come above or the order changes")
  func selectionFollowsTheElement() {
    let program = program()
    program.root.select("row-3")
    program.root.select("row-7")
    program.root.change { $0.insert("new", at: 0) }
    #expect(program.root.selected == both("row-3", "row-7"))
    program.root.change { $0.reverse() }
    #expect(program.root.selected == both("row-7", "row-3"))
    program.relaunch()
    #expect(program.root.selected == both("row-7", "row-3"))
  }

  @Test("R208, R209: the selected and the visible one of several equally named elements stay")
  func equalNamesStayApart() {
    let program = program()
    model.names[7] = "row-3"
    model.names[200] = "row-3"
    program.root.change { _ in }
    program.root.table.selectRow(at: IndexPath(row: 7, section: 0))
    let offset = CGPoint(x: 0, y: 8010)
    program.root.table.contentOffset = offset
    program.root.change { $0[0] = "other" }
    #expect(program.root.table.indexPathsForSelectedRows == [IndexPath(row: 7, section: 0)])
    #expect(program.root.table.contentOffset == offset)
  }

  @Test("R208: an element that was selected, here or before a relaunch, is not when it comes back")
  func filteredElementIsNotSelected() {
    let program = program()
    program.root.select("row-3")
    program.root.select("row-17")
    let all = model.names
    program.root.change { $0 = all.filter { $0.hasSuffix("7") } }
    #expect(program.root.selected == both("row-17"))
    program.root.change { $0 = all }
    #expect(program.root.selected == both("row-17"))
    program.relaunch()
    #expect(program.root.selected == both("row-17"))
    program.root.change { $0.removeAll { $0 == "row-17" } }
    #expect(program.root.selected == both())
    program.root.change { $0 = all }
    #expect(program.root.selected == both())
  }

  @Test("R208: a reload clears the selection of lists without model identifiers")
  func reloadClearsWithoutIdentifiers() {
    model.isNamed = false
    let program = program()
    program.root.select("row-3")
    program.root.change { $0.insert("new", at: 0) }
    #expect(program.root.selected == both())
    program.relaunch()
    #expect(program.root.selected == both())
  }

  @Test("R107, R215: the round-trip report names the lists saved by row number")
  func roundTripNamesListsByRowNumber() {
    let named = program()
    named.root.select("row-3")
    #expect(named.checkRoundTrip().savedByRowNumber == [])
    model.isNamed = false
    let program = program()
    program.root.select("row-3")
    let report = program.checkRoundTrip()
    #expect(report.isClean)
    #expect(report.savedByRowNumber.map(\.path.description) == ["Root/Table", "Root/Grid"])
    #expect(report.description.contains("- Root/Table: by row number; adopt"))
  }

  @Test("R107, R208: new heights keep a selection without model identifiers")
  func heightsLeaveTheSelection() {
    model.isNamed = false
    let program = program()
    program.root.select("row-3")
    program.root.table.rowHeight = 20
    program.root.table.sectionHeaderHeight = 20
    program.root.table.delegate = nil
    program.root.grid.collectionViewLayout.itemSize.height = 20
    #expect(program.root.selected == both("row-3"))
  }

  @Test("R99, R106, R208: an element is saved under the name that it had when it was selected")
  func nameOfTheSelectionIsSaved() {
    let program = program()
    program.root.select("row-3")
    model.names.insert("new", at: 0)  // the program has not called `reloadData()` yet
    program.relaunch()
    #expect(program.root.selected == both("row-3"))
  }

  @Test("R196, R208: moving a selected element is no change; deleting it is one")
  func onlyLostElementsAreChanges() {
    let program = program()
    program.root.select("row-3")
    program.host.advance(by: .seconds(30))
    let encodes = program.root.table.encodes
    #expect(encodes > 0)
    program.root.change { $0.insert("new", at: 0) }
    program.host.advance(by: .seconds(30))
    #expect(program.root.table.encodes == encodes)
    program.root.change { $0.removeAll { $0 == "row-3" } }
    program.host.advance(by: .seconds(30))
    #expect(program.root.table.encodes == encodes + 1)
  }

  @Test("R187, R150: a selection ends the wait for restored elements, which is saved")
  func selectionEndsTheWait() {
    let program = program()
    program.root.select("row-3")
    program.root.select("row-7")
    let all = model.names
    model.names.removeAll { $0 == "row-7" }
    program.relaunch()
    #expect(program.root.selected == both("row-3"))
    for list in program.root.lists {
      list.hostDidSelectElement(at: IndexPath(item: 3, section: 0), extending: false)
    }
    model.names = all
    program.relaunch(.killed)
    #expect(program.root.selected == both("row-3"))
  }

  @Test("R208: the selection moves to the same elements of a new data source")
  func selectionFollowsToAnotherSource() {
    let program = program()
    program.root.select("row-3")
    let other = ListModel(500)
    other.names.reverse()
    let screen = ListsScreen(other)
    _ = screen.view
    program.root.table.dataSource = screen.table.dataSource
    program.root.grid.dataSource = screen.grid.dataSource
    #expect(program.root.table.indexPathsForSelectedRows.map(\.item) == [496])
    #expect(program.root.grid.indexPathsForSelectedItems.map(\.item) == [496])
  }
}
