// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The reason for a launch.
public enum LaunchReason: String, Hashable, Sendable {
  /// There is no state to restore.
  case pristine
  /// There is state of an earlier process.
  case launch
  /// Something went wrong before.
  ///
  /// The process before crashed, the newest state was damaged, or the host says so.
  case recover
  /// The session continues: the program ended with it and returns with it.
  ///
  /// The host reports this.
  case restore
  /// The key is locked, or the key or archives cannot be read.
  ///
  /// Whether there is state will be known once they can be read.
  case locked
}

/// The outcome of a launch for every archived object.
public struct RestorationReport: Sendable {
  /// The reason for the launch, also available in every hook.
  public internal(set) var reason = LaunchReason.pristine
  /// The sequence number of the restored save; `nil` when none was.
  public internal(set) var sequenceNumber: UInt64?
  /// The generation that was restored.
  public internal(set) var source: ArchiveGeneration?
  /// The instance number of this process.
  ///
  /// Instance 1 has the application's own state. Each further process that runs at the same time
  /// has a number and a state of its own. `nil` when no number was available or nothing was looked
  /// for.
  public internal(set) var instance: Int?
  /// Archives that could not be read, newest first.
  public internal(set) var incidents: [ArchiveLoad.Incident] = []
  /// Whether the key was locked, or unreadable state may be intact.
  ///
  /// That is so when the key or archives could not be read. Nothing is written until they were read
  /// or given up; see ``RestorationCoordinator/isLockedOut``. The ``incidents`` say why.
  public internal(set) var isLocked = false
  /// The recovery from a bad earlier start; `nil` for none.
  ///
  /// With ``/RestorationArchive/RecoveryLevel/withoutSuspect``, an outcome and a diagnostic name
  /// what was left out.
  public internal(set) var recoveryLevel: RecoveryLevel?
  /// Whether the application refused the state.
  public internal(set) var isRefused = false
  /// Whether the next change of an object would replace a record that it could not use.
  ///
  /// That is so when the record is of another class, or of an older schema that was not migrated.
  /// It stays as it is until its object changes, and then nothing of it stays. Anything else that
  /// this version of the program cannot use is kept beside what it saves.
  public internal(set) var losesRecordsOnChange = false
  /// Every archived object, in the order of the archive.
  ///
  /// The list is created on each call: keep it rather than asking twice.
  public var outcomes: [Outcome] { results.outcomes { _ in true } }
  var results = RestorationResults()
  /// The migration steps that were taken, each once, in order.
  public internal(set) var migrations: [MigrationStep] = []
  /// Restored controllers that are in no window when launch has ended.
  ///
  /// Empty before that.
  public internal(set) var unplaced: [RestorationAddress] = []
  /// The problems found by the restore, one sentence each.
  ///
  /// Most name an object that did not come back as expected.
  public var diagnostics: [String] { issues.map(\.description) }
  /// The issues behind ``diagnostics``, each with its address.
  package internal(set) var issues: [RestorationIssue] = []

  /// Whether state was restored.
  public var isRestored: Bool { sequenceNumber != nil }

  /// The result for an object.
  ///
  /// - Parameter path: The object's path, as ``/RestorationArchive/RestorationPath/description``
  ///   writes it.
  /// - Returns: `nil` when the archive has no such object.
  public subscript(path: String) -> Result? {
    outcomes.first { $0.address.path.description == path }?.result
  }

  /// The outcome for one object.
  public struct Outcome: Hashable, Sendable {
    /// The object's archived address.
    public let address: RestorationAddress
    /// The name of the archived class.
    public let className: String
    /// The result for the object.
    public let result: Result
  }

  /// A step that migrated one class to the next schema version.
  public struct MigrationStep: Hashable, Sendable {
    /// The class it is registered for; `Application` for the application record.
    public let className: String
    /// The schema version that it starts from.
    public let version: Int
    /// Its name.
    public let name: String
  }

  /// The possible results for an archived object.
  public enum Result: Hashable, Sendable {
    /// It was obtained and has decoded its state.
    case restored
    /// It was obtained and has nothing of its own to decode.
    case referenced
    /// It was obtained but not decoded; the text says why.
    case defaulted(String)
    /// It was not obtained; the text names the first broken link.
    case dropped(String)
    /// Nothing claims it yet; it stays in the archive.
    ///
    /// It can be claimed later.
    case unclaimed
  }

  init() {}

  /// Notes a restored controller that is in no window.
  package mutating func noteUnplaced(_ address: RestorationAddress) {
    guard let outcome = results.outcome(at: address), outcome.result == .restored else { return }
    unplaced.append(address)
    issues.append(RestorationIssue(.inNoWindow(className: outcome.className), about: address))
  }
}

/// The results of a restore by number, with their addresses.
struct RestorationResults: Sendable {
  private(set) var entries: [(number: ObjectNumber, result: RestorationReport.Result)] = []
  private var snapshot: RestorationSnapshot?

  init() {}

  init(
    _ entries: [(number: ObjectNumber, result: RestorationReport.Result)],
    of snapshot: RestorationSnapshot
  ) { (self.entries, self.snapshot) = (entries, snapshot) }

  /// Returns the outcomes with some results, in the order of the archive.
  func outcomes(where isWanted: (RestorationReport.Result) -> Bool) -> [RestorationReport.Outcome] {
    entries.compactMap { isWanted($0.result) ? outcome($0.number, $0.result) : nil }
  }

  /// Returns the outcome for the object at an address.
  func outcome(at address: RestorationAddress) -> RestorationReport.Outcome? {
    guard let number = snapshot?.number(at: address) else { return nil }
    return entries.first { $0.number == number }.flatMap { outcome($0.number, $0.result) }
  }

  private func outcome(_ number: ObjectNumber, _ result: RestorationReport.Result)
    -> RestorationReport.Outcome?
  {
    guard let record = try? snapshot?.record(number) else { return nil }
    return .init(address: record.address, className: record.className, result: result)
  }

  /// The outcomes of objects that did not come back.
  var failures: [RestorationReport.Outcome] {
    outcomes { result in
      switch result {
      case .defaulted, .dropped: true
      case .restored, .referenced, .unclaimed: false
      }
    }
  }

  /// Notes new results for records that were claimed since.
  ///
  /// - Parameter result: Returns the result for an address; `nil` while its record is unclaimed.
  mutating func update(_ result: (RestorationAddress) -> RestorationReport.Result?) {
    for index in entries.indices where entries[index].result == .unclaimed {
      guard let new = snapshot?.address(of: entries[index].number).flatMap(result) else { continue }
      entries[index].result = new
    }
  }
}

extension RestorationReport.Result: CustomStringConvertible {
  /// The result and its reason.
  public var description: String {
    switch self {
    case .restored: "restored"
    case .referenced: "referenced"
    case .defaulted(let reason): "defaulted: \(reason)"
    case .dropped(let reason): "dropped: \(reason)"
    case .unclaimed: "unclaimed"
    }
  }
}

extension RestorationReport {
  /// Whether all the state that was saved last has come back.
  ///
  /// Applications check it at launch to tell the user that something is missing.
  ///
  /// It is `false` when an object was dropped, kept its defaults or is in no window, when a newer
  /// archive was skipped or a part of it left out, and while the key is locked or something cannot
  /// be read. Unclaimed objects do not count, because they may still come back.
  ///
  /// It does not know what was never saved, so it is `true` when nothing was saved. The
  /// ``PreservationReport/diagnostics`` of a save name what was left out.
  public var isComplete: Bool {
    !isLocked && incidents.isEmpty && recoveryLevel == nil && unplaced.isEmpty
      && results.entries.allSatisfy { entry in
        switch entry.result {
        case .restored, .referenced, .unclaimed: true
        case .defaulted, .dropped: false
        }
      }
  }

  /// The numbers of restored and missing objects, in one line.
  ///
  /// It contains no paths.
  public var summary: String {
    var (restored, defaulted, dropped, unclaimed) = (0, 0, 0, 0)
    for entry in results.entries {
      switch entry.result {
      case .restored, .referenced: restored += 1
      case .defaulted: defaulted += 1
      case .dropped: dropped += 1
      case .unclaimed: unclaimed += 1
      }
    }
    let counts = [
      (restored, "restored"), (defaulted, "defaulted"), (dropped, "dropped"),
      (unclaimed, "unclaimed"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing was restored" : parts.joined(separator: ", ")
  }
}
