// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

extension ElementsView {
  /// Selects an element without notifying the delegate.
  ///
  /// Called by peers for the keyboard.
  ///
  /// - Parameters:
  ///   - indexPath: The element.
  ///   - extending: Whether other selected elements stay selected, where that is allowed.
  public func selectElement(at indexPath: IndexPath, extending: Bool = false) {
    pendingSelection = []
    let kept = extending && allowsMultipleSelection ? selectedElements : []
    selectedElements = inOrder(kept + [named(indexPath)])
  }

  /// Returns whether an element is selected; for peers.
  ///
  /// - Parameter indexPath: The element.
  /// - Returns: `true` if it is selected.
  public func isElementSelected(at indexPath: IndexPath) -> Bool {
    selectedElements.contains { $0.path == indexPath }
  }

  /// The element that keyboard navigation starts from; for peers.
  public var lastSelectedElement: IndexPath? { selectedElements.last?.path }

  /// The index paths of the selected elements, in order.
  var selection: [IndexPath] { selectedElements.map(\.path) }

  /// Deselects an element.
  func deselectElement(at indexPath: IndexPath) {
    pendingSelection = []
    selectedElements.removeAll { $0.path == indexPath }
  }

  /// Finds the selected elements again in new data.
  ///
  /// Elements without model identifiers are lost.
  func followSelection() {
    guard !selectedElements.isEmpty else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    selectedElements = inOrder(
      selectedElements.compactMap { element in
        guard case .model? = element.name else { return nil }
        return indexPath(following: element, in: layout)
          .map { NamedElement(path: $0, name: element.name) }
      })
  }

  /// Selects the restored elements that exist now.
  func selectPending() {
    guard !pendingSelection.isEmpty else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    var missing: [ElementName] = []
    var found = selectedElements
    for name in pendingSelection {
      if let path = indexPath(of: name, in: layout) {
        found.append(NamedElement(path: path, name: name))
      } else {
        missing.append(name)
      }
    }
    pendingSelection = missing
    restoring { selectedElements = inOrder(found) }
  }

  /// Returns the elements from first to last, without duplicates.
  private func inOrder(_ elements: [NamedElement]) -> [NamedElement] {
    let byPath = Dictionary(elements.map { ($0.path, $0) }) { $1 }
    return byPath.values.sorted { $0.path < $1.path }
  }
}
