// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Records of the restored archive that nothing has asked for yet.
struct UnclaimedRecords {
  var numbers = NumberSet() { didSet { if numbers.isEmpty { late = nil } } }
  /// Records whose object, or one above it, was nowhere.
  var absent: [Absent] = []
  /// Their ages as of this launch; `nil` when there were none.
  var ages: RecordAges?
  /// The cached tools to restore the records one by one.
  private var late: LateRecords?

  struct Absent {
    let address: RestorationAddress
    /// The nearest object above that was obtained.
    let nearest: RestorationAddress?
  }

  /// Takes over the records that a restore left unclaimed.
  ///
  /// Restoring them later need not read their tables again.
  mutating func keep(_ numbers: NumberSet, in reader: SnapshotReader) {
    self.numbers = numbers
    if !numbers.isEmpty { late = LateRecords(reader) }
  }

  /// Returns the tools to restore the records one by one.
  ///
  /// - Parameter base: The snapshot that holds the records.
  /// - Returns: The same instance as last time, unless the state was saved since.
  mutating func lateRecords(in base: RestorationSnapshot) -> LateRecords {
    if let late, late.reader.snapshot.isSameBody(as: base) { return late }
    let made = LateRecords(SnapshotReader(base))
    late = made
    return made
  }

  /// Drops the cached tools if the state's snapshot has changed.
  mutating func didChange(to current: CurrentState?) {
    guard let known = late?.reader.snapshot else { return }
    if current.map({ !$0.logged.base.isSameBody(as: known) }) ?? true { late = nil }
  }

  /// Gives the records the numbers of other tables.
  ///
  /// - Parameter renumber: Returns a record's new number; `nil` for one that is gone.
  mutating func renumber(_ renumber: (ObjectNumber) -> ObjectNumber?) {
    ages = ages?.renumbered(renumber)
    numbers = NumberSet(numbers.compactMap(renumber))
  }
}

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
