// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Decides when to save, when to retry, and when probation ends.
///
/// A program without windows starts it with one line, right after it has restored:
///
/// ```swift
/// _ = coordinator.restore()
/// coordinator.startSaving()
/// ```
///
/// From then on, each change of a ``Restorable`` property and each call of
/// ``RestorationCoordinator/invalidate(_:)`` is saved within a second, together with all other
/// changes until then. `Application` and `WidgetRestoration` start it for programs with windows.
///
/// The coordinator owns it. Like the coordinator it is bound to no actor and not `Sendable`: it
/// lives where the objects live, and returns there for each save. It writes nothing when nothing
/// has changed, or before launch has ended. While one save is written, only the newest of the later
/// ones waits; it contains all their changes.
///
/// A failed save never throws in the program: ``onSave`` receives the error, the older state stays
/// intact, and the save is tried again after the next change, or five seconds later. A locked key
/// is such a failure; missed changes are saved once it is unlocked.
public final class Saving {
  /// Called after each save that wrote something or failed.
  ///
  /// A success gives the sequence number of the save. Called on the actor that owns the objects.
  /// The archiver logs failures, too, once each.
  public var onSave: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)?

  /// Called when state that was unreadable at launch was restored late.
  ///
  /// That happens automatically as soon as the state can be read, unless something has changed
  /// since. In that case the program decides: call ``RestorationCoordinator/restore(reason:)`` or
  /// ``RestorationCoordinator/giveUpLockedState()``.
  public var onRestore: ((RestorationReport) -> Void)?

  /// The decisions of the program's toolkit.
  package var rules = Rules()

  weak var coordinator: RestorationCoordinator?
  /// Decides which save is the newest, and writes no older one.
  let order: SaveOrder
  let probation: Probation
  /// Runs a step later, on the objects' actor; `nil` until saving starts.
  var schedule: ((Duration, Step) -> Void)?
  /// Starts ``finishWrites()`` on the objects' actor; `nil` waits for the disk.
  var startWriting: (() -> Task<Void, Never>)?
  /// Whether a toolkit schedules the steps.
  var hasHost = false
  /// The steps of a program without an actor, until they are due.
  var turns: Turns?
  var delay = RestorationTiming.autosaveDelay

  /// The save that a change or a failure made due.
  private(set) var due: Due?
  private var lastStep = 0
  /// Whether the next save is of everything, because a hook asked for it.
  private var savesAll = false
  /// Whether the program is ending.
  private var isFinishing = false
  /// Why to end after the running pass; `nil` not to.
  private var ending: PreservationReason?
  /// The passes that were handed over, until their outcome is told.
  private var begun: [Write] = []
  /// The number of these from which changes wait.
  ///
  /// A disk that hangs must not fill the memory.
  private static let mostBegun = 8
  /// Whether a task tells outcomes.
  private var isWriting = false
  /// The callers that wait in ``settled()``.
  private var settling: [CheckedContinuation<Void, Never>] = []
  /// Ends when all outcomes so far are told; for tests.
  package private(set) var writing: Task<Void, Never>?

  /// Whether saving has stopped for good.
  package private(set) var isStopped = false
  /// Whether a locked key or unread state prevented a save.
  ///
  /// A late restore makes up for it, and so do hosts.
  package var hasMissedSave = false
  /// Whether the first frame was shown, which starts probation.
  package internal(set) var hasShownFirstFrame = false
  var hasBegunLaunch = false
  var hasTriedToRestore = false
  /// The number of the last wait for records to be asked for.
  var lastCount = 0

  /// A step to run later.
  package enum Step: Sendable {
    /// Saves changes, unless another save has become due instead.
    case save(Int)
    /// Ends probation, unless another one has begun since.
    case endProbation(Int)
    /// Retries the read that failed at launch.
    case readAgain
    /// Reports unclaimed records, unless another restore has run since.
    case reportUnclaimed(Int)
  }

  /// A toolkit's decisions about saving.
  package struct Rules {
    /// Whether changes made now count as changes.
    package var countsChanges: () -> Bool = { true }
    /// Whether state may be saved now.
    package var permission: () -> Permission = { .granted }
    /// Retries the read that failed at launch; by default restores the result.
    package var readAgain: (() -> Void)?
    /// Whether the program may leave objects of a class closed.
    package var mayStayClosed: (_ className: String) -> Bool = { _ in false }
    /// Receives each save, before the program does.
    package var didSave: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)?
    /// Receives the report of a late restore, before the program does.
    package var didRestore: ((RestorationReport) -> Void)?
    package init() {}
  }

  /// Whether state may be saved.
  package enum Permission {
    /// State may be saved now.
    case granted
    /// Only after the key is available; the save is missed until then.
    case later
    /// Not now; the state on disk is to stay as it is.
    case refused
  }

  struct Due {
    let number: Int
    let isRetry: Bool
  }

  init(_ order: SaveOrder, _ probation: Probation) {
    (self.order, self.probation) = (order, probation)
  }

  // MARK: Changes

  /// Schedules a save after an invalidation, together with all changes until then.
  func didChange() {
    if let due, !due.isRetry { return }
    guard schedule != nil, hasLaunchEnded, rules.countsChanges() else { return }
    saveSoon()
  }

  private var hasLaunchEnded: Bool { hasHost || coordinator?.hasLaunchEnded == true }

  /// Saves changes after the usual delay.
  ///
  /// - Parameter isRetry: Whether a save has failed; the retry has a longer delay, unless something
  ///   changes.
  package func saveSoon(isRetry: Bool = false) {
    guard let schedule, !isStopped else { return }
    if let due, isRetry || !due.isRetry { return }
    lastStep += 1
    due = Due(number: lastStep, isRetry: isRetry)
    schedule(isRetry ? RestorationTiming.retryDelay : delay, .save(lastStep))
  }

  /// Runs a step that is due; called by the scheduler.
  package func perform(_ step: Step) {
    switch step {
    case .save(let number):
      guard due?.number == number else { return }
      due = nil
      saveChanges()
      wakeIfSettled()
    case .endProbation(let number): probation.end(number)
    case .readAgain: readAgain()
    case .reportUnclaimed(let number): reportUnclaimed(number)
    }
  }

  private func saveChanges() {
    guard isPermitted(), let coordinator else { return }
    // A hook runs the main loop, or the disk is slow.
    guard coordinator.isIdle, begun.count < Self.mostBegun else { return saveSoon() }
    commit(preserveChanges(coordinator))
  }

  private func preserveChanges(_ coordinator: RestorationCoordinator) -> PreservedState {
    let scope = savesAll ? PreservationScope.all : .changes
    savesAll = false  // a hook may ask for the next one
    return coordinator.preserve(reason: .changed, scope: scope)
  }

  /// Returns whether state may be saved now, and notes a missed save.
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

  /// Saves everything now, without waiting for the disk.
  ///
  /// Unchanged state is not written. Use it at moments after which unannounced changes would be
  /// lost. It saves nothing before launch has ended, or after ``finish(reason:)``. If it is called
  /// during a pass, a save follows soon after that pass.
  ///
  /// - Parameter reason: The reason, which the program finds in the report.
  public func save(_ reason: PreservationReason = .explicit) {
    guard isPermitted(), let coordinator else { return }
    guard coordinator.isIdle else { return saveAllSoon() }
    commit(coordinator.preserve(reason: reason))
  }

  /// Saves everything and blocks until it is durable, at most five seconds.
  ///
  /// It saves nothing before launch has ended, or after ``finish(reason:)``. If it is called during
  /// a pass, a save follows soon after that pass.
  ///
  /// - Parameter reason: The reason, which the program finds in the report.
  /// - Throws: `ArchiveError`; the older state stays intact, and the save is tried again. With the
  ///   code `deadlineExceeded` the save continues.
  public func saveAndWait(_ reason: PreservationReason = .explicit) throws(ArchiveError) {
    guard isPermitted(), let coordinator else { return }
    guard coordinator.isIdle else { return saveAllSoon() }
    let state = coordinator.preserve(reason: reason)
    guard !isStopped else { return }  // a hook has ended the program, and may have deleted all
    try commitAndWait(state)
  }

  private func saveAllSoon() {
    savesAll = true
    saveSoon()
  }

  // MARK: Writing

  /// Writes a pass without waiting for the disk.
  ///
  /// - Parameters:
  ///   - pass: The newest pass.
  ///   - then: Runs when the pass, or a newer one in its place, is on disk.
  package func commit(_ pass: PreservedState, then: (() async -> Void)? = nil) {
    guard !isStopped else { return }  // the last save includes this one
    if let ending {
      try? finish(reason: ending)  // ``onSave`` receives a failure
      return
    }
    guard let startWriting else {
      try? commitAndWait(pass)  // ``onSave`` receives a failure
      return
    }
    let outcomes = Result { () throws(ArchiveError) in try order.begin(pass) }
    begun.append(Write(pass: pass, outcomes: outcomes, then: then))
    guard !isWriting else { return }
    isWriting = true
    writing = startWriting()
  }

  /// A pass that was handed over, and the work that follows it.
  private struct Write {
    let pass: PreservedState
    /// See ``SaveOrder/begin(_:)``.
    let outcomes: Result<AsyncStream<SaveOrder.Outcome>?, ArchiveError>
    let then: (() async -> Void)?
  }

  /// Tells the outcomes of all passes, in order.
  func finishWrites() async {
    while !begun.isEmpty { await finish(begun.removeFirst()) }
    isWriting = false
    wakeIfSettled()
  }

  private func finish(_ write: Write) async {
    let pass = write.pass
    var isOwn = true
    do throws(ArchiveError) {
      if let outcomes = try write.outcomes.get() {
        for await outcome in outcomes {
          isOwn = outcome.isOwn
          let save = pass.adopt(try outcome.result.get())
          if let save, isOwn { tell(.success(save), pass) }
        }
      }
    } catch {
      tryAgain(pass, after: error)
      if isOwn { tell(.failure(error), pass) }
      return
    }
    if !isStopped { await write.then?() }
  }

  /// Writes a pass and blocks until it is durable.
  ///
  /// - Parameters:
  ///   - pass: The newest pass.
  ///   - deadline: The longest time to wait; `nil` waits without limit.
  /// - Throws: `ArchiveError`; the older state stays intact, and the save is tried again.
  package func commitAndWait(
    _ pass: PreservedState, deadline: Duration? = RestorationTiming.terminationDeadline
  ) throws(ArchiveError) {
    if let ending { return try finish(reason: ending) }
    do throws(ArchiveError) {
      if let save = try pass.commitAndWait(deadline: deadline) { tell(.success(save), pass) }
    } catch {
      tell(.failure(error), pass)
      if error.code == .deadlineExceeded, startWriting != nil {
        commit(pass)  // it is still being written: tells the outcome
      } else {
        tryAgain(pass, after: error)
      }
      throw error
    }
  }

  /// Saves due changes at once and blocks until they are durable.
  ///
  /// For tests, which cannot wait for the delay.
  package func saveDueChanges() {
    guard due != nil || isWriting, isPermitted(), let coordinator, coordinator.isIdle else {
      return
    }
    due = nil
    try? commitAndWait(preserveChanges(coordinator), deadline: nil)
  }

  private func tell(_ result: Result<UInt64, ArchiveError>, _ pass: PreservedState) {
    rules.didSave?(result, pass.report)
    onSave?(result, pass.report)
  }

  private func tryAgain(_ pass: PreservedState, after error: ArchiveError) {
    if error.code == .keyLocked || error.code == .unreadable { hasMissedSave = true }
    if case .refuse = pass.action { return }  // only a change can make the state smaller
    saveSoon(isRetry: true)
  }

  /// Waits until all changes so far are saved or have failed.
  ///
  /// For a program that answers, or shows a prompt, only when a command's effect can no longer be
  /// lost. It does not make saves happen sooner. ``onSave`` has been called when it returns. It
  /// does not wait for the retry of a failed save. It returns at once if saving was not started on
  /// an actor.
  public func settled() async {
    while turns == nil, !isSettled {
      await withCheckedContinuation { settling.append($0) }
    }
  }

  private var isSettled: Bool { !isWriting && (due.map(\.isRetry) ?? true) }

  /// Resumes the callers that wait in ``settled()``, if all is settled.
  private func wakeIfSettled() {
    guard isSettled, !settling.isEmpty else { return }
    let waiters = settling
    settling = []
    for waiter in waiters { waiter.resume() }
  }

  // MARK: Ending

  /// Ends a program in order: saves everything, then stops saving.
  ///
  /// It waits for the save as ``saveAndWait(_:)`` does. Call it last, where the program ends on its
  /// own. A program that is killed has saved all but its last second. In a hook it returns at once,
  /// and takes effect right after the pass.
  ///
  /// - Parameter reason: The reason, which the program finds in the report.
  /// - Throws: `ArchiveError` when the last changes could not be saved; the older state stays
  ///   intact.
  public func finish(reason: PreservationReason = .terminating) throws(ArchiveError) {
    guard coordinator?.isIdle != false else {
      ending = reason
      return saveSoon()
    }
    ending = nil
    guard !isFinishing else { return }  // ``onSave`` ends the program when the last save fails
    isFinishing = true
    defer {
      stop()
      coordinator?.processWillEnd()
    }
    try saveAndWait(reason)
  }

  /// Stops saving, and leaves the current probation without a result.
  package func stop() {
    isStopped = true
    due = nil
    (schedule, startWriting) = (nil, nil)  // they retain the actor that owns the objects
    wakeIfSettled()
    probation.forget()
  }
}

/// The delays and deadlines of saving, for every kind of program.
package enum RestorationTiming {
  /// The delay from a change to its save.
  ///
  /// With the time to write, a change is saved within one second.
  package static let autosaveDelay = Duration.milliseconds(500)

  /// The longest delay that a program may set.
  package static let longestAutosaveDelay = Duration.seconds(1)

  /// The delay before a failed save is tried again, changed or not.
  package static let retryDelay = Duration.seconds(5)

  /// The longest wait for the last save when the process ends.
  package static let terminationDeadline = Duration.seconds(5)

  /// The time before the end of the process that counts as closing.
  ///
  /// Windows that close within it count as closed by the end of the process.
  package static let closing = Duration.seconds(2)

  /// The time from launch until the restored state counts as good.
  ///
  /// It starts at the end of launch, or at the first frame.
  package static let probation = Duration.seconds(10)

  /// The time after a restore in which restored records are asked for.
  ///
  /// Those that nothing asked for by then are logged.
  package static let claiming = Duration.seconds(10)
}
