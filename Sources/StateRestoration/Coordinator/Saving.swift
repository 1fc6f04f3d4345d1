// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Decides when a change is saved, when a failed save is tried again, and when probation ends.
///
/// A program without windows starts it with one line, right after it has restored:
///
/// ```swift
/// _ = coordinator.restore()
/// coordinator.startSaving()
/// ```
///
/// From then on a change of a ``Restorable`` property, or a call of
/// ``RestorationCoordinator/invalidate(_:)``, is saved within a second, with all others that come until
/// then (R150). `Application` and `WidgetRestoration` start it for programs with windows.
///
/// The coordinator owns it. Like the coordinator it is bound to no actor and not `Sendable`: it lives
/// where the objects do, and comes back there by itself for each save. Nothing is written where nothing
/// has changed, nor before launch has ended (R196). While one save is written the next one waits, and
/// of those that wait the newest is written, which has it all.
///
/// A save that fails never throws at the program: ``onSave`` hears of it, the older state stays intact,
/// and the save is tried again after the next change, or five seconds later. A locked key is such a
/// case; what was missed is saved once it is unlocked.
public final class Saving {
  /// Called after each save that wrote something or failed, with the number of the save.
  ///
  /// On the actor that owns the objects. The archiver logs failures, too, once each.
  public var onSave: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)?

  /// Called when state that could not be read at launch was restored late (R198).
  ///
  /// That happens by itself as soon as it can be read, unless something has changed since: then call
  /// ``RestorationCoordinator/restore(reason:)`` or
  /// ``RestorationCoordinator/giveUpLockedState()``, as the program wants.
  public var onRestore: ((RestorationReport) -> Void)?

  /// What the program's toolkit decides.
  package var rules = Rules()

  weak var coordinator: RestorationCoordinator?
  let verdict: Verdict
  /// Runs a step later, where the objects live; `nil` until saving is started.
  var schedule: ((Duration, Step) -> Void)?
  /// Begins to write ``waiting``; `nil` writes at once.
  var startWriting: (() -> Task<Void, Never>)?
  /// Whether a toolkit tells the time.
  var hasHost = false
  /// The steps of a program without an actor, until they are due.
  var turns: Turns?
  var delay = RestorationTiming.autosaveDelay

  /// The save that a change, or a failure, has made due.
  var due: Due?
  private var lastStep = 0
  /// What is written next.
  var waiting: Write?
  /// Whether one save is being written.
  var isWriting = false
  /// Who waits in ``settled()``.
  var settling: [CheckedContinuation<Void, Never>] = []
  /// What writes, or wrote last; for tests.
  package internal(set) var writing: Task<Void, Never>?

  /// Whether nothing is saved any more.
  package private(set) var isStopped = false
  /// Whether a save did not take place because the key is locked, or what is there is unread.
  package var hasMissedSave = false
  /// Whether the first frame was shown, from which on probation runs.
  package internal(set) var hasShownFirstFrame = false
  var hasBegunLaunch = false
  var hasTriedToRestore = false

  /// Something to do later.
  package enum Step: Sendable {
    /// Saves what has changed, unless another save has become due instead.
    case save(Int)
    /// Probation ends, unless another one has begun since.
    case endProbation(Int)
    /// Reads what could not be read at launch.
    case readAgain
  }

  /// What a toolkit decides about saving.
  package struct Rules {
    /// Whether what changes now is a change (R196).
    package var countsChanges: () -> Bool = { true }
    /// Whether state may be saved now.
    package var permission: () -> Permission = { .granted }
    /// Tries once more to read what could not be read at launch; by default it is restored.
    package var readAgain: (() -> Void)?
    /// Hears of each save, before the program does.
    package var didSave: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)?
    /// Hears of what was restored late, before the program does.
    package var didRestore: ((RestorationReport) -> Void)?
    package init() {}
  }

  /// Whether state may be saved.
  package enum Permission {
    /// Now.
    case granted
    /// Once the key can be had; the save is missed until then.
    case later
    /// Not now, and what is there already is how it is to stay.
    case refused
  }

  struct Due {
    let number: Int
    let isRetry: Bool
  }

  init(_ verdict: Verdict) { self.verdict = verdict }

  // MARK: Changes

  /// An object was invalidated: it is saved soon, with all that changes until then (R150).
  func didChange() {
    if let due, !due.isRetry { return }
    guard schedule != nil, hasLaunchEnded, rules.countsChanges() else { return }
    saveSoon()
  }

  private var hasLaunchEnded: Bool { hasHost || coordinator?.hasLaunchEnded == true }

  /// Saves what has changed, after the usual delay.
  ///
  /// - Parameter isRetry: Whether a save has failed, so that the next one has time unless something
  ///   changes.
  package func saveSoon(isRetry: Bool = false) {
    guard let schedule, !isStopped else { return }
    if let due, isRetry || !due.isRetry { return }
    lastStep += 1
    due = Due(number: lastStep, isRetry: isRetry)
    schedule(isRetry ? RestorationTiming.retryDelay : delay, .save(lastStep))
  }

  /// Does what is due; called by who was asked to schedule it.
  package func perform(_ step: Step) {
    switch step {
    case .save(let number):
      guard due?.number == number else { return }
      due = nil
      saveChanges()
      wakeIfSettled()
    case .endProbation(let number): verdict.endProbation(number)
    case .readAgain: readAgain()
    }
  }

  private func saveChanges() {
    guard isPermitted(), let coordinator else { return }
    guard coordinator.isIdle else { return saveSoon() }  // a hook runs the loop
    commit(coordinator.preserve(reason: .changed, everything: false))
  }

  /// Whether state may be saved now; if it may be later, the save is missed.
  package func isPermitted() -> Bool {
    guard !isStopped, coordinator != nil, hasLaunchEnded else { return false }
    switch rules.permission() {
    case .granted: return true
    case .later:
      hasMissedSave = true
      return false
    case .refused: return false
    }
  }

  // MARK: Saving all

  /// Saves everything now, without waiting for the disk; what has not changed is not written.
  ///
  /// For moments after which changes that nobody has announced would be missed. Before launch has
  /// ended, and after ``finish(reason:)``, nothing is saved. Called in a pass, it is made up for
  /// right after.
  ///
  /// - Parameter reason: Why; the program hears it in the report.
  public func save(_ reason: PreservationReason = .explicit) {
    guard isPermitted(), let coordinator else { return }
    guard coordinator.isIdle else { return saveSoon() }
    commit(coordinator.preserve(reason: reason))
  }

  /// Saves everything and waits for it, up to a deadline of five seconds (R190).
  ///
  /// Before launch has ended, and after ``finish(reason:)``, nothing is saved. Called in a pass, it
  /// is made up for right after.
  ///
  /// - Parameter reason: Why; the program hears it in the report.
  /// - Throws: `ArchiveError`; the older state is intact then, and the save is tried again. With the
  ///   code `deadlineExceeded` the save goes on.
  public func saveAndWait(_ reason: PreservationReason = .explicit) throws(ArchiveError) {
    guard isPermitted(), let coordinator else { return }
    guard coordinator.isIdle else { return saveSoon() }
    try commitAndWait(coordinator.preserve(reason: reason))
  }

  /// Ends a program in order: saves everything, waits for it, and saves nothing any more (R190, R193).
  ///
  /// Call it last, where the program ends by itself. A program that is killed has saved all but its
  /// last second.
  ///
  /// - Parameter reason: Why; the program hears it in the report.
  /// - Throws: `ArchiveError` when the last changes could not be saved; the older state is intact.
  public func finish(reason: PreservationReason = .terminating) throws(ArchiveError) {
    defer {
      stop()
      coordinator?.processWillEnd()
    }
    try saveAndWait(reason)
  }

  /// Nothing is saved any more, and nothing is proven good.
  package func stop() {
    isStopped = true
    due = nil
    wakeIfSettled()
    verdict.forgetProbation()
  }
}
