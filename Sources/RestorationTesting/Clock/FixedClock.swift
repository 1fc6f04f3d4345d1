// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import ViewControllers

/// A clock that stands still until a test moves it.
///
/// For a program without controllers, hand its ``now()`` to the coordinator and its ``timer`` to
/// `startSaving(after:clock:isolation:)`, and move it with ``advance(by:)``. For an application make the
/// host with it, and move both with the host's `advance(by:)`: what is scheduled runs on the way, and
/// sees the time at which it was due.
///
/// ```swift
/// let clock = FixedClock()
/// let coordinator = RestorationCoordinator(description, archiver: archiver, now: clock.now)
/// coordinator.startSaving(clock: clock.timer)
/// let host = HeadlessHost(clock: clock)
/// ```
public final class FixedClock: Sendable {
  private let date: Mutex<Date>

  /// Ends sleeps as this clock is moved.
  public let timer = Timer()

  /// Makes a clock.
  ///
  /// - Parameter date: What it shows until it is moved; by default the first moment of 2001, UTC.
  public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 0)) { self.date = Mutex(date) }

  /// What the clock shows.
  public func now() -> Date { date.withLock { $0 } }

  /// Moves the clock, and lets go on what sleeps on its ``timer`` until then.
  ///
  /// - Parameter duration: How far; a negative one moves it back, as users do, and wakes nobody.
  public func advance(by duration: Duration) {
    date.withLock { $0 += duration / .seconds(1) }
    timer.advance(by: duration)
  }
}

extension HeadlessHost {
  /// Creates a host that lives by a clock, and moves it when it is moved itself.
  ///
  /// - Parameters:
  ///   - clock: What the application takes for the time of day.
  ///   - program: What `run(_:)` does once the application has launched.
  public convenience init(
    clock: FixedClock, program: @escaping @MainActor (Application) -> Void = { _ in }
  ) {
    self.init(program: program)
    timeOfDay = clock.now
    onAdvance = { clock.advance(by: $0) }
  }
}
