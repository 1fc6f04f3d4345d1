// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

/// The visible part of a list stays in place.
///
/// It stays when the list, its elements or its data change.
@MainActor struct KeptPlaceTests {
  private let model = ListModel(500)

  private func program() -> TestApplication<ListsScreen> {
    let model = model
    return TestApplication(ListsScreen(model))
  }

  private func both<Value>(_ value: Value) -> [Value] { [value, value] }

  @Test(
    "R209: the same part of the same element stays on top when heights change",
    arguments: [(40.0, 20.0), (120, 30), (30, 120)])
  func heightsMayChange(before: Double, after: Double) {
    model.height = before
    let program = program()
    program.root.scroll(to: "row-200", share: 0.75)
    model.height = after
    program.relaunch()
    #expect(program.root.first == both("row-200"))
    #expect(program.root.hiddenShares(of: "row-200") == both(0.75))
    program.root.table.rowHeight = before
    program.root.grid.collectionViewLayout.itemSize.height = before
    #expect(program.root.hiddenShares(of: "row-200") == both(0.75))
  }

  @Test("R209: the same element stays on top when the columns change, and when they change back")
  func columnsMayChange() {
    let program = program()
    program.root.scroll(to: "row-202", share: 0.5)
    let offsets = program.root.offsets
    for width in [700.0, 120, 900] {
      program.root.layOut(width: width)
      #expect(program.root.hiddenShares(of: "row-202") == both(0.5))
    }
    program.relaunch()
    #expect(program.root.hiddenShares(of: "row-202") == both(0.5))
    program.root.layOut()
    #expect(program.root.offsets == offsets)
    program.root.grid.collectionViewLayout.itemSize.width = 30
    #expect(program.root.hiddenShares(of: "row-202") == both(0.5))
  }

  @Test("R209: scrolling after a resize sets the new place")
  func userScrollsAfterwards() {
    let program = program()
    program.root.scroll(to: "row-200")
    program.root.layOut(width: 700)
    program.root.scroll(to: "row-300", share: 0.25)
    program.root.layOut()
    #expect(program.root.hiddenShares(of: "row-300") == both(0.25))
  }

  @Test("R209: a place past the end shows the end, and comes back when there is room")
  func placePastTheEnd() {
    let program = program()
    program.root.scroll(to: "row-480")
    program.root.layOut(height: 4000)
    #expect(program.root.offsets == program.root.ends)
    program.relaunch()
    program.root.layOut(height: 4000)
    #expect(program.root.offsets == program.root.ends)
    program.root.layOut()
    #expect(program.root.hiddenShares(of: "row-480") == both(0))
  }

  @Test("R41, R209: a shortened list shows its end until the element is back")
  func elementPastTheEnd() {
    for isNamed in [true, false] {
      model.isNamed = isNamed
      let program = program()
      program.root.scroll(to: "row-300", share: 0.5)
      let all = model.names
      model.names.removeLast(400)
      program.relaunch()
      #expect(program.root.offsets == program.root.ends)
      program.relaunch()
      program.root.change { $0 = all }
      #expect(program.root.hiddenShares(of: "row-300") == both(0.5))
    }
  }

  @Test("R99, R209: the visible elements stay when others are inserted above them")
  func elementsComeAbove() {
    let program = program()
    program.root.scroll(to: "row-100", share: 0.5)
    program.root.change { $0.insert(contentsOf: ["new 1", "new 2", "new 3", "new 4"], at: 0) }
    #expect(program.root.first == both("row-100"))
    #expect(program.root.hiddenShares(of: "row-100") == both(0.5))
    model.names.insert(contentsOf: ["new 5", "new 6"], at: 0)
    program.relaunch()
    #expect(program.root.first == both("row-100"))
    #expect(program.root.hiddenShares(of: "row-100") == both(0.5))
  }

  @Test("R209: a list at its beginning shows an element inserted there")
  func beginningStays() {
    let program = program()
    program.root.change { $0.insert("new", at: 0) }
    #expect(program.root.first == both("new"))
  }

  @Test("R209: the list keeps its offset when the first visible element is deleted")
  func firstElementGoes() {
    let program = program()
    program.root.scroll(to: "row-100", share: 0.5)
    let offsets = program.root.offsets
    program.root.change { $0.removeAll { $0 == "row-100" } }
    #expect(program.root.offsets == offsets)
  }

  @Test("R209: a header at the top stays there, in part or whole, when heights change")
  func headerAtTheTop() {
    let table = TableView()
    let source = SectionSource()
    table.dataSource = source
    table.hostDidLayOut(size: CGSize(width: 200, height: 250))
    table.hostDidScroll(to: CGPoint(x: 0, y: 5 * (10 * 44 + 32)))
    table.rowHeight = 20
    #expect(table.contentOffset.y == 1160)  // five sections of header and rows: 32 + 200
    table.contentOffset.y = 1160 + 16
    table.sectionHeaderHeight = 64
    #expect(table.contentOffset.y == 1352)  // five sections of 264, and half a header
  }

  @Test("R196, R209: keeping a place is no change")
  func keepingIsNoChange() {
    let program = program()
    program.root.scroll(to: "row-202", share: 0.5)
    program.host.advance(by: .seconds(30))
    let encodes = program.root.table.encodes
    #expect(encodes > 0)
    program.root.layOut(width: 700)
    program.root.change { $0.insert("new", at: 0) }
    program.host.advance(by: .seconds(30))
    #expect(program.root.table.encodes == encodes)
  }

  @Test("R209: a place set before the first layout is kept from that layout on")
  func placeBeforeTheFirstLayout() {
    let table = TableView()
    let source = SectionSource()
    table.contentOffset.y = 32 + 4 * 44 + 11
    table.dataSource = source
    for width in [200.0, 300] { table.hostDidLayOut(size: CGSize(width: width, height: 250)) }
    table.rowHeight = 20
    #expect(table.contentOffset.y == 117)  // a header, four rows and a quarter: 32 + 80 + 5
  }

  /// A data source of twenty sections with ten rows each.
  private final class SectionSource: TableViewDataSource {
    func numberOfSections(in tableView: TableView) -> Int { 20 }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
      "Section \(section)"
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      tableView.dequeueReusableCell(TableViewCell.self)
    }
  }
}
