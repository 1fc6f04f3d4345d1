// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension [ViewController] {
  /// Returns launch code's children, merged with the restored controllers.
  ///
  /// Launch code's order stays. A restored controller that launch code does not have replaces one
  /// with the same identifier that was not restored. Without such a controller, it follows the
  /// restored controller that preceded it when state was saved.
  ///
  /// - Parameter restored: The restored controllers, in the order in which they were saved.
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
