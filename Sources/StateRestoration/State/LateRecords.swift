// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The tools to restore unclaimed records one at a time.
///
/// No record needs a look at the others. Kept between restores: reading the tables takes as long as
/// restoring a tenth of their records, and a program may register its objects one by one.
final class LateRecords {
  let reader: SnapshotReader
  /// The restored objects; empty between restores, so that it owns none.
  private(set) lazy var objects = RestoredObjects(count: reader.rows.count)
  /// The records that wait for each number.
  private var waiting: [ObjectNumber: [ObjectNumber]]?

  /// - Parameter reader: A reader that has located the records.
  init(_ reader: SnapshotReader) { self.reader = reader }

  /// Returns the records that could not be restored without another object.
  ///
  /// - Parameters:
  ///   - number: The number of that object.
  ///   - unclaimed: The unclaimed records; those claimed since the first call may be among the
  ///     result.
  /// - Returns: Their numbers, in the order of the archive.
  func dependents(of number: ObjectNumber, among unclaimed: NumberSet) -> [ObjectNumber] {
    let known = waiting ?? dependents(among: unclaimed)
    waiting = known
    return known[number] ?? []
  }

  private func dependents(among unclaimed: NumberSet) -> [ObjectNumber: [ObjectNumber]] {
    var dependents: [ObjectNumber: [ObjectNumber]] = [:]
    for record in unclaimed.compactMap({ reader.rows[$0.index] }) {
      let needed = [record.prerequisite, reader.ancestor(of: record)?.number].compactMap(\.self)
      for number in needed where unclaimed.contains(number) {
        dependents[number, default: []].append(record.number)
      }
    }
    return dependents
  }
}
