// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import ViewControllers

/// A clock that stands still until a test moves it.
///
/// For a program without controllers, hand its ``now()`` to the coordinator and move it with
/// ``advance(by:)``. For an application make the host with it, and move both with the host's
/// `advance(by:)`: what is scheduled runs on the way, and sees the time at which it was due.
///
/// ```swift
/// let clock = FixedClock()
/// let coordinator = RestorationCoordinator(description, archiver: archiver, now: clock.now)
/// let host = HeadlessHost(clock: clock)
/// ```
public final class FixedClock: Sendable {
  private let time: Mutex<Date>

  /// Makes a clock.
  ///
  /// - Parameter date: What it shows until it is moved; by default the first moment of 2001, UTC.
  public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 0)) { time = Mutex(date) }

  /// What the clock shows.
  public func now() -> Date { time.withLock { $0 } }

  /// Moves the clock, and runs nothing.
  ///
  /// - Parameter duration: How far; a negative one moves it back, as users do.
  public func advance(by duration: Duration) {
    time.withLock { $0 += duration / .seconds(1) }
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
