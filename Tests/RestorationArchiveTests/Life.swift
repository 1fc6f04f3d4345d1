// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import Testing

/// An application's life on a ``SimulatedDisk``.
///
/// It launches, saves in every way and manages its archives. It records which states may come back
/// after each effect on the disk.
final class Life {
  enum Step: CaseIterable {
    case launch, firstSave, secondSave, append, appendAgain
    case relaunch, saveOverCandidate, appendOverCandidate, promote, saveWhole
    case relaunchAfterDamage, saveAfterDamage, retire, saveAfterRetiring
  }

  /// The states that may return after a power cut.
  ///
  /// They apply from the given effect on; `nil` in the set means no state at all.
  struct Moment {
    let step: Step
    let effects: Int
    let allowed: Set<Int?>
  }

  static let folder = "/data/state"
  let disk: SimulatedDisk
  private(set) var moments: [Moment] = []
  /// The state certainly on disk, or the possible ones after a failure.
  private(set) var allowed: Set<Int?> = [nil]
  /// The number of steps that reported an error.
  private(set) var failures = 0
  private var process = 0
  private var archiver: Archiver
  private let sequence: StateSequence

  init(_ disk: SimulatedDisk, things: Int = 1) {
    self.disk = disk
    sequence = StateSequence(things: things)
    archiver = Self.archiver(disk, process: 0)
  }

  static func archiver(_ disk: SimulatedDisk, process: Int, log: LogRecorder = LogRecorder())
    -> Archiver
  {
    Archiver(
      store: disk.store(folder: folder, process: process),
      keys: disk.keyFile(folder: "/data/keys", process: process), logger: log.logger)
  }

  /// Returns the number that identifies the state found at launch.
  static func marker(_ load: ArchiveLoad) throws -> Int? { try marker(load.snapshot) }

  /// Returns the number that identifies a state.
  static func marker(_ snapshot: RestorationSnapshot?) throws -> Int? {
    guard let snapshot else { return nil }
    let number = try #require(snapshot.number(at: .application))
    return try decoder(snapshot, number).decodeInteger(forKey: "marker")
  }

  func run(_ steps: some Sequence<Step> = Step.allCases) {
    for step in steps { run(step) }
  }

  func run(_ step: Step) {
    switch step {
    case .launch: launch(step)
    case .relaunch: launch(step)
    case .relaunchAfterDamage:
      // The previous archive holds the state before `saveWhole`.
      if failures == 0 {
        disk.damage(Self.folder + "/current.archive")
        moments = []
        allowed = [sequence.states.count - 2]
      }
      launch(step)
    case .promote:
      attempt(step, allowing: []) {
        $0.promoteRestored()
        $0.waitUntilIdle()
      }
    case .retire: attempt(step, allowing: [nil]) { try $0.retireAndWait() }
    case .saveWhole:
      // A state with other tables cannot be appended; the steps are those of a compaction.
      let state = smallSnapshot(marker: sequence.states.count)
      sequence.change()
      save(LoggedState(state), step)
    default:
      let count = sequence.states.count
      save(sequence.change().logged, step, marker: count)
    }
  }

  /// Loads again after an unreadable launch, which saves nothing until then.
  func readAgain() {
    if archiver.unreadError != nil { _ = archiver.load() }
  }

  /// Forgets the moments so far, because the disk's content is certain.
  func forget() { moments = [] }

  private func save(_ state: LoggedState, _ step: Step, marker: Int? = nil) {
    attempt(step, allowing: [marker ?? sequence.states.count - 1]) {
      _ = try $0.saveAndWait(state)
    }
  }

  private func launch(_ step: Step) {
    disk.end(process: process)
    process += 1
    archiver = Self.archiver(disk, process: process)
    attempt(step, allowing: []) { _ = $0.load() }
  }

  /// Takes a step and records the states allowed during and after it.
  ///
  /// If the step succeeds, only the new states may come back.
  private func attempt(_ step: Step, allowing new: Set<Int?>, _ action: (Archiver) throws -> Void) {
    let old = allowed
    moments.append(Moment(step: step, effects: disk.effects.count, allowed: old.union(new)))
    do {
      try action(archiver)
      if !new.isEmpty { allowed = new }
    } catch {
      failures += 1
      allowed = old.union(new)
    }
    moments.append(Moment(step: step, effects: disk.effects.count, allowed: allowed))
  }
}
