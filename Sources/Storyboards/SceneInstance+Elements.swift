// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

extension SceneInstance {
  /// Fills a table or collection view from the file.
  ///
  /// It gets its prototypes, or the rows in the file.
  func fill(_ view: ElementsView, _ element: Element, in scope: ObjectScope) {
    view.allowsMultipleSelection = element.flag("allowsMultipleSelection") ?? false
    switch view {
    case let table as TableView:
      table.rowHeight = element.rowHeight ?? table.rowHeight
      if element["dataMode"] == "static" || element.child("sections") != nil {
        fill(table, withRowsOf: element, in: scope)
      }
      addPrototypes(element.list("prototypes"), to: table)
      // The application's class may have created its own.
      if let header = makeEnd("tableHeaderView", of: element, in: scope) {
        table.tableHeaderView = header
      }
      if let footer = makeEnd("tableFooterView", of: element, in: scope) {
        table.tableFooterView = footer
      }
    case let collection as CollectionView:
      collection.collectionViewLayout = flowLayout(element.value(of: "collectionViewLayout"))
      addPrototypes(element.list("cells"), to: collection)
    default:
      break
    }
  }

  /// Creates the view above or below all rows.
  ///
  /// It is as wide as the rows, and as high as in the file.
  private func makeEnd(_ key: String, of table: Element, in scope: ObjectScope) -> View? {
    guard let element = table.value(of: key) else { return nil }
    let view = makeView(element, in: scope)
    if let height = element.frame?.height, ViewKind(element: element)?.hasDesignedSize ?? true {
      view.layout.minimumSize.height = height
    }
    return view
  }

  /// Registers prototypes; each cell has its own views, outlets and segues.
  private func addPrototypes(_ prototypes: [Element], to view: ElementsView) {
    for prototype in prototypes {
      view.hasSelectableCells = view.hasSelectableCells || prototype.isSelectable
      guard let identifier = prototype["reuseIdentifier"], !identifier.isEmpty else {
        note("has no reuse identifier, so no cell can be made from it", prototype)
        continue
      }
      view.prototypes[identifier] = { [weak self] in
        self?.makeCell(prototype) ?? ReusableCell()
      }
    }
  }

  private func makeCell(_ element: Element) -> ReusableCell {
    let scope = ObjectScope(in: objects)
    let cell = makeCell(element, in: scope)
    for source in scope.sources { connect(source.object, source.element, in: scope) }
    scope.release()
    return cell
  }

  private func makeCell(_ element: Element, in scope: ObjectScope) -> ReusableCell {
    let isRow = element.name == "tableViewCell"
    var cell = isRow ? TableViewCell() : CollectionViewCell()
    if let custom = storyboard.makeCustomObject(element) {
      if let custom = custom as? ReusableCell, custom is TableViewCell || !isRow {
        cell = custom
      } else {
        note("has the class \(type(of: custom)), which is not such a cell; it is not used", element)
      }
    }
    scope.add(cell, id: element.id, element)
    configureView(cell, element)
    addRecognizers(to: cell, element, in: scope)
    cell.onSelect = trigger(element, sender: cell, in: scope)
    if let row = cell as? TableViewCell, element["textLabel"] != nil {
      setText(of: row, element, in: scope)
    } else {
      fillCell(cell, element, in: scope)
    }
    if let accessory = element.value(of: "accessoryView") {
      let view = makeView(accessory, in: scope)
      (view.layout.horizontal, view.layout.vertical) = (.end, .center)
      view.layout.margins.right = 16
      cell.addSubview(view)
    }
    return cell
  }

  /// Sets the labels that a cell of a UIKit style has.
  private func setText(of cell: TableViewCell, _ element: Element, in scope: ObjectScope) {
    for (key, label) in [
      ("textLabel", cell.textLabel), ("detailTextLabel", cell.detailTextLabel),
    ] {
      guard let id = element[key], let source = storyboard.document.objects[id] else { continue }
      configureView(label, source)
      label.text = source.viewText ?? ""
      scope.add(label, id: id, source)
    }
    // Views that were added to such a cell are beside its labels.
    let own = ["textLabel", "detailTextLabel", "imageView"].compactMap { element[$0] }
    let content = element.content
    for view in content.list("subviews") where !own.contains(view.id ?? "") {
      let subview = makeView(view, in: scope)
      place(subview, view, in: content.frame ?? element.frame)
      cell.addSubview(subview)
    }
  }

  private func fillCell(_ cell: ReusableCell, _ element: Element, in scope: ObjectScope) {
    if let row = cell as? TableViewCell, !element.content.list("subviews").isEmpty {
      row.textLabel.superview?.removeFromSuperview()
    }
    addSubviews(of: element, to: cell, in: scope)
  }

  private func flowLayout(_ element: Element?) -> CollectionViewFlowLayout {
    var layout = CollectionViewFlowLayout()
    guard let element else { return layout }
    if let size = element.value(of: "itemSize"), let width = size.length("width"),
      let height = size.length("height"), width > 0, height > 0
    {
      layout.itemSize = CGSize(width: width, height: height)
    }
    layout.spacing = element.length("minimumLineSpacing") ?? layout.spacing
    if let inset = element.value(of: "sectionInset") {
      layout.sectionInset = EdgeInsets(
        top: inset.length("minY") ?? 0, left: inset.length("minX") ?? 0,
        bottom: inset.length("maxY") ?? 0, right: inset.length("maxX") ?? 0)
    }
    return layout
  }

  // MARK: Rows in the file

  private func fill(_ table: TableView, withRowsOf element: Element, in scope: ObjectScope) {
    let sections = element.list("sections").filter { $0.name == "tableViewSection" }
    let rows = StaticRows(
      sections.map { section in
        let cells = section.list("cells").filter { $0.name == "tableViewCell" }
        return StaticRows.Section(
          title: section.string("headerTitle"),
          rows: cells.map { element in
            let cell = makeCell(element, in: scope) as? TableViewCell ?? TableViewCell()
            cell.isReusable = false
            // The file's views exist together with the table's, drawn or not (R172).
            table.addSubview(cell)
            return (cell, element.rowHeight)
          })
      })
    table.hasSelectableCells = sections.contains { section in
      section.list("cells").contains(where: \.isSelectable)
    }
    table.storyboardContent = rows
    table.dataSource = rows
    table.delegate = rows
  }
}

extension Element {
  /// Whether selecting the cell performs a segue.
  fileprivate var isSelectable: Bool { segues.contains(where: \.startsAtTap) }

  /// The fixed height of the row; `nil` for an automatic one.
  ///
  /// The file says `-1` or `automatic` for an automatic height.
  fileprivate var rowHeight: Double? {
    number("rowHeight").flatMap { $0 > 0 ? min($0, 10_000) : nil }
  }
}

/// The rows of a table whose cells are in the file.
@MainActor private final class StaticRows: TableViewDataSource, TableViewDelegate {
  struct Section {
    let title: String?
    let rows: [(cell: TableViewCell, height: Double?)]
  }

  private let sections: [Section]

  init(_ sections: [Section]) { self.sections = sections }

  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    sections[indexPath.section].rows[indexPath.row].cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].title
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    sections[indexPath.section].rows[indexPath.row].height ?? tableView.rowHeight
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
}
