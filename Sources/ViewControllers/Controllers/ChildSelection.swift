// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The child that the user has chosen in a container.
///
/// The selection survives changes of the children.
@MainActor struct ChildSelection {
  private weak var selected: ViewController?
  /// The place of the selected child among the children.
  private var place = 0

  /// Returns the selected child, or the child now in its place.
  ///
  /// The other child counts if another container has taken the selected one.
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

  /// Moves the selection to a new list of children.
  ///
  /// Selects the same child if it is still there, else the child that contains it now, else the
  /// child in its place.
  ///
  /// - Parameters:
  ///   - children: The children until now.
  ///   - newChildren: The children from now on.
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
