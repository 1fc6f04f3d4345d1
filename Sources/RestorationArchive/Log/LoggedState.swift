// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A state as a base and the changes since, as the archive on disk has it: what a change pass makes.
///
/// Immutable, and to go on with it takes the same time however long the log is. States that hold
/// the same have the same identity, also when one of them has a newer base.
package struct LoggedState: Sendable {
  private let newest: Entry

  private final class Entry: Sendable {
    let id: UInt64
    let base: RestorationSnapshot
    /// `nil` for the base alone.
    let last: (entry: Entry, change: SnapshotChange)?
    let count, recordBytes, stringCount, objectCount, pathCount: Int
    let newerBase: NewerBase

    init(_ base: RestorationSnapshot, id: UInt64) {
      (self.id, self.base, last) = (id, base, nil)
      (count, recordBytes) = (0, base.sectionRange(.records).count)
      (stringCount, objectCount) = (base.stringCount, base.objectCount)
      pathCount = base.sectionRange(.paths).count / BodyLayout.pathRowSize
      newerBase = NewerBase()
    }

    init(_ change: SnapshotChange, after entry: Entry, id: UInt64) {
      (self.id, base, last) = (id, entry.base, (entry, change))
      count = entry.count + 1
      recordBytes = entry.recordBytes + change.recordBytes
      stringCount = entry.stringCount + change.strings.count
      objectCount = entry.objectCount + (change.moves?.new.count ?? 0)
      pathCount = entry.pathCount + (change.moves?.pathCount ?? 0)
      newerBase = entry.newerBase
    }
  }

  /// Brings a base that the archiver has made of a log back to who goes on with that log.
  private final class NewerBase: Sendable {
    let found = Mutex<(snapshot: RestorationSnapshot, id: UInt64)?>(nil)
  }

  private static let lastID = Atomic<UInt64>(0)

  private static func nextID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  /// A state that is its base alone.
  package init(_ snapshot: RestorationSnapshot) {
    newest = Entry(snapshot, id: Self.nextID())
  }

  private init(_ entry: Entry) { newest = entry }

  /// The state after one more change.
  package func appending(_ change: SnapshotChange) -> LoggedState {
    LoggedState(Entry(change, after: newest, id: Self.nextID()))
  }

  /// Tells states apart that this process has met.
  package var id: UInt64 { newest.id }

  /// The state without what has changed since; of the same numbers and paths as far as it has them.
  package var base: RestorationSnapshot { newest.base }

  /// How many changes there are since the base.
  package var changeCount: Int { newest.count }

  /// The bytes of all records of base and log, those included that were replaced.
  package var recordBytes: Int { newest.recordBytes }

  /// The bytes of the base, and of the records that have changed since.
  package var byteCount: Int {
    base.byteCount + recordBytes - base.sectionRange(.records).count
  }

  /// How many strings the tables had when this state was made.
  var stringCount: Int { newest.stringCount }

  /// The same for numbers of objects.
  package var objectCount: Int { newest.objectCount }

  /// The same for steps of paths.
  var pathCount: Int { newest.pathCount }

  /// The objects that have a record, and where they lie.
  package var objects: [(number: ObjectNumber, address: RestorationAddress)] {
    let state = changes.contains { $0.moves != nil } ? flattened() : base
    return state.objects.compactMap { number in state.address(of: number).map { (number, $0) } }
  }

  /// What has changed since another state.
  ///
  /// - Parameter id: The other state.
  /// - Returns: The changes in their order; `nil` when this state does not go on with that one.
  package func changes(since id: UInt64) -> [SnapshotChange]? {
    steps(since: id).map { $0.map(\.change) }
  }

  /// All changes since the base, in their order.
  package var changes: [SnapshotChange] { steps(since: nil)?.map(\.change) ?? [] }

  /// The changes since a state, or since the base, and the state after each; `nil` when this state
  /// does not go on with that one.
  private func steps(since id: UInt64?) -> [(change: SnapshotChange, id: UInt64)]? {
    var steps: [(change: SnapshotChange, id: UInt64)] = []
    var entry = newest
    while entry.id != id, let last = entry.last {
      steps.append((last.change, entry.id))
      entry = last.entry
    }
    return id == nil || entry.id == id ? steps.reversed() : nil
  }

  /// The state as one snapshot, of the same numbers and with nothing that was replaced.
  package func flattened() -> RestorationSnapshot {
    guard changeCount > 0 else { return base }
    var tables = LogTables(base: base)
    let log = changes.map { $0.body(continuing: &tables) }
    guard let (snapshot, count) = try? SnapshotReplay.replay(log[...], on: base, tidily: true),
      count == log.count
    else { fatalError("A log cannot be replayed that this process wrote") }
    return snapshot
  }

  /// Whether another state holds the same.
  func isSame(as other: LoggedState) -> Bool {
    id == other.id
      || flattened().withBytes { bytes in other.flattened().withBytes { bytes.equals($0) } }
  }

  // MARK: A newer base

  /// Lets whoever goes on with this state's log find that it was made one snapshot of.
  package func offer(_ snapshot: RestorationSnapshot) {
    guard changeCount > 0 else { return }
    newest.newerBase.found.withLock { $0 = (snapshot, id) }
  }

  /// This state behind the base that was made of its log, if one was; `nil` when there is none.
  package func withOfferedBase() -> LoggedState? {
    let found = newest.newerBase.found.withLock { found in
      defer { found = nil }
      return found
    }
    return found.flatMap { replacingBase(with: $0.snapshot, id: $0.id) }
  }

  /// This state as one snapshot, with the identity that it has.
  package func replacingBase(with snapshot: RestorationSnapshot) -> LoggedState {
    replacingBase(with: snapshot, id: id) ?? self
  }

  private func replacingBase(with snapshot: RestorationSnapshot, id: UInt64) -> LoggedState? {
    steps(since: id).map { newer in
      LoggedState(
        newer.reduce(Entry(snapshot, id: id)) { Entry($1.change, after: $0, id: $1.id) })
    }
  }
}
