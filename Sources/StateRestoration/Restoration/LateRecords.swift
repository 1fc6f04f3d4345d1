// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What it takes to restore records that nobody has claimed yet, each without looking at the others.
///
/// Kept from one late restore to the next: to read the tables takes as long as restoring a tenth of
/// what they hold, and a program may register its objects one by one.
final class LateRecords {
  let reader: SnapshotReader
  /// Empty between two restores, so that it owns nothing.
  let objects: ObtainedObjects
  private var dependents: [ObjectNumber: [ObjectNumber]] = [:]

  /// - Parameters:
  ///   - unclaimed: The records that nobody has claimed.
  ///   - snapshot: Where they lie.
  init(_ unclaimed: Set<ObjectNumber>, in snapshot: RestorationSnapshot) {
    reader = SnapshotReader(snapshot)
    objects = ObtainedObjects(count: snapshot.objectCount)
    for case let record? in reader.rows where unclaimed.contains(record.number) {
      if let above = reader.ancestor(of: record)?.number, unclaimed.contains(above) {
        dependents[above, default: []].append(record.number)
      }
      if let needed = record.prerequisite, unclaimed.contains(needed) {
        dependents[needed, default: []].append(record.number)
      }
    }
  }

  /// The records that could not be restored without the object of another one (R58, R62, R184).
  func dependents(of number: ObjectNumber) -> [ObjectNumber] { dependents[number] ?? [] }
}
