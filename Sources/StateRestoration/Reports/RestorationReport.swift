// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// How an application comes to be launched (R153).
public enum LaunchReason: String, Hashable, Sendable {
  /// There is no state to restore.
  case pristine
  /// There is state of an earlier process.
  case launch
  /// Something went wrong before: the process before crashed, the newest state was damaged, or the
  /// host says so.
  case recover
  /// The session goes on, as the host says: the program ended with it and comes back with it.
  case restore
  /// The key is locked, or key or archives cannot be read: whether there is state will show when they
  /// can be (R122).
  case locked
}

/// What became of every archived object at launch (R151).
public struct RestorationReport: Sendable {
  /// Why the application was launched; readable in every hook, too (R153).
  public internal(set) var reason = LaunchReason.pristine
  /// The number of the save that was restored; `nil` when none was.
  public internal(set) var generation: UInt64?
  /// Which of the kept archives was restored.
  public internal(set) var source: ArchiveGeneration?
  /// Which of the application's processes this is: 1 has the application's own state, and every
  /// further one that runs at the same time has another; `nil` when none was to be had or nothing was
  /// looked for (R156).
  public internal(set) var instance: Int?
  /// Archives that could not be read, newest first (R127).
  public internal(set) var incidents: [ArchiveLoad.Incident] = []
  /// Whether the key was locked, or key or archives could not be read though they may be intact.
  ///
  /// Nothing is written then until they were read, or given up; see
  /// ``RestorationCoordinator/isLockedOut`` (R122, R188). The ``incidents`` say why.
  public internal(set) var isLocked = false
  /// What was done about a bad start before this one; `nil` for nothing (R195).
  ///
  /// With ``/RestorationArchive/RecoveryLevel/withoutSuspect`` an outcome and a diagnostic name what
  /// was left out.
  public internal(set) var recoveryLevel: RecoveryLevel?
  /// Whether the application refused the state (R5).
  public internal(set) var isRefused = false
  /// Every archived object, in the order of the archive.
  public var outcomes: [Outcome] { made.outcomes }
  /// The same, not put together yet.
  var made = RestorationOutcomes.none
  /// The migration steps that were taken, each once, in order (R154).
  public internal(set) var migrations: [MigrationStep] = []
  /// Controllers that were restored, but are in no window when launch has ended; empty before.
  public internal(set) var unplaced: [RestorationAddress] = []
  /// What did not come back as someone might expect, one sentence each.
  public var diagnostics: [String] { issues.map(\.description) }
  /// The same, with what each is about.
  package internal(set) var issues: [RestorationIssue] = []

  /// Whether state was restored.
  public var isRestored: Bool { generation != nil }

  /// The outcome for an object.
  ///
  /// - Parameter path: The object's path, as ``/RestorationArchive/RestorationPath/description``
  ///   writes it.
  /// - Returns: `nil` when the archive has no such object.
  public subscript(path: String) -> Result? {
    outcomes.first { $0.address.path.description == path }?.result
  }

  /// What became of one object.
  public struct Outcome: Hashable, Sendable {
    /// Where the object lay.
    public let address: RestorationAddress
    /// The class that was archived.
    public let className: String
    /// What became of it.
    public let result: Result
  }

  /// A step that brought records of one class to the next schema version.
  public struct MigrationStep: Hashable, Sendable {
    /// The class it is registered for; `Application` for the application record.
    public let className: String
    /// The version it began with.
    public let version: Int
    /// Its name.
    public let name: String
  }

  /// What can become of an archived object.
  public enum Result: Hashable, Sendable {
    /// It was obtained and has decoded its state.
    case restored
    /// It was obtained and has nothing of its own to decode (R90).
    case referenced
    /// It was obtained but not decoded; the text says why (R63, R33).
    case defaulted(String)
    /// It was not obtained; the text names the first link that broke (R62, R179).
    case dropped(String)
    /// Nothing claims it yet; it stays in the archive and can be claimed later.
    case unclaimed
  }

  init() {}

  /// Notes a controller that was restored and is in no window.
  package mutating func noteUnplaced(_ address: RestorationAddress) {
    guard let outcome = outcomes.first(where: { $0.address == address }),
      outcome.result == .restored
    else { return }
    unplaced.append(address)
    issues.append(RestorationIssue(.inNoWindow(className: outcome.className), about: address))
  }
}
