// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing
import ViewControllers

@MainActor struct CollectionViewStateTests {
  /// A program with collection views on one data source.
  ///
  /// Items are 100 by 100 points; each row holds two.
  @MainActor private final class Program {
    private final class Box {
      var source: Source
      init(_ source: Source) { self.source = source }
    }

    private let box: Box
    private(set) var session: Session

    init(_ source: Source, views identifiers: [String] = ["Grid"]) {
      let box = Box(source)
      let device = Device { window in
        let home = Screen("Home")
        for identifier in identifiers {
          let view = CollectionView()
          view.restorationIdentifier = identifier
          view.collectionViewLayout.itemSize = CGSize(width: 100, height: 100)
          view.collectionViewLayout.spacing = 0
          view.collectionViewLayout.sectionInset = .zero
          view.allowsMultipleSelection = true
          view.dataSource = box.source
          home.view.addSubview(view)
        }
        window.rootViewController = home
      }
      self.box = box
      session = device.launch()
      layOut()
    }

    var views: [CollectionView] {
      session.root?.view.subviews.compactMap { $0 as? CollectionView } ?? []
    }

    var view: CollectionView { views[0] }

    var selected: [Int] { view.indexPathsForSelectedItems.map(\.item) }

    func select(_ items: Int...) {
      for item in items {
        view.selectItem(at: IndexPath(item: item, section: 0), extending: true)
      }
    }

    /// Ends this process and starts the next one with another source.
    func relaunch(_ source: Source, laidOut: Bool = true) {
      session.application.terminate()
      box.source = source
      session = session.relaunch()
      if laidOut { layOut() }
    }

    /// Lays out the views with 250 visible points, as a host does.
    func layOut() {
      for view in views {
        let rows = (box.source.items.count + 1) / 2
        view.hostDidLayOut(size: CGSize(width: 200, height: 250))
        view.hostDidMeasureContent(size: CGSize(width: 200, height: Double(rows) * 100))
      }
    }
  }

  @Test("R99, R106: selection and position follow model identifiers when items have moved")
  func elementsAreFoundByModelIdentifier() {
    let program = Program(NamedSource(40))
    program.select(11)
    program.view.contentOffset.y = 530
    let moved = NamedSource(40)
    moved.items.insert(contentsOf: ["new 1", "new 2"], at: 0)
    program.relaunch(moved)
    #expect(program.selected == [13])
    #expect(program.view.contentOffset.y == 630)
  }

  @Test("R107: a view without model identifiers saves index paths")
  func elementsAreFoundByPlace() {
    let program = Program(Source(40))
    program.select(11, 3)
    program.view.contentOffset.y = 530
    program.relaunch(Source(40))
    #expect(program.selected == [3, 11])
    #expect(program.view.contentOffset.y == 530)
  }

  @Test("R106: a selected element without a model identifier is not saved")
  func unnamedElementIsSkipped() {
    let source = NamedSource(40)
    source.unnamed = ["item 4"]
    let program = Program(source)
    program.select(4, 5)
    program.relaunch(NamedSource(40))
    #expect(program.selected == [5])
  }

  @Test("R106: a selected element that is gone is skipped")
  func vanishedElementIsSkipped() {
    let program = Program(NamedSource(40))
    program.select(4, 5)
    let shorter = NamedSource(40)
    shorter.items.removeAll { $0 == "item 4" }
    program.relaunch(shorter)
    #expect(program.selected == [4])
  }

  @Test("R108: the data source gets the view that asks")
  func sourceKnowsTheView() {
    let source = NamedSource(40)
    let program = Program(source, views: ["Grid", "Strip"])
    program.views.forEach { $0.selectItem(at: IndexPath(item: 1, section: 0)) }
    source.asked = []
    program.session.application.preserve()
    #expect(Set(source.asked.map(\.view)) == ["Grid", "Strip"])
  }

  @Test("R187: the data source is asked only for the first visible and the selected elements")
  func sourceIsAskedForFewElements() {
    let source = NamedSource(40)
    let program = Program(source)
    source.asked = []
    program.select(30)
    program.view.contentOffset.y = 530
    program.session.application.preserve()
    #expect(source.asked.map(\.item).sorted() == [10, 30])
  }

  @Test("R187: an index path that no longer exists is skipped")
  func vanishedIndexPathIsSkipped() {
    let program = Program(Source(40))
    program.select(30)
    program.relaunch(Source(10))
    #expect(program.selected == [])
  }

  @Test("R187: a selected element that vanished while the program ran is skipped")
  func elementVanishedWhileRunningIsSkipped() {
    let source = NamedSource(40)
    let program = Program(source)
    program.select(4, 30)
    source.items.removeLast(20)
    program.view.reloadData()
    source.asked = []
    program.relaunch(NamedSource(40))
    #expect(source.asked.allSatisfy { $0.item < 20 })
    #expect(program.selected == [4])
  }

  @Test("R187: elements that arrive later get their state on the next reload")
  func lateElementsGetTheirState() {
    let program = Program(NamedSource(40))
    program.select(11)
    program.view.contentOffset.y = 530
    let late = NamedSource(0)
    program.relaunch(late)
    #expect(program.selected == [])
    late.items = NamedSource(40).items
    program.view.reloadData()
    program.layOut()
    #expect(program.selected == [11])
    #expect(program.view.contentOffset.y == 530)
  }

  @Test("R41: state that waits for its elements is saved again unchanged")
  func waitingStateIsSavedAgain() {
    let program = Program(NamedSource(40))
    program.select(11)
    program.view.contentOffset.y = 530
    program.relaunch(NamedSource(0), laidOut: false)
    program.relaunch(NamedSource(40))
    #expect(program.selected == [11])
    #expect(program.view.contentOffset.y == 530)
  }

  @Test("R41: a selection by the user replaces a waiting one")
  func userSelectionReplacesWaitingOne() {
    let program = Program(NamedSource(40))
    program.select(30)
    program.relaunch(NamedSource(10))
    program.view.hostDidSelectElement(at: IndexPath(item: 2, section: 0), extending: false)
    program.relaunch(NamedSource(40))
    #expect(program.selected == [2])
  }

  @Test("R41: scrolling by the user replaces a waiting position")
  func userScrollingReplacesWaitingPosition() {
    let program = Program(NamedSource(40))
    program.view.contentOffset.y = 530
    let late = NamedSource(6)
    program.relaunch(late)
    program.view.hostDidScroll(to: CGPoint(x: 0, y: 20))
    late.items = NamedSource(40).items
    program.view.reloadData()
    program.layOut()
    #expect(program.view.contentOffset.y == 20)
  }

  @Test("R196: applying waiting state is no change")
  func lateRestoringIsNoChange() {
    let program = Program(NamedSource(40))
    program.select(11)
    program.view.contentOffset.y = 530
    let late = NamedSource(0)
    program.relaunch(late)
    late.items = ["new 1", "new 2"] + NamedSource(40).items
    program.view.reloadData()
    program.layOut()
    #expect(program.selected == [13])
    #expect(program.view.contentOffset.y == 630)
    #expect(CallLog.entries { program.session.host.advance(by: .seconds(5)) } == [])
  }

  @MainActor class Source: CollectionViewDataSource {
    var items: [String]

    init(_ count: Int) { items = (0..<count).map { "item \($0)" } }

    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { items.count }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { collectionView.dequeueReusableCell(CollectionViewCell.self) }
  }

  @MainActor final class NamedSource: Source, DataSourceModelAssociation {
    var unnamed: Set<String> = []
    var asked: [(view: String?, item: Int)] = []

    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      asked.append((view.restorationIdentifier, indexPath.item))
      guard items.indices.contains(indexPath.item) else { return "beyond the end" }
      let item = items[indexPath.item]
      return unnamed.contains(item) ? nil : item
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      items.firstIndex(of: identifier).map { IndexPath(item: $0, section: 0) }
    }
  }
}
