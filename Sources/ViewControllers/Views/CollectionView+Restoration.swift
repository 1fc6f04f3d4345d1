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

extension CollectionView {
  /// Saves what is selected and what is in sight, or what still waits to be (R41).
  ///
  /// Asks the data source for the first visible and every selected element only (R187).
  func encodeElements(with coder: RestorationEncoder) {
    let counts = itemCounts
    let selected = indexPathsForSelectedItems.filter { Self.exists($0, in: counts) }
    let selection = selected.compactMap { name(of: $0) } + pendingSelection
    coder.encode(selection, forKey: BuiltInKey.selectedItems)
    if let anchor = pendingAnchor ?? currentAnchor {
      coder.encode(anchor, forKey: BuiltInKey.firstVisibleItem)
    }
  }

  /// Takes back selection and position, now or as soon as the elements are there.
  func decodeElements(with coder: RestorationDecoder) {
    if let selection = coder.decode([ElementName].self, forKey: BuiltInKey.selectedItems) {
      restoring { indexPathsForSelectedItems = [] }
      pendingSelection = selection
    }
    if let anchor = coder.decode(ScrollAnchor.self, forKey: BuiltInKey.firstVisibleItem),
      anchor.delta.isFinite
    {
      pendingAnchor = anchor
    }
    applyPendingState()
  }

  /// Selects and scrolls to what is there by now of that which was restored (R187).
  func applyPendingState() {
    guard dataSource != nil, pendingAnchor != nil || !pendingSelection.isEmpty else { return }
    let selection = pendingSelection.map { (name: $0, place: indexPath(of: $0)) }
    pendingSelection = selection.filter { $0.place == nil }.map(\.name)
    let found = Set(selection.compactMap(\.place))
    restoring {
      indexPathsForSelectedItems = found.union(indexPathsForSelectedItems).sorted()
    }
    if let anchor = pendingAnchor, boundsSize.width > 0, let place = indexPath(of: anchor.element) {
      let frame = collectionViewLayout.frame(
        forItemAt: place, width: boundsSize.width, itemCounts: itemCounts)
      restoreContentOffset(CGPoint(x: contentOffset.x, y: frame.minY - anchor.delta))
      pendingAnchor = nil
    }
  }

  /// The first item in sight; `nil` before there is layout and data.
  private var currentAnchor: ScrollAnchor? {
    guard boundsSize.width > 0, dataSource != nil else { return nil }
    let (width, counts) = (boundsSize.width, itemCounts)
    let visible = CGRect(origin: contentOffset, size: boundsSize)
    guard
      let first = collectionViewLayout.items(in: visible, width: width, itemCounts: counts).first,
      let element = name(of: first)
    else { return nil }
    let frame = collectionViewLayout.frame(forItemAt: first, width: width, itemCounts: counts)
    return ScrollAnchor(element: element, delta: frame.minY - contentOffset.y)
  }

  private var itemCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }

  /// The element's name; `nil` when the data source gives it none (R106).
  private func name(of indexPath: IndexPath) -> ElementName? {
    guard let dataSource else { return nil }
    guard let association = dataSource as? any DataSourceModelAssociation else {
      return .place(section: indexPath.section, item: indexPath.item)
    }
    return association.modelIdentifierForElement(at: indexPath, in: self)
      .map { .model($0) }
  }

  /// Where the element is now; `nil` when it is not there.
  private func indexPath(of element: ElementName) -> IndexPath? {
    let place: IndexPath? =
      switch element {
      case .model(let identifier):
        (dataSource as? any DataSourceModelAssociation)?
          .indexPathForElement(withModelIdentifier: identifier, in: self)
      case .place(let section, let item):
        IndexPath(item: item, section: section)
      }
    return place.flatMap { Self.exists($0, in: itemCounts) ? $0 : nil }
  }

  private static func exists(_ place: IndexPath, in counts: [Int]) -> Bool {
    counts.indices.contains(place.section) && (0..<counts[place.section]).contains(place.item)
  }
}
