// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The first visible element and its share above the top edge.
struct ScrollAnchor: Hashable, Codable {
  var element: ElementName
  /// The hidden share of the element, from 0 to 1.
  ///
  /// A negative share is the visible share of the space above the element.
  var share: Double
}

/// The place that a view keeps in sight until the next scroll.
struct KeptPlace {
  var element: NamedElement
  /// The hidden share, as in ``ScrollAnchor``.
  var share: Double

  /// The part that is saved; `nil` if the element has no name.
  var anchor: ScrollAnchor? { element.name.map { ScrollAnchor(element: $0, share: share) } }
}

extension ElementsView {
  /// The visible elements; none without layout or data.
  var visibleElements: [IndexPath] {
    guard boundsSize.width > 0, elementSource != nil else { return [] }
    let layout = elementLayout(keepingElementsOf: nil)
    return layout.elements(
      in: CGRect(origin: shownOffset(in: layout), size: boundsSize), width: boundsSize.width)
  }

  /// The scroll anchor to save.
  ///
  /// A restored one that waits for its element is saved again unchanged.
  var savedAnchor: ScrollAnchor? { pendingAnchor ?? (keptPlace ?? currentPlace)?.anchor }

  /// Keeps the first visible element in sight after a scroll.
  func placeDidChange() {
    pendingAnchor = nil
    keptPlace = placeToKeep
  }

  /// Finds the kept place again in new data.
  func followPlace() {
    guard let place = keptPlace else { return }
    keptPlace = following([place.element], in: elementLayout(keepingElementsOf: nil)).first.map {
      KeptPlace(element: $0, share: place.share)
    }
  }

  /// Scrolls to the kept place in the current layout.
  func scrollToPlace() {
    guard boundsSize.width > 0, elementSource != nil else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    if let anchor = pendingAnchor {
      guard let path = indexPaths(of: [anchor.element], in: layout)[anchor.element] else {
        return scroll(to: contentOffset.y, in: layout)
      }
      pendingAnchor = nil
      keptPlace = KeptPlace(
        element: NamedElement(path: path, name: anchor.element), share: anchor.share)
    }
    guard let place = keptPlace else { return keptPlace = placeToKeep }
    guard layout.containsElement(at: place.element.path) else {
      // The data has changed but was not reloaded yet.
      return scroll(to: contentOffset.y, in: layout)
    }
    let frame = layout.frame(at: place.element.path, width: boundsSize.width)
    let unit = place.share < 0 ? space(above: place.element.path, in: layout) : frame.height
    scroll(to: frame.minY + place.share * unit, in: layout)
  }

  /// Returns ``contentOffset``, limited to the content.
  private func shownOffset(in layout: any ElementLayout) -> CGPoint {
    reachable(contentOffset, in: layout.contentSize(forWidth: boundsSize.width))
  }

  /// The place to keep in sight; `nil` at the beginning.
  ///
  /// The beginning stays in sight whatever is inserted there. Also `nil` if nothing is in sight.
  private var placeToKeep: KeptPlace? {
    guard boundsSize.width > 0, elementSource != nil else { return nil }
    let shown = shownOffset(in: elementLayout(keepingElementsOf: nil))
    return shown.y > -contentInset.top && shown.y == contentOffset.y ? currentPlace : nil
  }

  /// The first visible element.
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

  /// Returns the space between an element and the previous one.
  ///
  /// For the first element, the space from the beginning of the content, inset included.
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

  /// Scrolls to a height, or to the end of the content.
  ///
  /// The height is rounded to 1/256 point, so shares are restored except for their last bits.
  private func scroll(to height: Double, in layout: any ElementLayout) {
    let content = layout.contentSize(forWidth: boundsSize.width)
    guard content.height > 0 else { return }
    let rounded = CGPoint(x: contentOffset.x, y: (height * 256).rounded() / 256)
    let offset = reachable(rounded, in: content)
    if abs(offset.y - contentOffset.y) > 1 / 256 { restoreContentOffset(offset) }
  }
}
