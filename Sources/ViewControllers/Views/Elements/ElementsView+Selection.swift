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
    let element = named(indexPath)
    guard extending, allowsMultipleSelection else { return setSelection([element]) }
    if selected.insert(element) { selectionDidChange() }
  }

  /// Returns whether an element is selected; for peers.
  ///
  /// - Parameter indexPath: The element.
  /// - Returns: `true` if it is selected.
  public func isElementSelected(at indexPath: IndexPath) -> Bool {
    selected.contains(indexPath)
  }

  /// The element that keyboard navigation starts from; for peers.
  public var lastSelectedElement: IndexPath? { selected.all.last?.path }

  /// The index paths of the selected elements, in order.
  var selection: [IndexPath] { selected.all.map(\.path) }

  /// Deselects an element.
  func deselectElement(at indexPath: IndexPath) {
    pendingSelection = []
    if selected.remove(at: indexPath) { selectionDidChange() }
  }

  /// Selects some elements and no others.
  func setSelection(_ elements: [NamedElement]) {
    let old = selected.all
    selected = SortedElements(elements)
    guard selected.all != old else { return }
    selectionDidChange(isRenamed: selected.all.map(\.name) != old.map(\.name))
  }

  /// Shows a changed selection.
  ///
  /// - Parameter isRenamed: Whether it is saved differently.
  private func selectionDidChange(isRenamed: Bool = true) {
    setNeedsUpdate()
    if isRenamed { invalidateRestorableState() }
  }

  /// Finds the selected elements again in new data.
  ///
  /// Elements without model identifiers are lost.
  func followSelection() {
    guard !selected.all.isEmpty else { return }
    let named = selected.all.filter { if case .model? = $0.name { true } else { false } }
    setSelection(following(named, in: elementLayout(keepingElementsOf: nil)))
  }

  /// Selects the restored elements that exist now.
  func selectPending() {
    guard !pendingSelection.isEmpty else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    let paths = indexPaths(of: pendingSelection, in: layout)
    let found = pendingSelection.compactMap { name in
      paths[name].map { NamedElement(path: $0, name: name) }
    }
    pendingSelection.removeAll { paths[$0] != nil }
    restoring { setSelection(selected.all + found) }
  }
}
