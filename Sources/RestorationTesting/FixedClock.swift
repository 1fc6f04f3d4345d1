// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
///
/// Pass its ``now()`` to the coordinator and its ``timer`` to
/// `startSaving(after:clock:isolation:)`, and move it with ``advance(by:)``.
///
/// ```swift
/// let clock = FixedClock()
/// let coordinator = RestorationCoordinator(description, archiver: archiver, now: clock.now)
/// coordinator.startSaving(clock: clock.timer)
/// ```
public final class FixedClock: Sendable {
  private let date: Mutex<Date>

  /// A Swift clock whose sleeps end as this clock moves.
  public let timer = Timer()

  /// Makes a clock.
  ///
  /// - Parameter date: The date until the clock is moved; by default the first moment of 2001, UTC.
  public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 0)) { self.date = Mutex(date) }

  /// Returns the clock's present date.
  public func now() -> Date { date.withLock { $0 } }

  /// Moves the clock, and ends sleeps that are due on ``timer``.
  ///
  /// - Parameter duration: How far to move. A negative duration moves the clock back, as users do,
  ///   and ends no sleep.
  public func advance(by duration: Duration) {
    date.withLock { $0 += duration / .seconds(1) }
    timer.advance(by: duration)
  }
}

extension FixedClock {
  /// A Swift clock that tests move by hand.
  ///
  /// A sleep ends when the clock has moved far enough. A sleep whose deadline has already passed
  /// ends at once. When several sleeps end together, the actors that they run on decide which
  /// continues first.
  public final class Timer: Clock {
    /// A time since the clock was made.
    public struct Instant: InstantProtocol {
      private let elapsed: Duration

      fileprivate init(_ elapsed: Duration) { self.elapsed = elapsed }

      /// Returns a later time.
      ///
      /// - Parameter duration: How much later.
      /// - Returns: That time.
      public func advanced(by duration: Duration) -> Instant { Instant(elapsed + duration) }

      /// Returns the duration until another time.
      ///
      /// - Parameter other: The other time.
      /// - Returns: The duration; negative if `other` is earlier.
      public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

      /// Returns whether one time is before another.
      ///
      /// - Parameters:
      ///   - lhs: The first time.
      ///   - rhs: The second time.
      /// - Returns: Whether `lhs` is earlier.
      public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
    }

    private struct State {
      var elapsed = Duration.zero
      var lastSleeper = 0
      var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// The clock's time: how far it has been moved.
    public var now: Instant { state.withLock { Instant($0.elapsed) } }

    /// The clock's smallest step, which is zero.
    public var minimumResolution: Duration { .zero }

    /// Waits until the clock has moved far enough.
    ///
    /// - Parameters:
    ///   - deadline: The time at which to return.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` when the task is cancelled first.
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

    package func advance(by duration: Duration) {
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
