// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What was found when an application's archives were opened at launch.
public struct ArchiveLoad: Sendable {
  /// The state; `nil` when there is none that can be read.
  public var snapshot: RestorationSnapshot?
  /// The number of the save that wrote it.
  public var generation: UInt64?
  /// Which of the kept archives it is.
  public var source: ArchiveGeneration?
  /// Why newer archives were passed over, newest first.
  public var incidents: [Incident] = []

  /// Whether the key was locked: nothing was read, and nothing made, moved or removed (R122).
  public var isLocked: Bool { incidents.contains { $0.error.code == .keyLocked } }

  /// An archive that was not read.
  public struct Incident: Sendable, Hashable {
    /// Which one.
    public var generation: ArchiveGeneration
    /// What is wrong with it.
    public var error: ArchiveError
    /// Whether it was moved out of the way; otherwise it is where it was, untouched (R48).
    public var isSetAside: Bool
  }
}
