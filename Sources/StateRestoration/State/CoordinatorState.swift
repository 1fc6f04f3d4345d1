// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The state that a coordinator keeps between passes.
struct CoordinatorState {
  let registry = ObjectRegistry()
  var index = RegistrationIndex()
  var classes = ClassTable()
  var migrations = MigrationTable()
  /// The strings, paths and numbers of this process's snapshots.
  ///
  /// Those of a restored snapshot are taken over on first use.
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
  /// The owners of the numbers in the last pass.
  var owners = OwnerTable()
  /// The objects that were invalidated since the last pass.
  var changed = ChangedObjects()
  /// The objects that refer to one that had no place; they encode in each pass.
  var waitingForPlaces = ChangedObjects()
  /// The values and records that do not fit into the state.
  var omissions = Omissions()
  /// The conditions after the last walk.
  ///
  /// `nil` when the next pass must walk, too.
  var steady: SteadyState?
  /// The index in `owners` where the next check for releases starts.
  var nextWatched = 0
  /// Objects whose records still have a former address, by number.
  var moved: [ObjectNumber: WeakObject] = [:]
  /// Restored records that nothing has asked for yet.
  var unclaimed = UnclaimedRecords()
  /// Records that this launch carries without restoring them, until their objects change.
  var heldBack = NumberSet()
  /// The coding keys that hooks have read, by class name.
  var readKeys: [String: Set<String>] = [:]
  /// The last values of objects that cannot use their whole record.
  var ownValues: [ObjectNumber: OwnValues] = [:]
  /// The records that the last restore could not use, or not whole.
  var unusable: [ObjectNumber: UnusableRecord] = [:]
  /// Caller mistakes since the last pass.
  var issues: [RestorationIssue] = []
  /// The notes of the next save.
  ///
  /// They name objects that were not saved or did not come back.
  var notes = PassNotes()
  /// Whether `current` is older than the last pass.
  ///
  /// This is so when that pass could not become a snapshot.
  var isBehind = false
  /// Counts the states so far, also retired and refused ones.
  var revision: UInt64 = 0
  /// The revision that retired the saved state; `nil` for none.
  var retirement: UInt64?

  /// Merges the current state into one snapshot, and returns it.
  ///
  /// The next save writes a whole archive then.
  func flatten() -> RestorationSnapshot? { current?.flatten() }

  /// Lets the next snapshot continue the tables of another one.
  mutating func continueTables(of snapshot: RestorationSnapshot) { unreadTables = snapshot }
}

/// Why an object could not use its record.
enum UnusableRecord {
  /// Some values do not fit.
  case values
  /// A reference leads to a record that has no object.
  case references
  /// The class is another.
  case otherClass
  /// The schema is older, and a migration step is missing or has failed.
  case olderSchema
  /// The schema is newer.
  case newerSchema

  /// Whether nothing of the record stays when its object changes.
  var goesOnChange: Bool { self == .otherClass || self == .olderSchema }

  /// Whether a late object holds something else instead, which counts as set.
  var isReplaced: Bool { self == .values || self == .otherClass }
}

/// The objects that were invalidated since the last pass; held weakly.
struct ChangedObjects {
  /// In the order in which they changed; new ones get their numbers in it.
  private var all: [WeakObject] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// Whether an object was released and another has its identity.
  private var hasLost = false

  var isEmpty: Bool { all.isEmpty }

  mutating func insert(_ object: any StateRestoring) {
    guard let place = places[ObjectIdentifier(object)] else {
      places[ObjectIdentifier(object)] = all.count
      return all.append(WeakObject(object))
    }
    guard all[place].object !== object else { return }
    hasLost = true
    all[place] = WeakObject(object)
  }

  func union(_ other: ChangedObjects) -> ChangedObjects {
    var union = self
    for object in other.objects { if let object { union.insert(object) } }
    union.hasLost = hasLost || other.hasGone
    return union
  }

  var count: Int { all.count }

  /// Whether a living object was invalidated.
  func contains(_ object: AnyObject) -> Bool {
    guard !all.isEmpty, let place = places[ObjectIdentifier(object)] else { return false }
    return all[place].object === object
  }

  /// Whether one of the objects was released.
  var hasGone: Bool { hasLost || all.contains { $0.object == nil } }

  /// The objects; `nil` for a released one.
  var objects: some Sequence<(any StateRestoring)?> { all.lazy.map(\.object) }
}

/// The conditions after the last walk that allow an incremental pass.
///
/// They do not tell whether an object was released. Releases are not announced, so each pass checks
/// some of the objects in turn.
struct SteadyState {
  /// The serial of the last object registered by then.
  var serial: UInt64
  /// The registry's ``ObjectRegistry/renamings`` by then.
  let renamings: Int
  let budget: PreservationBudget
  let tree: ObjectIdentifier?
  let roots: [ObjectNumber]
}
