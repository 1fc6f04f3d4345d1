// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ElementsView {
  /// Saves selection and position, or those still waiting to be restored.
  ///
  /// Elements have the names that the data source returned when they were selected or scrolled to.
  func encodeElements(with coder: RestorationEncoder) {
    coder.encode(
      selected.all.compactMap(\.name) + pendingSelection, forKey: elementKeys.selection)
    if let anchor = savedAnchor { coder.encode(anchor, forKey: elementKeys.anchor) }
  }

  /// Restores selection and position, now or when the elements exist.
  func decodeElements(with coder: RestorationDecoder) {
    if let names = coder.decode([ElementName].self, forKey: elementKeys.selection) {
      restoring { setSelection([]) }
      pendingSelection = names
    }
    keptPlace = nil
    pendingAnchor = coder.decode(ScrollAnchor.self, forKey: elementKeys.anchor).flatMap {
      (-1...1).contains($0.share) ? $0 : nil
    }
    applyWaitingState()
  }

  /// Selects and scrolls to the restored elements that exist now.
  ///
  /// Each reload, layout and measurement calls it, since elements may have come or moved.
  func applyWaitingState() {
    guard elementSource != nil else { return }
    selectPending()
    scrollToPlace()
  }

  /// Selects the restored elements that exist now.
  private func selectPending() {
    guard !pendingSelection.isEmpty else { return }
    let layout = elementLayout(keepingElementsOf: nil)
    let paths = indexPaths(of: pendingSelection, in: layout)
    let found = pendingSelection.compactMap { name in
      paths[name].map { NamedElement(path: $0, name: name) }
    }
    pendingSelection.removeAll { paths[$0] != nil }
    restoring { setSelection(selected.all + found) }
  }
}
