// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Which of a container's children the user has chosen, whatever happens to the children.
@MainActor struct ChildSelection {
  private weak var selected: ViewController?
  /// Where it was among the children.
  private var place = 0

  /// The selected child, or that in its place if another container has taken it.
  ///
  /// - Parameter children: The container's children.
  /// - Returns: `nil` only without children.
  func child(of children: [ViewController]) -> ViewController? {
    children.first { $0 === selected } ?? children.prefix(place + 1).last
  }

  /// Selects one of the children.
  mutating func select(_ child: ViewController, of children: [ViewController]) {
    selected = child
    place = children.firstIndex { $0 === child } ?? 0
  }

  /// Goes over to new children: the selected one, else what contains it now, else that in its place.
  ///
  /// - Parameters:
  ///   - children: The children until now.
  ///   - newChildren: Those from now on.
  mutating func move(from children: [ViewController], to newChildren: [ViewController]) {
    let shown = child(of: children)
    let index = children.firstIndex { $0 === shown } ?? 0
    let next =
      newChildren.first(where: holdsSelected) ?? newChildren.first { $0 === shown }
      ?? newChildren.prefix(index + 1).last
    if let next { select(next, of: newChildren) }
  }

  private func holdsSelected(_ child: ViewController) -> Bool {
    var controller = selected
    while let next = controller, next !== child { controller = next.parent }
    return controller != nil
  }
}
