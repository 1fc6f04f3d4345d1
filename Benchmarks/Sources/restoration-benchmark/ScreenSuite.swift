// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Screens
import StateRestoration

/// What saving and restoring take of the main actor in an application with controllers and views.
@MainActor struct ScreenSuite {
  let program: ScreenProgram
  let rounds: Rounds

  func run() throws -> [Figure] {
    var saves = Result<[String: Sample], any Error>.success([:])
    program.run { life in
      program.fill(life)
      saves = Result { try measureSaves(life) }
    }
    let launches = try rounds.measure([Subject(name: "launch") { program.run { _ in } }])
    var restoredCount = 0
    program.run { restoredCount = $0.restoredCount }
    guard restoredCount == program.objectCount else {
      throw Difference(codec: "The application", count: program.objectCount)
    }
    let size = "\(NumberText.short(Double(program.objectCount))) windows, screens and fields"
    let samples = try saves.get().merging(launches) { first, _ in first }
    return [
      ("all", "main actor, all of \(size)"),
      ("type", "main actor, the user types into one of \(size)"),
      ("push", "main actor, a screen of \(size) comes or goes"),
      ("launch", "an application with \(size) launches, and ends"),
    ].compactMap { name, what in
      samples[name].map { Figure("screens.\(name)@\(program.objectCount)", $0, "ns", what: what) }
    }
  }

  private func measureSaves(_ life: ScreenLife) throws -> [String: Sample] {
    func subject(
      _ name: String, everything: Bool = false, change: @escaping @MainActor () -> Void
    ) -> Subject {
      Subject(
        name: name,
        prepare: {
          // What was preserved before is durable by now.
          try life.restoration.preserve(reason: .explicit).commitAndWait()
          change()
        }, run: { _ = life.restoration.preserve(reason: .changed, everything: everything) })
    }
    return try rounds.measure([
      subject("all", everything: true, change: life.typeOnce),
      subject("type", change: life.typeOnce), subject("push", change: life.pushOrPop),
    ])
  }
}
