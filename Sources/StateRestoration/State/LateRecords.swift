// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What it takes to restore records that nobody has claimed yet, each without looking at the others.
///
/// Kept from one restore to the next: to read the tables takes as long as restoring a tenth of what they
/// hold, and a program may register its objects one by one.
final class LateRecords {
  let reader: SnapshotReader
  /// Empty between two restores, so that it owns nothing.
  private(set) lazy var objects = ObtainedObjects(count: reader.rows.count)
  /// Empty between two restores, and lent to each: to make room for as many takes longer than to restore
  /// one object.
  private lazy var results = RestoreResults(count: reader.rows.count)
  private var waiting: WaitingRecords?

  /// - Parameter reader: Has read where the records lie.
  init(_ reader: SnapshotReader) { self.reader = reader }

  /// Lends what a restore notes its results in.
  func takeResults() -> RestoreResults {
    var taken = RestoreResults(count: 0)
    swap(&taken, &results)
    return taken
  }

  /// Ends a restore: what it has looked at is forgotten, and its objects are let go.
  ///
  /// - Parameters:
  ///   - lookedAt: The numbers of all that it has looked at.
  ///   - borrowed: What ``takeResults()`` has lent.
  func end(_ lookedAt: [ObjectNumber], _ borrowed: inout RestoreResults) {
    objects.letGo(lookedAt)
    swap(&results, &borrowed)
    results.forget(lookedAt)
  }

  /// The records that could not be restored without the object of another one (R58, R62, R184).
  ///
  /// - Parameters:
  ///   - number: That object.
  ///   - unclaimed: The records that nobody has claimed; those that are claimed since the first call may
  ///     be among the result.
  /// - Returns: Their numbers, in the order of the archive.
  func dependents(of number: ObjectNumber, among unclaimed: NumberSet)
    -> some Sequence<ObjectNumber>
  {
    let known = waiting ?? WaitingRecords(unclaimed, in: reader)
    waiting = known
    return known.records(waitingFor: number)
  }
}

/// Which records wait for which, in lists within two arrays.
private struct WaitingRecords {
  private struct Link {
    let number: ObjectNumber
    /// The place of the next in the list; none at its end.
    let next: UInt32
  }

  private static let none = UInt32.max
  /// Where each number's list begins.
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
    // Each goes to the front of its list: in the end the order is that of the archive.
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
