// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Screens
import StateRestoration

/// Measures saving and restoring on the main actor.
///
/// The application has controllers and views. The same values are encoded without a tree, too.
@MainActor struct ScreenSuite {
  let program: ScreenProgram
  let rounds: Rounds

  func run() throws -> [Figure] {
    var saves: Result<Rounds.Samples, any Error>?
    // The first life leaves the values that the flat program takes.
    program.run(program.fill)
    let flat = try program.withoutTree()
    program.run { life in saves = Result { try measureSaves(life, flat) } }
    let launches = try rounds.measure([Subject(name: "launch") { program.run { _ in } }])
    var restoredCount = 0
    program.run { restoredCount = $0.restoredCount }
    guard restoredCount == program.objectCount, let saves = try saves?.get() else {
      throw Difference("The application", program.objectCount)
    }
    return [
      Figure("screens.all", saves["all"], "ns", what: "pass over all"),
      Figure("screens.flat", saves["flat"], "ns", what: "pass over the same values without a tree"),
      Figure("screens.type", saves["type"], "ns", what: "pass after typing into a field"),
      Figure("screens.push", saves["push"], "ns", what: "pass after a screen came or went"),
      Figure("screens.launch", launches["launch"], "ns", what: "launch and end, without a display"),
      Figure(
        "screens/flat", saves["all"].ratios(to: saves["flat"]), "x",
        what: "pass over all / over the same values without a tree"),
    ]
  }

  private func measureSaves(_ life: ScreenLife, _ flat: FlatProgram) throws -> Rounds.Samples {
    func subject(
      _ name: String, _ coordinator: RestorationCoordinator, scope: PreservationScope = .changes,
      change: @escaping @MainActor () -> Void
    ) -> Subject {
      var pass: PreservedState?
      return Subject(
        name: name, prepare: change,
        run: { pass = coordinator.preserve(reason: .changed, scope: scope) },
        rest: { try pass?.commitAndWait() })
    }
    let screens = life.restoration
    return try rounds.measure([
      subject("flat", flat.restoration, scope: .all, change: {}),
      subject("all", screens, scope: .all, change: life.typeOnce),
      subject("type", screens, change: life.typeOnce),
      subject("push", screens, change: life.pushOrPop),
    ])
  }
}
