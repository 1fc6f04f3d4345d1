// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A state as a base and its changes, as stored on disk.
///
/// Immutable. Bases and changes are compared by identity: the state that a pass makes shares all
/// but its last change with the previous one.
package struct LoggedState: Sendable {
  /// The state before all changes.
  package let base: RestorationSnapshot
  /// The changes since the base, in order.
  package private(set) var changes: [Change] = []
  /// The totals of the base and all changes.
  package private(set) var totals: Totals

  /// Counts and sizes that an archive limits.
  package struct Totals: Sendable {
    /// The size of all records, in bytes, including replaced ones.
    package private(set) var recordBytes: Int
    /// The number of strings, and of steps in the table of paths.
    private(set) var stringCount, pathCount: Int
    package private(set) var objectCount: Int

    fileprivate init(_ body: SnapshotBody) {
      recordBytes = body.records.count
      (stringCount, pathCount) = (body.stringCount, body.pathCount)
      objectCount = body.objectCount
    }

    mutating func add(_ change: Change) {
      recordBytes += change.records.count
      stringCount += change.strings.count
      pathCount += change.paths.count
      if let last = change.numbers.last { objectCount = max(objectCount, Int(last) + 1) }
    }

    /// Whether a reader would accept a state of this size.
    var isWithinLimits: Bool {
      objectCount <= ArchiveLimits.objects && stringCount <= ArchiveLimits.strings
        && pathCount <= ArchiveLimits.paths && recordBytes <= ArchiveLimits.fileSize
    }
  }

  /// Creates a state that is only a base.
  package init(_ snapshot: RestorationSnapshot) {
    (base, totals) = (snapshot, Totals(snapshot.body))
  }

  /// Continues the state with one more change.
  package mutating func append(_ change: Change) {
    changes.append(change)
    totals.add(change)
  }

  /// The size of the base and the changed records, in bytes.
  package var byteCount: Int { base.byteCount + changes.reduce(0) { $0 + $1.records.count } }

  /// Returns the state as one snapshot, with the same object numbers.
  ///
  /// Replaced records are left out.
  package func flattened() -> RestorationSnapshot {
    changes.isEmpty ? base : CurrentState(self).snapshot()
  }

  /// Returns the changes since another state.
  ///
  /// - Parameters:
  ///   - last: The last change of the other state; `nil` when it has none.
  ///   - base: The base of a file without a log, as a snapshot; `nil` for a file with a log.
  /// - Returns: The changes in order; `nil` when this state does not continue the other one.
  func changes(since last: Change?, orBase base: RestorationSnapshot?) -> ArraySlice<Change>? {
    if let last, let place = changes.lastIndex(where: { $0 === last }) {
      return changes[(place + 1)...]
    }
    return base.map(self.base.isSameBody) == true ? changes[...] : nil
  }

  /// Returns this state with a base made from a part of it.
  ///
  /// - Parameter compaction: The new base.
  /// - Returns: `nil` when the new base was not made from this state.
  func adopting(_ compaction: Compaction) -> LoggedState? {
    guard let place = changes.lastIndex(where: { $0 === compaction.last }) else { return nil }
    return changes[(place + 1)...].reduce(into: LoggedState(compaction.base)) { $0.append($1) }
  }

  /// Whether another state has the same content.
  func isSame(as other: LoggedState) -> Bool {
    if base.isSameBody(as: other.base), changes.count == other.changes.count,
      changes.last === other.changes.last
    {
      return true
    }
    return flattened().bytes == other.flattened().bytes
  }
}

/// A snapshot that was compacted from a base and its changes.
package struct Compaction: Sendable {
  package let base: RestorationSnapshot
  /// The last change that the snapshot includes.
  let last: Change
}
