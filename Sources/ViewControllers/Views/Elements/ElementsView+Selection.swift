// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

extension ElementsView {
  /// Selects an element, which ends the wait for restored ones.
  func selectElement(at indexPath: IndexPath, extending: Bool = false) {
    endWaitForSelection()
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

  /// The last selected element in the order of the content; for peers.
  ///
  /// Keys move the selection from there.
  public var endOfSelection: IndexPath? { selected.all.last?.path }

  /// The index paths of the selected elements, in order.
  var selection: [IndexPath] { selected.all.map(\.path) }

  /// Deselects an element, which ends the wait for restored ones.
  func deselectElement(at indexPath: IndexPath) {
    endWaitForSelection()
    if selected.remove(at: indexPath) { selectionDidChange() }
  }

  /// Forgets restored elements that have not come yet: a new choice replaces them.
  private func endWaitForSelection() {
    guard !pendingSelection.isEmpty else { return }
    pendingSelection = []
    invalidateRestorableState()
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
}

/// Elements in the order of their places, one at each place.
///
/// Looking one up compares logarithmically many places, so that selecting many elements one by one
/// stays fast.
struct SortedElements<Place: Comparable, Name: Equatable> {
  struct Element: Equatable {
    var path: Place
    /// The name; `nil` if the data source gave none.
    var name: Name?
  }

  private(set) var all: [Element] = []

  /// Sorts elements; of several at one place the last one counts.
  init(_ elements: [Element] = []) {
    let order = elements.enumerated().sorted {
      ($0.element.path, $0.offset) < ($1.element.path, $1.offset)
    }
    for (_, element) in order {
      if all.last?.path == element.path { all.removeLast() }
      all.append(element)
    }
  }

  func contains(_ path: Place) -> Bool {
    let index = firstIndex(notBefore: path)
    return index < all.count && all[index].path == path
  }

  /// Adds an element, or replaces the one at its place.
  ///
  /// - Returns: Whether anything has changed.
  mutating func insert(_ element: Element) -> Bool {
    let index = firstIndex(notBefore: element.path)
    guard index < all.count, all[index].path == element.path else {
      all.insert(element, at: index)
      return true
    }
    guard all[index] != element else { return false }
    all[index] = element
    return true
  }

  /// Removes the element at a place.
  ///
  /// - Returns: Whether there was one.
  mutating func remove(at path: Place) -> Bool {
    let index = firstIndex(notBefore: path)
    guard index < all.count, all[index].path == path else { return false }
    all.remove(at: index)
    return true
  }

  private func firstIndex(notBefore path: Place) -> Int {
    var (low, high) = (0, all.count)
    // Most are added in order.
    if let last = all.last, last.path < path { return high }
    while low < high {
      let middle = (low + high) / 2
      if all[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
