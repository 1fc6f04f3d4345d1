// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension RestorationCoordinator {
  /// Saves every change from now on, by itself (R150, R217).
  ///
  /// Call it once, on the actor that owns the objects, when launch is over: after
  /// ``restore(reason:)``, and it says ``launchDidEnd()``. Called before that, it waits for
  /// ``restore(reason:)``; and for ``launchDidEnd()``, if ``beginLaunch(reason:installsSignalHandlers:)``
  /// was called. What changes before launch has ended goes with the first save after it (R196).
  ///
  /// ``saving`` comes back to the actor for each save, and never blocks it for the disk; so the program
  /// must not block it for long either, as a synchronous `main` does that waits for input. Code that is
  /// isolated to no actor cannot call this: mark it `@MainActor`, or call
  /// ``startSavingInTurns(after:clock:)``. Where `Application` or `WidgetRestoration` saves, nothing
  /// changes.
  ///
  /// - Parameters:
  ///   - delay: How soon after the first change it is saved, with all that come until then; by default
  ///     half a second, and a second at most.
  ///   - clock: Counts that delay; a test has its own, such as `FixedClock.timer`.
  ///   - isolation: The actor that owns the objects.
  /// - Returns: ``saving``, to hear of each save and to end it.
  @discardableResult
  public func startSaving(
    after delay: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated any Actor = #isolation
  ) -> Saving {
    guard !saving.hasHost else { return saving }
    saving.start(after: delay, clock: clock, isolation: isolation)
    saving.didStart()
    return saving
  }

  /// Saves every change from now on, in the turns of a program that has no actor (R150, R217).
  ///
  /// The same as ``startSaving(after:clock:isolation:)`` for a program on one thread, such as one that
  /// waits for input in a loop. The program calls ``Saving/turn(beforeWaiting:)`` in each turn.
  ///
  /// - Parameters:
  ///   - delay: How soon after the first change it is saved, in the first turn then; by default half a
  ///     second, and a second at most.
  ///   - clock: Counts that delay; a test has its own, such as `FixedClock.timer`.
  /// - Returns: ``saving``, to call in each turn.
  @discardableResult
  public func startSavingInTurns(
    after delay: Duration? = nil, clock: some Clock<Duration> = ContinuousClock()
  ) -> Saving {
    guard !saving.hasHost else { return saving }
    saving.start(after: delay, turns: Saving.Turns(clock))
    saving.didStart()
    return saving
  }
}
