// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Simulated time and task order, decided by a seed.
///
/// Everything in one schedule runs on one thread. ``run(until:_:)`` picks runnable tasks in a
/// random order. If no task is runnable, time advances to the next moment that a task sleeps until.
package final class Simulation: Sendable {
  private let state: Mutex<State>

  private struct State {
    var random: SeededRandom
    var now = Duration.zero
    var ready: [Job] = []
    var sleepers: [Sleeper] = []
    var lastNumber = 0
  }

  private struct Job: @unchecked Sendable {
    let job: UnownedJob
    let executor: SimulatedNodeExecutor
  }

  private struct Sleeper {
    let number: Int
    let time: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  package init(seed: UInt64) { state = Mutex(State(random: SeededRandom(seed))) }

  package var now: Duration { state.withLock { $0.now } }

  /// Returns a random number from the seeded generator.
  package func random(in range: ClosedRange<Int>) -> Int {
    state.withLock { Int.random(in: range, using: &$0.random) }
  }

  /// Returns whether an event happens, by its probability in thousandths.
  package func happens(_ thousandths: Int) -> Bool { random(in: 1...1000) <= thousandths }

  fileprivate func enqueue(_ job: UnownedJob, on executor: SimulatedNodeExecutor) {
    state.withLock { $0.ready.append(Job(job: job, executor: executor)) }
  }

  /// Sleeps until a moment; only the end of the simulation cancels it.
  package func sleep(until time: Duration) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard !Task.isCancelled, time > state.now else { return true }
          state.sleepers.append(Sleeper(number: number, time: time, continuation: continuation))
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  /// Runs tasks and advances time until a condition holds.
  ///
  /// - Parameters:
  ///   - limit: The latest moment.
  ///   - isDone: The condition to wait for.
  /// - Returns: Whether the condition was met.
  @discardableResult
  package func run(until limit: Duration, _ isDone: () -> Bool) -> Bool {
    while !isDone() {
      if let job = takeReady() {
        job.executor.run(job.job)
      } else if !wakeNext(until: limit) {
        return false
      }
    }
    return true
  }

  /// Removes and returns a random runnable task of an unpaused node.
  private func takeReady() -> Job? {
    state.withLock { state in
      let able = state.ready.indices.filter { state.ready[$0].executor.goesOn(at: state.now) }
      guard !able.isEmpty else { return nil }
      let index = able[Int.random(in: 0..<able.count, using: &state.random)]
      return state.ready.remove(at: index)
    }
  }

  private func wakeNext(until limit: Duration) -> Bool {
    let due: [Sleeper]? = state.withLock { state in
      let paused = state.ready.compactMap { $0.executor.pausedUntil }
      guard let next = (state.sleepers.map(\.time) + paused).min(), next <= limit else {
        return nil
      }
      state.now = max(state.now, next)
      let due = state.sleepers.filter { $0.time <= next }
      state.sleepers.removeAll { $0.time <= next }
      return due
    }
    due?.forEach { $0.continuation.resume() }
    return due != nil
  }
}

/// Runs the tasks of one node, which can be paused.
package final class SimulatedNodeExecutor: TaskExecutor {
  private let simulation: Simulation
  private let pause = Mutex(Duration?.none)

  package init(_ simulation: Simulation) { self.simulation = simulation }

  package func enqueue(_ job: consuming ExecutorJob) {
    simulation.enqueue(UnownedJob(job), on: self)
  }

  fileprivate func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Pauses the node until a moment.
  package func pause(until time: Duration) { pause.withLock { $0 = time } }

  /// Stops the node until the end of the simulation resumes it.
  package func stop() { pause(until: .seconds(1_000_000)) }

  package func goOn() { pause.withLock { $0 = nil } }

  fileprivate var pausedUntil: Duration? { pause.withLock { $0 } }

  fileprivate func goesOn(at now: Duration) -> Bool { pausedUntil.map { $0 <= now } ?? true }
}

/// A node's clock, which may be inaccurate.
package struct SimulatedClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset: Duration
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  let simulation: Simulation
  /// The clock's speed, in thousandths of true time.
  let rate: Int

  package init(_ simulation: Simulation, rate: Int = 1000) {
    (self.simulation, self.rate) = (simulation, rate)
  }

  package var now: Instant { Instant(offset: simulation.now * rate / 1000) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await simulation.sleep(until: deadline.offset * 1000 / rate + .nanoseconds(1))
  }
}

/// The generator SplitMix64: small, and equal on every machine.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
