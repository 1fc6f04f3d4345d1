// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Tells what is left out from what else is.
struct OmissionName: Hashable {
  let address: RestorationAddress
  let key: String?
}

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
  var current: CurrentState? { didSet { dropLateRecords() } }
  /// The same as one snapshot, which is made when it is asked for.
  var base: RestorationSnapshot? {
    get { current?.flatten() }
    set { current = newValue.map { CurrentState($0) } }
  }
  /// Who had which number in the last pass.
  var owners: OwnerTable
  /// Objects that were invalidated since the last pass.
  var changed = ChangedObjects()
  /// Objects of which the last walk over all left values out (R155): their records are not what they
  /// would write.
  var trimmed = ChangedObjects()
  /// What the last walk over all objects left out (R155).
  var omissions: [PreservationReport.Omission] = []
  /// What the application was told of last.
  var announcedOmissions: Set<OmissionName> = []
  /// What the last walk over all objects left; `nil` when the next pass is to be one, too.
  var steady: SteadyState?
  /// Where in `owners` the next pass goes on to look for objects that are gone.
  var nextWatched = 0
  /// Records of the restored archive that nothing has asked for yet.
  var unclaimed = NumberSet() { didSet { if unclaimed.isEmpty { lateRecords = nil } } }
  /// The same, ready to be restored one by one.
  private var lateRecords: LateRecords?
  /// How old those are, as of this launch (R204); `nil` when there were none.
  var ages: RecordAges?
  /// Classes whose objects were said in the log to be too large.
  var largeClasses: Set<String> = []
  /// What callers did wrong since the last pass.
  var complaints: [Complaint] = []
  /// What the next save notes of objects that were not saved or did not come back.
  var notes = PassNotes()
  /// Why this process was launched (R153).
  var launchReason = LaunchReason.pristine
  /// Whether the last pass could not become a snapshot, so that `current` is older than it.
  var isBehind = false
  /// The number of the pass that made `current`, or that gave the state on disk up.
  var pass: UInt64 = 0
  /// The last pass that gave the state on disk up (R183); `nil` when none has.
  var retirement: UInt64?
  /// Whether this process was kept from restoring what may be intact, so that it writes nothing
  /// (R188, R198).
  var isLockedOut = false
  /// Whether fatal signals are noted by handlers of this package; `nil` notes none.
  var installsSignalHandlers: Bool?
  /// Says how launch goes on, while debug logging is on.
  var launchPlay: PlayByPlay?
  /// Whether launch is over.
  var hasLaunchEnded = false
  /// What was opened when launch began, or read since, and is to be restored.
  var openedLoad: ArchiveLoad?
  /// Says what is at work, until probation has ended.
  var trail: RestorationTrail?
  /// Whether this process restored what the archiver loaded.
  var hasRestored = false

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

  /// Takes in what a restore has left, whose tables need not be read again to restore it late.
  mutating func keepUnclaimed(_ numbers: NumberSet, in reader: SnapshotReader) {
    unclaimed = numbers
    if !numbers.isEmpty { lateRecords = LateRecords(reader) }
  }

  /// What it takes to restore unclaimed records one by one.
  ///
  /// - Parameter base: Where they lie.
  /// - Returns: The same as last time, unless the state was saved anew since.
  mutating func lateRecords(in base: RestorationSnapshot) -> LateRecords {
    if let lateRecords, lateRecords.reader.snapshot.isSameBody(as: base) { return lateRecords }
    let made = LateRecords(SnapshotReader(base))
    lateRecords = made
    return made
  }

  /// Lets the memory go of a state that was saved anew.
  private mutating func dropLateRecords() {
    guard let known = lateRecords?.reader.snapshot else { return }
    if current.map({ !$0.logged.base.isSameBody(as: known) }) ?? true { lateRecords = nil }
  }

  /// Lets the next snapshot go on with the tables of another one.
  mutating func continueTables(of snapshot: RestorationSnapshot) { unreadTables = snapshot }
}
