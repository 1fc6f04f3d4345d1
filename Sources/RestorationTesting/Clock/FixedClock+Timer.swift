// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension FixedClock {
  /// A clock of Swift's that is moved by hand: a sleep ends when it was moved far enough.
  ///
  /// A sleep whose time has come by the time it begins ends at once. Which of several that end together
  /// goes on first is up to the actors that they run on.
  public final class Timer: Clock {
    /// A time since the clock was made.
    public struct Instant: InstantProtocol {
      private let elapsed: Duration

      fileprivate init(_ elapsed: Duration) { self.elapsed = elapsed }

      /// A later time.
      ///
      /// - Parameter duration: How much later.
      /// - Returns: That time.
      public func advanced(by duration: Duration) -> Instant { Instant(elapsed + duration) }

      /// How long it is until another time.
      ///
      /// - Parameter other: The other time.
      /// - Returns: Negative if that was before.
      public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

      /// Whether one time is before another.
      ///
      /// - Parameters:
      ///   - lhs: The one.
      ///   - rhs: The other.
      /// - Returns: Whether it is.
      public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
    }

    private struct State {
      var elapsed = Duration.zero
      var lastSleeper = 0
      var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())

    init() {}

    /// How far it was moved.
    public var now: Instant { state.withLock { Instant($0.elapsed) } }

    /// As fine as can be.
    public var minimumResolution: Duration { .zero }

    /// Waits until the clock was moved far enough.
    ///
    /// - Parameters:
    ///   - deadline: Until when.
    ///   - tolerance: Not needed.
    /// - Throws: `CancellationError` when the task was cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      let sleeper = state.withLock { state in
        state.lastSleeper += 1
        return state.lastSleeper
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOver = state.withLock { state in
            if Task.isCancelled || Instant(state.elapsed) >= deadline { return true }
            state.sleepers[sleeper] = (deadline, continuation)
            return false
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.sleepers.removeValue(forKey: sleeper) }?.continuation.resume()
      }
      try Task.checkCancellation()
    }

    func advance(by duration: Duration) {
      let woken = state.withLock { state in
        state.elapsed += max(duration, .zero)
        let now = Instant(state.elapsed)
        let woken = state.sleepers.filter { $0.value.deadline <= now }
        for sleeper in woken.keys { state.sleepers[sleeper] = nil }
        return woken.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
      }
      woken.forEach { $0.resume() }
    }
  }
}
