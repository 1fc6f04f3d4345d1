// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// A weak reference to a cell.
struct WeakCell {
  weak var cell: ReusableCell?
}

extension ElementsView {
  /// Returns a cell that a storyboard describes, reused if possible.
  ///
  /// - Parameter identifier: The reuse identifier of the prototype in the storyboard.
  /// - Returns: A new cell, or a used one after ``ReusableCell/prepareForReuse()``; `nil` if the
  ///   view has no such prototype.
  public func dequeueReusableCell(withIdentifier identifier: String) -> ReusableCell? {
    if let cell = spareCells.take(.identifier(identifier)) { return cell }
    let cell = prototypes[identifier]?()
    cell?.reuseIdentifier = identifier
    return cell
  }

  /// Returns the element that a cell shows.
  ///
  /// - Parameter cell: A cell of this view, such as the sender of a segue.
  /// - Returns: `nil` if it shows none.
  public func indexPath(for cell: ReusableCell) -> IndexPath? {
    shownCells.first { $0.value.cell === cell }?.key
  }

  /// Returns the cell of an element.
  ///
  /// If none is in sight, it requests one from the data source.
  func cellForSelection(at path: IndexPath) -> ReusableCell? {
    shownCells[path]?.cell ?? hostCell(at: path)
  }

  /// Records the element that a cell shows from now on.
  func noteShown(_ cell: ReusableCell, at path: IndexPath) {
    guard shownCells[path]?.cell !== cell else { return }
    if let former = indexPath(for: cell) { shownCells[former] = nil }
    shownCells[path] = WeakCell(cell: cell)
  }
}
