// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllersTesting

/// The element names and heights of a list at this launch.
@MainActor final class ListModel {
  var names: [String]
  var height = 40.0
  /// Whether the data source returns the names as model identifiers.
  var isNamed = true

  init(_ count: Int) { names = (0..<count).map { "row-\($0)" } }
}

/// A screen with a table and a grid of equal elements.
///
/// Each view is 250 points high.
@MainActor final class ListsScreen: ViewController {
  let table = CountedTable()
  let grid = CollectionView()
  private let model: ListModel
  private let source: ListSource

  init(_ model: ListModel) {
    self.model = model
    source = model.isNamed ? NamedListSource(model) : ListSource(model)
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    (table.restorationIdentifier, grid.restorationIdentifier) = ("Table", "Grid")
    table.rowHeight = model.height
    grid.collectionViewLayout.itemSize = CGSize(width: 100, height: model.height)
    grid.collectionViewLayout.sectionInset = .zero
    for list in lists {
      list.allowsMultipleSelection = true
      view.addSubview(list)
    }
    (table.dataSource, grid.dataSource) = (source, source)
    layOut()
  }

  var lists: [ElementsView] { [table, grid] }

  /// Gives the lists a size, as a host does.
  func layOut(width: Double = 230, height: Double = 250) {
    for list in lists {
      list.hostDidLayOut(size: CGSize(width: width, height: height))
      list.hostDidMeasureContent(
        size: list.elementLayout(keepingElementsOf: nil).contentSize(forWidth: width))
    }
  }

  /// Changes the elements and reloads, as a program does.
  func change(_ change: (inout [String]) -> Void) {
    change(&model.names)
    for list in lists { list.reloadData() }
    layOut()
  }

  func select(_ name: String) {
    for list in lists { list.hostDidSelectElement(at: path(name), extending: true) }
  }

  /// Scrolls both lists until a share of an element is hidden.
  func scroll(to name: String, share: Double = 0) {
    for list in lists {
      let frame = list.elementLayout(keepingElementsOf: nil)
        .frame(at: path(name), width: list.bounds.size.width)
      list.hostDidScroll(to: CGPoint(x: 0, y: frame.minY + share * frame.height))
    }
  }

  /// The names of the selected elements of both lists.
  var selected: [[String]] {
    [table.indexPathsForSelectedRows, grid.indexPathsForSelectedItems].map(names)
  }

  /// The names of the first visible elements of both lists.
  var first: [String] {
    lists.map { list in
      let layout = list.elementLayout(keepingElementsOf: nil)
      let sight = CGRect(origin: list.contentOffset, size: list.bounds.size)
      return layout.elements(in: sight, width: list.bounds.size.width).first
        .map { model.names[$0.item] } ?? "nothing"
    }
  }

  /// Returns the share of an element above the top edge, per list.
  func hiddenShares(of name: String) -> [Double] {
    lists.map { list in
      let frame = list.elementLayout(keepingElementsOf: nil)
        .frame(at: path(name), width: list.bounds.size.width)
      return (list.contentOffset.y - frame.minY) / frame.height
    }
  }

  var offsets: [Double] { lists.map { Double($0.contentOffset.y) } }

  /// The offsets that put the last elements at the bottom edge.
  var ends: [Double] { lists.map { $0.contentSize.height - $0.bounds.size.height } }

  private func names(at paths: [IndexPath]) -> [String] {
    paths.map { $0.item < model.names.count ? model.names[$0.item] : "beyond" }
  }

  private func path(_ name: String) -> IndexPath {
    IndexPath(item: model.names.firstIndex(of: name) ?? 0, section: 0)
  }
}

/// A table that counts its saves.
@MainActor final class CountedTable: TableView {
  var encodes = 0

  override func encodeRestorableState(with coder: RestorationEncoder) {
    encodes += 1
    super.encodeRestorableState(with: coder)
  }
}

@MainActor private class ListSource: TableViewDataSource, CollectionViewDataSource {
  let model: ListModel

  init(_ model: ListModel) { self.model = model }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    model.names.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    tableView.dequeueReusableCell(TableViewCell.self)
  }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  { model.names.count }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  { collectionView.dequeueReusableCell(CollectionViewCell.self) }
}

@MainActor private final class NamedListSource: ListSource, DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    model.names[indexPath.item]
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    model.names.firstIndex(of: identifier).map { IndexPath(item: $0, section: 0) }
  }
}
