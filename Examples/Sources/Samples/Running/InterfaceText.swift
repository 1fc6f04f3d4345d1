// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// Describes everything that the user can see or reach.
///
/// It writes one line per thing, and the same lines in each life.
@MainActor struct InterfaceText {
  private(set) var lines: [String] = []

  init(_ windows: [Window]) {
    for window in windows {
      add("window \(window.restorationIdentifier ?? "-") \(quoted(window.title))", 0)
      for (layer, controller) in window.presentationChain.enumerated() {
        add("layer \(layer)", 1)
        describe(controller, isShown: true, depth: 2)
      }
    }
  }

  private mutating func add(_ line: String, _ depth: Int) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  private mutating func describe(_ controller: ViewController, isShown: Bool, depth: Int) {
    var words = ["\(type(of: controller))", controller.restorationIdentifier ?? "-"]
    if let title = controller.title { words.append(quoted(title)) }
    if isShown { words.append("shown") }
    if let split = controller as? SplitViewController {
      words.append("divider \(split.dividerPosition)")
      words.append(split.isCollapsed ? "one column" : "columns side by side")
    }
    add(words.joined(separator: " "), depth)
    if let search = controller.searchController {
      let bar = search.searchBar
      add(
        "search \(search.isActive ? "active" : "not active") scope \(bar.selectedScopeIndex)"
          + text(of: bar), depth + 1)
    }
    for view in controller.view.selfAndSubviews {
      if let line = line(for: view) { add(line, depth + 1) }
    }
    let visible = controller.visibleChildren
    for child in controller.children {
      let isVisible = visible.contains { $0 === child }
      describe(child, isShown: isShown && isVisible, depth: depth + 1)
    }
  }

  private func line(for view: View) -> String? {
    let name = view.restorationIdentifier ?? "-"
    let focus = view.isFirstResponder ? " focused" : ""
    switch view {
    case let label as Label: return "label \(quoted(label.text))"
    case let input as TextInput: return "text \(name)\(text(of: input))"
    case let slider as Slider: return "slider \(name) \(slider.value)\(focus)"
    case let control as Switch: return "switch \(name) \(control.isOn ? "on" : "off")\(focus)"
    case let stepper as Stepper: return "stepper \(name) \(stepper.value)\(focus)"
    case let control as SegmentedControl:
      let index = control.selectedSegmentIndex
      return "segments \(name) \(index.map { control.titles[$0] } ?? "none")\(focus)"
    case let table as TableView: return "table \(name) \(rows(of: table))"
    case let scroll as ScrollView:
      return "scroll \(name) \(scroll.contentOffset.y) zoom \(scroll.zoomScale)"
    default: return nil
    }
  }

  /// Returns the selected and top rows, named by their text.
  ///
  /// Their positions may change.
  private func rows(of table: TableView) -> String {
    func title(_ path: IndexPath) -> String {
      let cell = table.dataSource?.tableView(table, cellForRowAt: path)
      return cell.map { quoted($0.textLabel.text) } ?? "nothing"
    }
    let selected = table.indexPathsForSelectedRows.map(title).joined(separator: ", ")
    let first = table.indexPathsForVisibleRows.first.map(title) ?? "nothing"
    return "begins with \(first), selected: \(selected.isEmpty ? "nothing" : selected)"
  }

  private func text(of input: TextInput) -> String {
    let range = input.selectedTextRange
    return " \(quoted(input.text)) \(range.lowerBound)-\(range.upperBound)"
      + (input.isFirstResponder ? " focused" : "")
  }

  private func quoted(_ text: String) -> String { text.debugDescription }
}
