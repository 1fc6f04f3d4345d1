// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import ViewControllers

/// A clock that stands still until a test moves it.
///
/// For a program without controllers, pass its ``now()`` to the coordinator and its ``timer`` to
/// `startSaving(after:clock:isolation:)`, and move it with ``advance(by:)``. For an application,
/// make the host with it, and move both with the host's `advance(by:)`: scheduled work runs on the
/// way, and sees the time at which it was due.
///
/// ```swift
/// let clock = FixedClock()
/// let coordinator = RestorationCoordinator(description, archiver: archiver, now: clock.now)
/// coordinator.startSaving(clock: clock.timer)
/// let host = HeadlessHost(clock: clock)
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

extension HeadlessHost {
  /// Creates a host that follows a clock, and moves it along.
  ///
  /// - Parameters:
  ///   - clock: The application's time of day.
  ///   - program: The body of `run(_:)` after the application has launched.
  public convenience init(
    clock: FixedClock, program: @escaping @MainActor (Application) -> Void = { _ in }
  ) {
    self.init(program: program)
    timeOfDay = clock.now
    onAdvance = { clock.advance(by: $0) }
  }
}
