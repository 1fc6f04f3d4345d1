// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// How an element is called in saved state.
enum ElementName: Hashable, Codable {
  /// The data source's own name for it (R106).
  case model(String)
  /// Its place, where the data source has no names (R107).
  case place(section: Int, item: Int)
}

/// The element that was the first in sight, and how far it stood below the top edge.
struct ScrollAnchor: Hashable, Codable {
  var element: ElementName
  var delta: Double
}

extension ElementsView {
  /// Saves what is selected and what is in sight, or what still waits to be (R41).
  ///
  /// Asks the data source for the first visible and every selected element only (R187).
  func encodeElements(with coder: RestorationEncoder) {
    let layout = elementLayout(keepingElementsOf: nil)
    let selected = selection.filter { layout.containsElement(at: $0) }
    let names = selected.compactMap { name(of: $0) } + pendingSelection
    coder.encode(names, forKey: elementKeys.selection)
    if let anchor = pendingAnchor ?? currentAnchor {
      coder.encode(anchor, forKey: elementKeys.anchor)
    }
  }

  /// Takes back selection and position, now or as soon as the elements are there.
  func decodeElements(with coder: RestorationDecoder) {
    if let names = coder.decode([ElementName].self, forKey: elementKeys.selection) {
      restoring { selection = [] }
      pendingSelection = names
    }
    if let anchor = coder.decode(ScrollAnchor.self, forKey: elementKeys.anchor),
      anchor.delta.isFinite
    {
      pendingAnchor = anchor
    }
    applyPendingState()
  }

  /// Selects and scrolls to what is there by now of that which was restored (R187).
  func applyPendingState() {
    guard elementSource != nil, pendingAnchor != nil || !pendingSelection.isEmpty else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    let names = pendingSelection.map { (name: $0, place: indexPath(of: $0, in: layout)) }
    pendingSelection = names.filter { $0.place == nil }.map(\.name)
    let found = Set(names.compactMap(\.place))
    restoring { selection = found.union(selection).sorted() }
    if let anchor = pendingAnchor, boundsSize.width > 0,
      let place = indexPath(of: anchor.element, in: layout)
    {
      let frame = layout.frame(at: place, width: boundsSize.width)
      restoreContentOffset(CGPoint(x: contentOffset.x, y: frame.minY - anchor.delta))
      pendingAnchor = nil
    }
  }

  /// The elements in sight; none before there is layout and data.
  var visibleElements: [IndexPath] {
    guard boundsSize.width > 0, elementSource != nil else { return [] }
    return elementLayout(keepingElementsOf: nil).elements(
      in: CGRect(origin: shownOffset, size: boundsSize), width: boundsSize.width)
  }

  /// The first element in sight, by name.
  private var currentAnchor: ScrollAnchor? {
    guard let first = visibleElements.first, let element = name(of: first) else { return nil }
    let frame = elementLayout(keepingElementsOf: nil).frame(at: first, width: boundsSize.width)
    return ScrollAnchor(element: element, delta: frame.minY - shownOffset.y)
  }

  /// The element's name; `nil` when the data source gives it none (R106).
  private func name(of indexPath: IndexPath) -> ElementName? {
    guard let elementSource else { return nil }
    guard let association = elementSource as? any DataSourceModelAssociation else {
      return .place(section: indexPath.section, item: indexPath.item)
    }
    return association.modelIdentifierForElement(at: indexPath, in: self)
      .map { .model($0) }
  }

  /// Where the element is now; `nil` when it is not there.
  private func indexPath(of element: ElementName, in layout: any ElementLayout) -> IndexPath? {
    let place: IndexPath? =
      switch element {
      case .model(let identifier):
        (elementSource as? any DataSourceModelAssociation)?
          .indexPathForElement(withModelIdentifier: identifier, in: self)
      case .place(let section, let item):
        IndexPath(item: item, section: section)
      }
    return place.flatMap { layout.containsElement(at: $0) ? $0 : nil }
  }
}
