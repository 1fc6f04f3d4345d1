// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ElementsView {
  /// Saves what is selected and what is in sight, or what still waits to be.
  ///
  /// Elements have the names that the data source gave them when they were selected or scrolled to.
  func encodeElements(with coder: RestorationEncoder) {
    coder.encode(
      selectedElements.compactMap(\.name) + pendingSelection, forKey: elementKeys.selection)
    if let anchor = savedAnchor { coder.encode(anchor, forKey: elementKeys.anchor) }
  }

  /// Takes back selection and position, now or as soon as the elements are there.
  func decodeElements(with coder: RestorationDecoder) {
    if let names = coder.decode([ElementName].self, forKey: elementKeys.selection) {
      restoring { selectedElements = [] }
      pendingSelection = names
    }
    keptPlace = nil
    pendingAnchor = coder.decode(ScrollAnchor.self, forKey: elementKeys.anchor).flatMap {
      (-1...1).contains($0.share) ? $0 : nil
    }
    elementsDidMove()
  }

  /// Selects and scrolls to what is there by now.
  func elementsDidMove() {
    guard elementSource != nil else { return }
    selectPending()
    scrollToPlace()
  }
}
