// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What was found when an application's archives were opened at launch.
public struct ArchiveLoad: Sendable {
  /// The state; `nil` when there is none that can be read.
  public var snapshot: RestorationSnapshot?
  /// The number of the save that wrote it.
  public var generation: UInt64?
  /// That state as the newest save on disk; `nil` when it is not, or not the whole of it.
  var saved: SavedState?
  /// Which of the kept archives it is.
  public var source: ArchiveGeneration?
  /// Which of the application's processes this is: 1 has the application's own state, and every
  /// further one that runs at the same time has another; `nil` when none could be taken (R156).
  public var instance: Int?
  /// Why newer archives were passed over, newest first.
  public var incidents: [Incident] = []
  /// What was done about a bad start; `nil` when the newest state is restored whole (R195).
  public var recoveryLevel: RecoveryLevel?
  /// The objects that are not restored, nor what lies below them: they were at work in a crash.
  public var suspects: Set<ObjectNumber> = []
  /// Whether the process before this one crashed (R153).
  public var isAfterCrash = false

  /// Whether the key was locked, or key or archives could not be read though they may be intact.
  ///
  /// Nothing is written then until a later load has read them (R122).
  public var isLocked: Bool { incidents.contains { $0.error.leavesStateUnread } }

  /// Forgets the state that was found, which is not to be restored.
  mutating func dropState() {
    (snapshot, generation, source) = (nil, nil, nil)
    (saved, recoveryLevel) = (nil, nil)
  }

  /// An archive that was not read.
  public struct Incident: Sendable, Hashable {
    /// Which one.
    public var generation: ArchiveGeneration
    /// What is wrong with it.
    public var error: ArchiveError
    /// Whether it was moved out of the way or, where its base is restored, a copy is kept; otherwise it
    /// is where it was, untouched (R48).
    public var isSetAside: Bool
  }
}
