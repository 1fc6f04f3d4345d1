// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Screens
import StateRestoration

/// Measures saving and restoring on the main actor.
///
/// The application has controllers and views.
@MainActor struct ScreenSuite {
  let program: ScreenProgram
  let rounds: Rounds

  func run() throws -> [Figure] {
    var saves: Result<Rounds.Samples, any Error>?
    program.run { life in
      program.fill(life)
      saves = Result { try measureSaves(life) }
    }
    let launches = try rounds.measure([Subject(name: "launch") { program.run { _ in } }])
    var restoredCount = 0
    program.run { restoredCount = $0.restoredCount }
    guard restoredCount == program.objectCount, let saves = try saves?.get() else {
      throw Difference(codec: "The application", count: program.objectCount)
    }
    let size = "\(program.objectCount) windows, screens and fields"
    return [
      Figure("screens.all", saves["all"], "ns", what: "pass, all of \(size)"),
      Figure("screens.type", saves["type"], "ns", what: "pass, typing into one of \(size)"),
      Figure("screens.push", saves["push"], "ns", what: "pass, a screen of \(size) comes or goes"),
      Figure("screens.launch", launches["launch"], "ns", what: "launch and end with \(size)"),
    ]
  }

  private func measureSaves(_ life: ScreenLife) throws -> Rounds.Samples {
    func subject(
      _ name: String, scope: PreservationScope = .changes, change: @escaping @MainActor () -> Void
    ) -> Subject {
      Subject(
        name: name,
        prepare: {
          // Earlier passes are durable by now.
          try life.restoration.preserve(reason: .explicit).commitAndWait()
          change()
        }, run: { _ = life.restoration.preserve(reason: .changed, scope: scope) })
    }
    return try rounds.measure([
      subject("all", scope: .all, change: life.typeOnce),
      subject("type", change: life.typeOnce), subject("push", change: life.pushOrPop),
    ])
  }
}
