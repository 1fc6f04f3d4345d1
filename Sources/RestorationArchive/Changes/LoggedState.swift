// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A state as a base and the changes since, as the archive on disk has it.
///
/// Immutable. Changes and bases are told apart by identity: the state that a pass makes shares all but
/// its last change with the one before.
package struct LoggedState: Sendable {
  /// The state without what has changed since.
  package let base: RestorationSnapshot
  /// What has changed since the base, in order.
  package private(set) var changes: [Change] = []
  /// The bytes of all records of base and log, those included that were replaced.
  package private(set) var recordBytes: Int
  /// How many strings, numbers of objects and steps of paths there are.
  private(set) var stringCount, pathCount: Int
  package private(set) var objectCount: Int

  /// A state that is its base alone.
  package init(_ snapshot: RestorationSnapshot) {
    base = snapshot
    recordBytes = snapshot.range(of: .records).count
    (stringCount, objectCount) = (snapshot.stringCount, snapshot.objectCount)
    pathCount = snapshot.range(of: .paths).count / PathNode.size
  }

  /// The state after one more change.
  package func appending(_ change: Change) -> LoggedState {
    var next = self
    next.changes.append(change)
    next.recordBytes += change.records.count
    next.stringCount += change.strings.count
    next.pathCount += change.paths.count
    if let last = change.numbers.last { next.objectCount = max(objectCount, Int(last) + 1) }
    return next
  }

  /// Whether a reader would take as much.
  var isWithinLimits: Bool {
    objectCount <= ArchiveLimits.objects && stringCount <= ArchiveLimits.strings
      && pathCount <= ArchiveLimits.paths && recordBytes <= ArchiveLimits.fileSize
  }

  /// The bytes of the base, and of the records that have changed since.
  package var byteCount: Int { base.byteCount + changes.reduce(0) { $0 + $1.records.count } }

  /// The state as one snapshot, of the same numbers and with nothing that was replaced.
  package func flattened() -> RestorationSnapshot {
    changes.isEmpty ? base : CurrentState(self).snapshot()
  }

  /// What has changed since another state.
  ///
  /// - Parameters:
  ///   - last: The last change of that state; `nil` when it is its base alone.
  ///   - base: The base of a file that has no log, as a snapshot; `nil` for one that has.
  /// - Returns: The changes in their order; `nil` when this state does not go on with that one.
  func changes(since last: Change?, orBase base: RestorationSnapshot?) -> ArraySlice<Change>? {
    if let last, let place = changes.lastIndex(where: { $0 === last }) {
      return changes[(place + 1)...]
    }
    return base.map(self.base.isSameBody) == true ? changes[...] : nil
  }

  /// This state behind a base that was made of a part of it.
  ///
  /// - Parameter compaction: That base.
  /// - Returns: `nil` when the part is not one of this state.
  package func adopting(_ compaction: Compaction) -> LoggedState? {
    guard let place = changes.lastIndex(where: { $0 === compaction.last }) else { return nil }
    return changes[(place + 1)...].reduce(LoggedState(compaction.base)) { $0.appending($1) }
  }

  /// Whether another state holds the same.
  func isSame(as other: LoggedState) -> Bool {
    if base.isSameBody(as: other.base), changes.count == other.changes.count,
      changes.last === other.changes.last
    {
      return true
    }
    return flattened().bytes == other.flattened().bytes
  }
}

/// One snapshot that was made of a base and its changes.
package struct Compaction: Sendable {
  package let base: RestorationSnapshot
  /// The last change in it.
  let last: Change
}
