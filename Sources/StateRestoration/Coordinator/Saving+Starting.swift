// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where saving gets its time from: tasks on an actor, the turns of a loop, or a toolkit.
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

  /// Starts saving in the turns of a program that has no actor.
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
  ///   - rules: What the toolkit decides.
  ///   - isolation: The actor that owns the objects.
  ///   - schedule: Has ``perform(_:)`` called there, after a delay.
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
        await self?.writeAll()
      }
    }
  }

  /// Does what is due, in a program that has no actor.
  ///
  /// A program on one thread, without `async`, has no moment at which it could be asked for its state.
  /// Call this in each turn of its loop, between two changes of the objects; a program that waits for
  /// input says so, and what has changed is saved before. It returns when that is on disk, or after the
  /// deadline of ``saveAndWait(_:)``. Where saving was started on an actor this does nothing.
  ///
  /// ```swift
  /// coordinator.startSavingInTurns()
  /// while let line = readLine() {
  ///   perform(line)
  ///   coordinator.saving.turn(beforeWaiting: true)
  /// }
  /// ```
  ///
  /// - Parameter beforeWaiting: Whether nothing is called for a while now.
  public func turn(beforeWaiting: Bool = false) {
    guard let turns else { return }
    for step in turns.takeDue() { perform(step) }
    if beforeWaiting, let due, !due.isRetry { perform(.save(due.number)) }
  }

  /// The steps of a program without an actor.
  final class Turns {
    /// Says whether a time has passed that begins now.
    private let timer: (Duration) -> () -> Bool
    private var steps: [(isDue: () -> Bool, step: Step)] = []

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
      timer = { delay in
        let deadline = clock.now.advanced(by: delay)
        return { clock.now >= deadline }
      }
    }

    func add(_ step: Step, after delay: Duration) { steps.append((timer(delay), step)) }

    func takeDue() -> [Step] {
      guard !steps.isEmpty else { return [] }
      let due = steps.filter { $0.isDue() }
      steps.removeAll { $0.isDue() }
      return due.map(\.step)
    }
  }
}
