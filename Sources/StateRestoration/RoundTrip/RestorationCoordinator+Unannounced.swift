// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

extension RestorationCoordinator {
  /// The last restored or saved state; `nil` before there is one.
  ///
  /// Changes are saved against it.
  package var preservedState: RestorationSnapshot? { state.base }

  /// Returns objects that would write other values without having announced a change.
  ///
  /// A program that is killed loses these changes. The application record is never among them:
  /// every pass writes it.
  ///
  /// - Parameter new: The state that would be saved now.
  /// - Returns: Their differences; empty when nothing was saved before.
  /// - Throws: `ArchiveError` when a record cannot be read.
  package func unannouncedChanges(in new: RestorationSnapshot) throws(ArchiveError)
    -> [ObjectDifference]
  {
    guard let old = state.base else { return [] }
    let announced = state.owners.numbers.filter {
      state.owners[$0].map { state.changed.contains($0) } ?? false
    }
    let places = Set(announced.compactMap { old.address(of: $0) })
    return try SnapshotDifference(from: old, to: new).changed.filter {
      $0.address.kind != .application && !places.contains($0.address)
    }
  }
}
