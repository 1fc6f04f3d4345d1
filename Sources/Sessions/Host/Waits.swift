// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension SessionSurroundings {
  /// Does work in a task of its own, and waits for it until a deadline at the latest.
  ///
  /// The wait also ends when the caller is cancelled. Either way the work is cancelled, and goes on
  /// without its caller.
  ///
  /// - Parameters:
  ///   - deadline: When the wait ends.
  ///   - expire: Called once if the work has not ended at the deadline, even if the caller has
  ///     left before; returns the caller's error.
  ///   - work: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work or `expire` throws, or `CancellationError`.
  func wait<Answer: Sendable>(
    until deadline: Duration,
    orThrow expire: @escaping @Sendable () -> SessionError = { .timedOut },
    for work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    let waiter = Waiter<Answer>()
    let number = deadlines.add(deadline) { waiter.leave(with: expire()) }
    let task = begin { [deadlines] in
      let result: Result<Answer, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      deadlines.remove(number)
      waiter.end(.init(result: result, hasLeft: false))
    }
    defer { task.cancel() }
    let end = await withTaskCancellationHandler {
      await waiter.end()
    } onCancel: {
      waiter.leave(with: CancellationError())
    }
    // What the work has held, such as a store, is free then.
    if !end.hasLeft { await task.value }
    return try end.result.get()
  }
}

/// A caller that waits for the end of its wait; what comes later is ignored.
private final class Waiter<Answer: Sendable>: Sendable {
  struct End: Sendable {
    let result: Result<Answer, any Error>
    /// Whether the caller leaves before the work has ended.
    let hasLeft: Bool
  }

  private enum State {
    case nothing
    case waiting(CheckedContinuation<End, Never>)
    case ended(End)
  }

  private let state = Mutex(State.nothing)

  func end() async -> End {
    await withCheckedContinuation { continuation in
      let end: End? = state.withLock { state in
        if case .ended(let end) = state { return end }
        state = .waiting(continuation)
        return nil
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  func leave(with error: any Error) { end(End(result: .failure(error), hasLeft: true)) }

  func end(_ end: End) {
    let continuation: CheckedContinuation<End, Never>? = state.withLock { state in
      switch state {
      case .nothing:
        state = .ended(end)
        return nil
      case .waiting(let continuation):
        state = .ended(end)
        return continuation
      case .ended: return nil
      }
    }
    continuation?.resume(returning: end)
  }
}

/// The deadlines of a host's waits, watched by one task.
///
/// A timer for each wait would outlive most of them: waits are short, and deadlines far.
final class Deadlines: Sendable {
  private struct State {
    var waits: [UInt64: (deadline: Duration, expire: @Sendable () -> Void)] = [:]
    var lastNumber: UInt64 = 0
    /// When a task looks for deadlines that have passed; `nil` when none does.
    var nextLook: Duration?

    /// Returns a time to look at, if no task looks that early.
    mutating func look(at deadline: Duration) -> Duration? {
      if let nextLook, nextLook <= deadline { return nil }
      nextLook = deadline
      return deadline
    }
  }

  private let state = Mutex(State())
  private let clock: SessionClock
  private let executor: (any TaskExecutor)?

  init(_ clock: SessionClock, _ executor: (any TaskExecutor)?) {
    (self.clock, self.executor) = (clock, executor)
  }

  /// Adds a wait.
  ///
  /// - Parameters:
  ///   - deadline: Its deadline.
  ///   - expire: Called after the deadline, unless the wait is removed before.
  /// - Returns: The number that removes it.
  func add(_ deadline: Duration, _ expire: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, time) = state.withLock { state in
      state.lastNumber += 1
      state.waits[state.lastNumber] = (deadline, expire)
      return (state.lastNumber, state.look(at: deadline))
    }
    if let time { look(at: time) }
    return number
  }

  /// Removes a wait that has ended.
  func remove(_ number: UInt64) { state.withLock { _ = $0.waits.removeValue(forKey: number) } }

  /// Lets all present waits end at a time, or earlier.
  func bringForward(to time: Duration) {
    let next = state.withLock { state in
      state.waits = state.waits.mapValues { (min($0.deadline, time), $0.expire) }
      return state.waits.isEmpty ? nil : state.look(at: time)
    }
    if let next { look(at: next) }
  }

  private func look(at time: Duration) {
    // Detached, so that it keeps no call alive through a task-local value.
    Task.detached(executorPreference: executor) { [self] in
      var next: Duration? = time
      while let time = next {
        try? await clock.sleep(time - clock.now())
        next = expireDue(at: time)
      }
    }
  }

  /// Ends the waits whose deadline has passed, in the order of their beginning.
  ///
  /// - Parameter time: The time at which this task was to look.
  /// - Returns: When it looks again; `nil` when it does not.
  private func expireDue(at time: Duration) -> Duration? {
    let now = clock.now()
    let (due, next): ([@Sendable () -> Void], Duration?) = state.withLock { state in
      // Another task was to look earlier, and goes on.
      guard state.nextLook == time else { return ([], nil) }
      let numbers = state.waits.filter { $0.value.deadline <= now }.keys.sorted()
      let due = numbers.compactMap { state.waits.removeValue(forKey: $0)?.expire }
      state.nextLook = state.waits.values.map(\.deadline).min()
      return (due, state.nextLook)
    }
    for expire in due { expire() }
    return next
  }
}

/// How long the steps of calls wait for the store.
final class Patience: Sendable {
  private let duration: Duration
  private let end = Mutex(Duration?.none)

  init(_ duration: Duration) { self.duration = duration }

  /// Returns when a step gives up that has begun at a time.
  func end(ofStepFrom began: Duration) -> Duration {
    let end = end.withLock { $0 }
    return min(began + duration, end ?? began + duration)
  }

  /// Lets all steps, also those that have begun, give up at a time or earlier.
  func end(at time: Duration) { end.withLock { $0 = time } }
}
