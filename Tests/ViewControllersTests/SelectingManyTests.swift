// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import ViewControllersTesting

@testable import ViewControllers

/// Selecting many elements, measured in looks at the data and comparisons.
@MainActor @Suite struct SelectingManyTests {
  private let count = 500

  @Test("R105, R187: selecting an element asks about few sections, however many there are")
  func selectingInManySections() {
    let source = CountedSource(sections: count, rows: 1)
    let table = TableView()
    table.allowsMultipleSelection = true
    table.dataSource = source
    source.questions = 0
    for section in (0..<count).reversed() {
      table.selectRow(at: IndexPath(row: 0, section: section), extending: true)
    }
    #expect(table.indexPathsForSelectedRows.map(\.section) == Array(0..<count))
    #expect(source.questions <= 3 * count)
  }

  @Test("R105: inserting, finding and removing an element takes few comparisons")
  func comparisons() {
    let order = (0..<count).map { ($0 * 211) % count }
    var elements = SortedElements<CountedPlace, String>()
    CountedPlace.comparisons = 0
    for place in order {
      let isNew = elements.insert(.init(path: CountedPlace(place), name: "\(place)"))
      #expect(isNew)
    }
    for place in order {
      #expect(elements.contains(CountedPlace(place)))
      let isNew = elements.insert(.init(path: CountedPlace(place), name: "\(place)"))
      #expect(!isNew)
    }
    #expect(elements.all.map(\.path.number) == Array(0..<count))
    for place in order {
      let isThere = elements.remove(at: CountedPlace(place))
      #expect(isThere)
    }
    #expect(elements.all.isEmpty)
    // Ten comparisons find one of 500, and a few more tell whether it is there.
    #expect(CountedPlace.comparisons < 4 * 13 * count)
  }

  @Test(
    "R106, R208: a launch and a reload find all selected elements in one pass",
    arguments: [false, true])
  func findingSelectedElements(comesLate: Bool) {
    let model = CountedModel(count)
    model.isEmptyAtLaunch = comesLate
    let program = TestApplication(CountedScreen(model))
    if comesLate { program.root.reload() }
    for row in 0..<count {
      program.root.table.selectRow(at: IndexPath(row: row, section: 0), extending: true)
    }
    model.looks.count.withLock { $0 = 0 }
    program.relaunch()
    if comesLate { program.root.reload() }
    #expect(program.root.table.indexPathsForSelectedRows.count == count)
    #expect(model.looks.count.withLock { $0 } < 10 * count)
    model.looks.count.withLock { $0 = 0 }
    model.names.reverse()
    program.root.reload()
    #expect(program.root.table.indexPathsForSelectedRows.count == count)
    #expect(model.looks.count.withLock { $0 } < 10 * count)
  }
}

/// A place that counts how often it is compared.
private struct CountedPlace: Comparable {
  nonisolated(unsafe) static var comparisons = 0
  let number: Int

  init(_ number: Int) { self.number = number }

  static func < (lhs: CountedPlace, rhs: CountedPlace) -> Bool {
    comparisons += 1
    return lhs.number < rhs.number
  }

  static func == (lhs: CountedPlace, rhs: CountedPlace) -> Bool {
    comparisons += 1
    return lhs.number == rhs.number
  }
}

/// A source that counts the questions for numbers of sections and rows.
@MainActor private final class CountedSource: TableViewDataSource {
  private let sections: Int
  private let rows: Int
  var questions = 0

  init(sections: Int, rows: Int) { (self.sections, self.rows) = (sections, rows) }

  func numberOfSections(in tableView: TableView) -> Int {
    questions += 1
    return sections
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    questions += 1
    return rows
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    tableView.dequeueReusableCell(TableViewCell.self)
  }
}

private final class Counter: Sendable {
  let count = Mutex(0)
}

/// Named elements that count how often their names are read.
@MainActor private final class CountedModel {
  var names: [String]
  let looks = Counter()
  var isEmptyAtLaunch = false

  init(_ count: Int) { names = (0..<count).map { "row-\($0)" } }
}

@MainActor
private final class CountedScreen: ViewController, TableViewDataSource,
  IdentifiableElements
{
  struct Element: Identifiable {
    let name: String
    let looks: Counter
    var id: String {
      looks.count.withLock { $0 += 1 }
      return name
    }
  }

  let table = TableView()
  private let model: CountedModel
  private var isEmpty: Bool

  init(_ model: CountedModel) {
    (self.model, isEmpty) = (model, model.isEmptyAtLaunch)
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    table.restorationIdentifier = "Table"
    table.allowsMultipleSelection = true
    table.dataSource = self
    view.addSubview(table)
    table.hostDidLayOut(size: CGSize(width: 300, height: 400))
  }

  func reload() {
    isEmpty = false
    table.reloadData()
  }

  func elements(in view: View) -> [[Element]] {
    [isEmpty ? [] : model.names.map { Element(name: $0, looks: model.looks) }]
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    tableView.dequeueReusableCell(TableViewCell.self)
  }
}
