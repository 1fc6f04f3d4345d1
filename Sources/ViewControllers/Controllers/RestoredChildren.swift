// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension [ViewController] {
  /// The children that launch code made, with those that restoring found or made besides.
  ///
  /// Launch code's order stays (R64). A restored controller that is not among them takes the place
  /// of one with its identifier that was not restored, else it follows the restored controller
  /// that it followed when state was saved.
  ///
  /// - Parameter restored: What was restored, in the order in which it was saved.
  /// - Returns: The children from now on.
  @MainActor func merging(restored: [ViewController]) -> [ViewController] {
    var merged = self
    for controller in restored where !merged.contains(where: { $0 === controller }) {
      let stale = merged.firstIndex { candidate in
        candidate.restorationIdentifier == controller.restorationIdentifier
          && !restored.contains { $0 === candidate }
      }
      if let stale {
        merged[stale] = controller
        continue
      }
      let previous = restored.prefix { $0 !== controller }.last
      let place = merged.firstIndex { $0 === previous }.map { $0 + 1 } ?? 0
      merged.insert(controller, at: place)
    }
    return merged
  }
}
