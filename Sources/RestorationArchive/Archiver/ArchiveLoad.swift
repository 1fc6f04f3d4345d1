// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The result of opening an application's archives at launch.
public struct ArchiveLoad: Sendable {
  /// The state to restore, and the save that wrote it.
  var saved: SavedState?
  /// Whether that state is the newest readable one, and restored completely.
  var isWholeOnDisk = true
  /// The state; `nil` when there is no readable one.
  public var snapshot: RestorationSnapshot? { saved?.snapshot }
  /// The sequence number of the save that wrote it.
  public var sequenceNumber: UInt64? { saved.map(\.identity.sequenceNumber) }
  /// The kept archive that holds the state.
  public var source: ArchiveGeneration?
  /// The number of this process among those running at once.
  ///
  /// Process 1 has the application's own state. Every further process that runs at the same time
  /// has a state of its own. `nil` when no number could be claimed.
  public var instance: Int?
  /// The problems of newer archives that were passed over, newest first.
  public var incidents: [Incident] = []
  /// The response to failed launches; `nil` for a complete restoration.
  ///
  /// With `nil`, the newest state is restored completely.
  public var recoveryLevel: RecoveryLevel?
  /// Objects that are not restored, because they were active in a crash.
  ///
  /// Their descendants are not restored either.
  public var suspects: Set<ObjectNumber> = []
  /// Objects that are not restored, because processes were killed while restoring them.
  ///
  /// Neither is what needs them. Their records are carried until they are offered again.
  package var heldBack: Set<ObjectNumber> = []
  /// The readable archives that failed at launch.
  var failedAtLaunch: [ArchiveGeneration] = []
  /// Whether a part of the state is not restored.
  var isPartial: Bool { !suspects.isEmpty || !heldBack.isEmpty }
  /// Whether the process before this one crashed.
  public var isAfterCrash = false

  /// Whether the key or an archive that may be intact was unavailable.
  ///
  /// The key was locked, or the key or an archive could not be read. Nothing is then written until
  /// a later load succeeds.
  public var isLocked: Bool { incidents.contains { $0.error.leavesStateUnread } }

  /// Removes the state from the result, so that it is not restored.
  mutating func dropState() { (saved, source, recoveryLevel) = (nil, nil, nil) }

  /// An archive that was not read.
  public struct Incident: Sendable, Hashable {
    /// The archive's generation.
    public var generation: ArchiveGeneration
    /// The reason why it was not read.
    public var error: ArchiveError
    /// Whether it was moved away or, if its base is restored, copied.
    ///
    /// Otherwise it is unchanged and in its place.
    public var isSetAside: Bool
  }
}

/// A state on disk, and the save that wrote it.
struct SavedState {
  let state: LoggedState
  let identity: SaveIdentity

  init(_ state: LoggedState, _ identity: SaveIdentity) {
    (self.state, self.identity) = (state, identity)
  }

  /// Creates the state that a file holds; a wasteful one is compacted.
  init(_ found: OpenedArchive.State) {
    let snapshot = found.snapshot.isWasteful ? found.snapshot.compacted() : found.snapshot
    self.init(
      LoggedState(snapshot),
      SaveIdentity(sequenceNumber: found.sequenceNumber, tag: found.lastTag))
  }

  /// The state as one snapshot.
  var snapshot: RestorationSnapshot { state.flattened() }
}
