// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The element that is the first in sight, and how much of it is above the top edge.
struct ScrollAnchor: Hashable, Codable {
  var element: ElementName
  /// From 0 to 1 of the element; less than 0 of the space between it and what is above it.
  var share: Double
}

/// The place that a view keeps until somebody scrolls.
struct KeptPlace {
  var element: NamedElement
  /// As in ``ScrollAnchor``.
  var share: Double

  /// What is saved of it.
  var anchor: ScrollAnchor? { element.name.map { ScrollAnchor(element: $0, share: share) } }
}

extension ElementsView {
  /// The elements in sight; none before there is layout and data.
  var visibleElements: [IndexPath] {
    guard boundsSize.width > 0, elementSource != nil else { return [] }
    let layout = elementLayout(keepingElementsOf: nil)
    return layout.elements(
      in: CGRect(origin: shownOffset(in: layout), size: boundsSize), width: boundsSize.width)
  }

  /// What to save of the place; one that waits for its element is saved again as it was.
  var savedAnchor: ScrollAnchor? { pendingAnchor ?? (keptPlace ?? currentPlace)?.anchor }

  /// Somebody has scrolled: from now on the place is what is in sight.
  func placeDidChange() {
    pendingAnchor = nil
    keptPlace = placeToKeep
  }

  /// Finds the place in other data.
  func followPlace() {
    guard let place = keptPlace else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    keptPlace = indexPath(following: place.element, in: layout).map {
      KeptPlace(
        element: NamedElement(path: $0, name: place.element.name), share: place.share)
    }
  }

  /// Scrolls to the place, wherever it is in the layout that there is now.
  func scrollToPlace() {
    guard boundsSize.width > 0, elementSource != nil else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    if let anchor = pendingAnchor {
      guard let path = indexPath(of: anchor.element, in: layout) else {
        return scroll(to: contentOffset.y, in: layout)
      }
      pendingAnchor = nil
      keptPlace = KeptPlace(
        element: NamedElement(path: path, name: anchor.element), share: anchor.share)
    }
    guard let place = keptPlace else { return keptPlace = placeToKeep }
    guard layout.containsElement(at: place.element.path) else {
      // The data has changed and was not reloaded yet.
      return scroll(to: contentOffset.y, in: layout)
    }
    let frame = layout.frame(at: place.element.path, width: boundsSize.width)
    let unit = place.share < 0 ? space(above: place.element.path, in: layout) : frame.height
    scroll(to: frame.minY + place.share * unit, in: layout)
  }

  /// The offset that shows elements where ``contentOffset`` is beyond the end.
  private func shownOffset(in layout: any ElementLayout) -> CGPoint {
    reachable(contentOffset, in: layout.contentSize(forWidth: boundsSize.width))
  }

  /// What is in sight, unless that is the beginning, which stays whatever comes to it, or nothing.
  private var placeToKeep: KeptPlace? {
    guard boundsSize.width > 0, elementSource != nil else { return nil }
    let shown = shownOffset(in: elementLayout(keepingElementsOf: nil))
    return shown.y > -contentInset.top && shown.y == contentOffset.y ? currentPlace : nil
  }

  /// The first element in sight.
  private var currentPlace: KeptPlace? {
    guard let first = visibleElements.first else { return nil }
    let layout = elementLayout(keepingElementsOf: nil)
    let frame = layout.frame(at: first, width: boundsSize.width)
    let hidden = shownOffset(in: layout).y - frame.minY
    let unit = hidden < 0 ? space(above: first, in: layout) : frame.height
    let known = keptPlace?.element
    let element = if let known, known.path == first { known } else { named(first) }
    return KeptPlace(element: element, share: unit > 0 ? hidden / unit : 0)
  }

  /// The height between an element and the one above it, or the beginning.
  private func space(above path: IndexPath, in layout: any ElementLayout) -> Double {
    let top = layout.frame(at: path, width: boundsSize.width).minY
    for section in (0...path.section).reversed() {
      let end = section == path.section ? path.item : layout.elementCounts[section]
      for item in (0..<end).reversed() {
        let above = layout.frame(
          at: IndexPath(item: item, section: section), width: boundsSize.width)
        if above.maxY <= top { return top - above.maxY }
      }
    }
    return top + contentInset.top
  }

  /// Scrolls down to a height as far as there is content: a place past the end is the end.
  ///
  /// Shares come back as they were but for the last bits of a number, which are rounded away.
  private func scroll(to height: Double, in layout: any ElementLayout) {
    let content = layout.contentSize(forWidth: boundsSize.width)
    guard content.height > 0 else { return }
    let rounded = CGPoint(x: contentOffset.x, y: (height * 256).rounded() / 256)
    let offset = reachable(rounded, in: content)
    if abs(offset.y - contentOffset.y) > 1 / 256 { restoreContentOffset(offset) }
  }
}
