// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

extension RestorationCoordinator {
  /// The state that changes are saved against: what was restored or last saved; `nil` before that.
  package var preservedState: RestorationSnapshot? { state.base }

  /// Objects that would write something else now, and of which nobody has said so (R150).
  ///
  /// A program that is killed loses these changes. The application record is none of them: every
  /// pass writes it.
  ///
  /// - Parameter new: What would be saved now.
  /// - Returns: How they differ; empty when nothing was saved before.
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
