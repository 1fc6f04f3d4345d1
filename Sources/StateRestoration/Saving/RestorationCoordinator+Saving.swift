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
  /// ``saving`` comes back to the actor for each save, and never blocks it for the disk. On the main
  /// actor that needs a main thread that is free, as under an asynchronous `main`; a program that blocks
  /// its only thread, and is isolated to no actor, calls ``Saving/turn(beforeWaiting:)``.
  ///
  /// - Parameters:
  ///   - delay: How soon after the first change it is saved, with all that come until then; a second at
  ///     most.
  ///   - clock: Counts that delay; a test has its own, such as `FixedClock.timer`.
  ///   - isolation: The actor that owns the objects.
  /// - Returns: ``saving``, to hear of each save and to end it.
  @discardableResult
  public func startSaving(
    after delay: Duration = .milliseconds(500), clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) -> Saving {
    if saving.hasTriedToRestore, !hasLaunchEnded { launchDidEnd() }
    saving.start(after: delay, clock: clock, isolation: isolation)
    saving.keepReadingAgain()
    return saving
  }
}
