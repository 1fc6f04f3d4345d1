// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

extension RestorationCoordinator {
  /// Saves every change automatically from now on.
  ///
  /// Call it once, on the actor that owns the objects, when launch is over, after
  /// ``restore(reason:)``; it then calls ``launchDidEnd()`` itself. If it is called earlier, it
  /// waits for ``restore(reason:)``, and also for ``launchDidEnd()`` if
  /// ``beginLaunch(reason:installsSignalHandlers:)`` was called. Changes made before the end of
  /// launch are saved with the first save after it.
  ///
  /// ``saving`` returns to the actor for each save and never blocks it for the disk. The program
  /// must not block the actor for long either, as a synchronous `main` does that waits for input.
  /// Code that is isolated to no actor cannot call this: mark it `@MainActor`, or call
  /// ``startSavingInTurns(after:clock:)``. Where `Application` or `WidgetRestoration` saves, this
  /// has no effect.
  ///
  /// - Parameters:
  ///   - delay: The time from the first change to its save, which includes all changes until then;
  ///     half a second by default, at most one second.
  ///   - clock: Measures the delay; tests pass their own, such as `FixedClock.timer`.
  ///   - isolation: The actor that owns the objects.
  /// - Returns: ``saving``, to observe each save and to end saving.
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

  /// Saves every change from now on, for a program without an actor.
  ///
  /// Works like ``startSaving(after:clock:isolation:)``, but for a program on one thread, such as
  /// one that waits for input in a loop. The program calls ``Saving/turn(beforeWaiting:)`` in each
  /// turn.
  ///
  /// - Parameters:
  ///   - delay: The time from the first change to its save, which happens in the first turn after
  ///     it; half a second by default, at most one second.
  ///   - clock: Measures the delay; tests pass their own, such as `FixedClock.timer`.
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

/// Keeps records of objects that go, for a later object or the next launch.
extension RestorationCoordinator {
  /// Returns the number of an object's saved record; `nil` without one.
  package func savedNumber(of object: any StateRestoring) -> ObjectNumber? {
    guard let number = (try? address(of: object)).map({ state.tables.number(for: $0) }),
      state.owners.holds(object, at: number)
    else { return nil }
    return number
  }

  /// Keeps the record of a departing object as an unclaimed record.
  ///
  /// - Parameters:
  ///   - number: The object's number, from ``savedNumber(of:)`` right after a pass.
  ///   - object: The object; nothing is kept if its record has another number by now.
  package func leaveRecord(_ number: ObjectNumber, of object: any StateRestoring) {
    guard state.owners.holds(object, at: number) else { return }
    _ = state.flatten()  // claims are served from the base of the state
    state.owners.forget(number)
    state.unclaimed.numbers.insert(number)
  }

  /// The addresses of the records that nothing has asked for yet.
  package var unclaimedAddresses: some Sequence<RestorationAddress> {
    let tables = state.tables
    return state.unclaimed.numbers.lazy.compactMap { tables.address(of: $0) }
  }

  /// Drops the unclaimed records of a closed window.
  ///
  /// - Parameter isWanted: Whether an address is one of the window's.
  package func dropUnclaimed(where isWanted: (RestorationAddress) -> Bool) {
    let (numbers, tables) = (state.unclaimed.numbers, state.tables)
    state.unclaimed.numbers.subtract(
      numbers.filter { tables.address(of: $0).map(isWanted) ?? false })
    state.steady = nil  // the next pass must walk all objects
  }
}
