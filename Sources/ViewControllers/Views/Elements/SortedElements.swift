// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
