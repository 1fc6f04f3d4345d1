// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Sources of time for saving, and the steps after launch.
extension Saving {
  /// Starts saving in tasks of the caller's actor.
  func start<C: Clock>(after delay: Duration?, clock: C, isolation: isolated any Actor)
  where C.Duration == Duration {
    setDelay(delay)
    startWriting(on: isolation)
    schedule = { [weak self] delay, step in
      let deadline = clock.now.advanced(by: delay)
      Task { [weak self] in
        _ = isolation  // the task runs there
        try? await clock.sleep(until: deadline, tolerance: nil)
        self?.perform(step)
      }
    }
  }

  /// Starts saving in the turns of a program without an actor.
  func start(after delay: Duration?, turns: Turns) {
    setDelay(delay)
    self.turns = turns
    schedule = { turns.add($1, after: $0) }
  }

  private func setDelay(_ delay: Duration?) {
    let delay = delay ?? RestorationTiming.autosaveDelay
    self.delay = min(max(delay, .zero), RestorationTiming.longestAutosaveDelay)
  }

  /// Starts saving for a toolkit.
  ///
  /// - Parameters:
  ///   - rules: The toolkit's decisions.
  ///   - isolation: The actor that owns the objects.
  ///   - schedule: Calls ``perform(_:)`` on that actor, after a delay.
  package func start(
    _ rules: Rules, isolation: isolated any Actor = #isolation,
    schedule: @escaping (Duration, Step) -> Void
  ) {
    (self.rules, self.schedule, hasHost) = (rules, schedule, true)
    startWriting(on: isolation)
  }

  private func startWriting(on isolation: isolated any Actor) {
    startWriting = { [weak self] in
      Task {
        _ = isolation  // the task runs there
        await self?.finishWrites()
      }
    }
  }

  /// Runs the steps that are due, in a program without an actor.
  ///
  /// A program on one thread, without `async`, has no other moment at which its state can be saved.
  /// Call this in each turn of its loop, between two changes of the objects. Before the program
  /// waits for input, pass `true`: then all changes are saved first. The call returns when they are
  /// on disk, or after the deadline of ``saveAndWait(_:)``. It does nothing if saving was started
  /// on an actor.
  ///
  /// ```swift
  /// coordinator.startSavingInTurns()
  /// while let line = readLine() {
  ///   perform(line)
  ///   coordinator.saving.turn(beforeWaiting: true)
  /// }
  /// ```
  ///
  /// - Parameter beforeWaiting: Whether the program does not call again for a while.
  public func turn(beforeWaiting: Bool = false) {
    guard let turns else { return }
    for step in turns.takeDue() { perform(step) }
    if beforeWaiting, let due, !due.isRetry { perform(.save(due.number)) }
  }

  /// The steps of a program without an actor.
  final class Turns {
    /// The time since saving was started.
    private let now: () -> Duration
    private var steps: [(time: Duration, step: Step)] = []

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
      let start = clock.now
      now = { start.duration(to: clock.now) }
    }

    func add(_ step: Step, after delay: Duration) { steps.append((now() + delay, step)) }

    /// Removes the steps that are due at this moment, and returns them.
    func takeDue() -> [Step] {
      guard !steps.isEmpty else { return [] }
      let now = now()
      let due = steps.filter { $0.time <= now }
      steps.removeAll { $0.time <= now }
      return due.map(\.step)
    }
  }
}

/// Steps after launch: probation, and retries of unreadable state.
extension Saving {
  /// Notes that the program started saving; after restoring, this ends launch.
  func didStart() {
    if hasTriedToRestore, coordinator?.hasLaunchEnded == false { coordinator?.launchDidEnd() }
    if hasTriedToRestore { waitForClaims() }
    keepReadingAgain()
  }

  /// Notes that restoring has ended, with whatever result.
  ///
  /// In a program that did not begin a launch explicitly, this also ends launch.
  func didRestore() {
    hasTriedToRestore = true
    if schedule != nil, !hasHost, !hasBegunLaunch, let coordinator, !coordinator.hasLaunchEnded {
      coordinator.launchDidEnd()
    }
    waitForClaims()
  }

  /// Reports, a while later, the records that are still unclaimed.
  private func waitForClaims() {
    lastCount += 1
    guard let schedule, coordinator?.hasUnclaimed == true else { return }
    schedule(RestorationTiming.claiming, .reportUnclaimed(lastCount))
  }

  func reportUnclaimed(_ number: Int) {
    guard number == lastCount, !isStopped, let coordinator else { return }
    guard coordinator.isIdle else { return waitForClaims() }  // a hook runs the main loop
    coordinator.reportUnclaimed()
  }

  /// Starts the probation after which the restored state counts as good.
  ///
  /// Called when state was restored, or launch has ended. Without a toolkit the archiver's queue
  /// measures the time, because a program may wait for input without returning to its actor.
  func startProbation() {
    let number = probation.begin()
    if hasHost, let schedule {
      schedule(RestorationTiming.probation, .endProbation(number))
    } else {
      coordinator?.archiver.schedule(after: RestorationTiming.probation) { [probation] in
        probation.end(number)
      }
    }
  }

  /// Retries the read that failed at launch until it succeeds.
  package func keepReadingAgain() {
    guard let schedule, !isStopped, coordinator?.isUnread == true else { return }
    schedule(RestorationTiming.retryDelay, .readAgain)
  }

  func readAgain() {
    guard !isStopped, let coordinator, coordinator.isLockedOut else { return }
    if let readAgain = rules.readAgain {
      readAgain()
    } else if coordinator.isIdle, coordinator.readAgain(), coordinator.isLockedOut,
      !coordinator.hasChanges
    {
      let report = coordinator.restore()
      rules.didRestore?(report)
      onRestore?(report)
    }
    keepReadingAgain()
  }
}
