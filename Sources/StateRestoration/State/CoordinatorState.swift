// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a coordinator remembers from one pass to the next.
struct CoordinatorState {
  let registry: ObjectRegistry
  var index = RegistrationIndex()
  var classes = RestorationClassTable()
  var migrations = MigrationTable()
  /// The classes met so far.
  let participants = ParticipantClasses()
  /// Memory of the pass before, for the next one: empty between two passes.
  var queue = PreserveQueue()
  /// What is left of the owners before those that the next pass begins with.
  var spareOwners: OwnerTable
  /// The strings, paths and numbers of this process's snapshots; those of a restored one are taken
  /// over when the next is made.
  var tables: SnapshotTables {
    mutating get {
      if let restored = unreadTables {
        (readTables, unreadTables) = (SnapshotTables(continuing: restored), nil)
      }
      return readTables
    }
    set { (readTables, unreadTables) = (newValue, nil) }
  }
  private var readTables = SnapshotTables()
  private var unreadTables: RestorationSnapshot?
  /// The state that the next one is compared with.
  var current: CurrentState? { didSet { unclaimed.didChange(to: current) } }
  /// The same as one snapshot, which is made when it is asked for.
  var base: RestorationSnapshot? {
    get { current?.flatten() }
    set { current = newValue.map { CurrentState($0) } }
  }
  /// Who had which number in the last pass.
  var owners: OwnerTable
  /// Objects that were invalidated since the last pass.
  var changed = ChangedObjects()
  /// What does not fit into the state.
  var omissions = Omissions()
  /// What the last walk over all objects left; `nil` when the next pass is to be one, too.
  var steady: SteadyState?
  /// Where in `owners` the next pass goes on to look for objects that are gone.
  var nextWatched = 0
  /// What was restored and nothing has asked for yet.
  var unclaimed = UnclaimedRecords()
  /// What callers did wrong since the last pass.
  var issues: [RestorationIssue] = []
  /// What the next save notes of objects that were not saved or did not come back.
  var notes = PassNotes()
  /// Whether the last pass could not become a snapshot, so that `current` is older than it.
  var isBehind = false
  /// The number of the pass that made `current`, or that gave the state on disk up.
  var pass: UInt64 = 0
  /// The last pass that gave the state on disk up (R183); `nil` when none has.
  var retirement: UInt64?

  init() {
    registry = ObjectRegistry()
    owners = OwnerTable(registry)
    spareOwners = OwnerTable(registry)
  }

  /// A table without owners that may know those of the next pass already.
  mutating func takeSpareOwners() -> OwnerTable {
    var owners = OwnerTable(registry)
    swap(&owners, &spareOwners)
    owners.begin()
    return owners
  }

  /// Lets the next snapshot go on with the tables of another one.
  mutating func continueTables(of snapshot: RestorationSnapshot) { unreadTables = snapshot }
}
