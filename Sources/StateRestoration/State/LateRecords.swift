// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The tools to restore unclaimed records one at a time.
///
/// No record needs a look at the others. Kept between restores: reading the tables takes as long as
/// restoring a tenth of their records, and a program may register its objects one by one.
final class LateRecords {
  let reader: SnapshotReader
  /// The obtained objects; empty between restores, so that it owns none.
  private(set) lazy var objects = ObtainedObjects(count: reader.rows.count)
  /// The results; empty between restores, and borrowed by each.
  ///
  /// Allocating space for all of them takes longer than restoring one object.
  private lazy var results = RestoreResults(count: reader.rows.count)
  private var waiting: WaitingRecords?

  /// - Parameter reader: A reader that has located the records.
  init(_ reader: SnapshotReader) { self.reader = reader }

  /// Lends the storage for the results of a restore.
  func takeResults() -> RestoreResults {
    var taken = RestoreResults(count: 0)
    swap(&taken, &results)
    return taken
  }

  /// Ends a restore: forgets its results and releases its objects.
  ///
  /// - Parameters:
  ///   - lookedAt: The numbers of all records that it looked at.
  ///   - borrowed: The storage that ``takeResults()`` returned.
  func end(_ lookedAt: [ObjectNumber], _ borrowed: inout RestoreResults) {
    objects.letGo(lookedAt)
    swap(&results, &borrowed)
    results.forget(lookedAt)
  }

  /// Returns the records that could not be restored without another object.
  ///
  /// - Parameters:
  ///   - number: The number of that object.
  ///   - unclaimed: The unclaimed records; those claimed since the first call may be among the
  ///     result.
  /// - Returns: Their numbers, in the order of the archive.
  func dependents(of number: ObjectNumber, among unclaimed: NumberSet)
    -> some Sequence<ObjectNumber>
  {
    let known = waiting ?? WaitingRecords(unclaimed, in: reader)
    waiting = known
    return known.records(waitingFor: number)
  }
}

/// The records that wait for each number, in linked lists.
private struct WaitingRecords {
  private struct Link {
    let number: ObjectNumber
    /// The index of the next link; `none` at the end.
    let next: UInt32
  }

  private static let none = UInt32.max
  /// The index of the first link of each number.
  private var firsts: [UInt32]
  private var links: [Link] = []

  init(_ unclaimed: NumberSet, in reader: SnapshotReader) {
    let count = reader.rows.count
    firsts = Array(repeating: Self.none, count: count)
    links.reserveCapacity(unclaimed.count)
    func add(_ number: ObjectNumber, after other: ObjectNumber?) {
      guard let other, other.index < count, unclaimed.contains(other) else { return }
      links.append(Link(number: number, next: firsts[other.index]))
      firsts[other.index] = UInt32(links.count - 1)
    }
    // Each link goes to the front of its list, so that the lists end up in the order of the
    // archive.
    for case let record? in reader.rows.reversed() where unclaimed.contains(record.number) {
      add(record.number, after: record.prerequisite)
      add(record.number, after: reader.ancestor(of: record)?.number)
    }
  }

  func records(waitingFor number: ObjectNumber) -> some Sequence<ObjectNumber> {
    let first = number.index < firsts.count ? firsts[number.index] : Self.none
    return sequence(state: first) { place -> ObjectNumber? in
      guard place != Self.none else { return nil }
      let link = links[Int(place)]
      place = link.next
      return link.number
    }
  }
}
