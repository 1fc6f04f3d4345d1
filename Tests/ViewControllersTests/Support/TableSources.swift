// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

extension TableViewStateTests {
  /// Rows of varying height in two sections.
  ///
  /// The initial names are the rows' index paths.
  @MainActor class Source: TableViewDataSource, TableViewDelegate {
    var sections: [[String]]
    var extraHeight = 0.0
    var heightRequests = 0
    var selected: [IndexPath] = []
    var deselected: [IndexPath] = []
    var followsFocus = false

    init(_ count: Int) {
      sections = (0..<2).map { section in (0..<count).map { "\(section)-\($0)" } }
    }

    subscript(path: IndexPath) -> String { sections[path.section][path.row] }

    func numberOfSections(in tableView: TableView) -> Int { sections.count }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      sections[section].count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.textLabel.text = self[indexPath]
      return cell
    }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
      "Section \(section)"
    }

    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
      heightRequests += 1
      return 20.5 + Double(self[indexPath].number * 37 % 60) + extraHeight
    }

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
      selected.append(indexPath)
    }

    func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath)
      -> Bool
    {
      followsFocus
    }

    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
      deselected.append(indexPath)
    }
  }

  /// The same source, with the rows' names as model identifiers.
  @MainActor final class NamedSource: Source, DataSourceModelAssociation {
    var unnamed: Set<String> = []
    var asked: [(view: String?, path: IndexPath)] = []
    var lookers: Set<String?> = []

    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      asked.append((view.restorationIdentifier, indexPath))
      return unnamed.contains(self[indexPath]) ? nil : self[indexPath]
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      lookers.insert(view.restorationIdentifier)
      for (section, rows) in sections.enumerated() {
        if let row = rows.firstIndex(of: identifier) {
          return IndexPath(row: row, section: section)
        }
      }
      return nil
    }
  }
}

extension String {
  /// The number in a name like `1-23`, equal in every launch.
  fileprivate var number: Int { split(separator: "-").last.flatMap { Int($0) } ?? 0 }
}
