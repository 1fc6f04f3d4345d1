// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// What finding and encoding four declared properties adds to the save of an object, beside what
/// finding four with a mirror and encoding them adds to it.
///
/// Each is measured right after it has run once: what it takes is small beside what the mirror leaves
/// of the caches.
struct DeclaredSuite {
  let count: Int
  let rounds: Rounds

  func run() throws -> Figure {
    let none = DeclaredProgram(count: count, way: .none)
    let declared = DeclaredProgram(count: count, way: .declared)
    let mirror = DeclaredProgram(count: count, way: .mirror)
    let samples = try rounds.measure(
      [
        subject("none", none), subject("declared", declared), subject("mirror", mirror),
      ])
    guard let without = samples["none"], let ours = samples["declared"],
      let mirrors = samples["mirror"]
    else { return Figure("declared:mirror", .nan, "x") }
    // What cannot be told from nothing counts as a nanosecond an object.
    let added = max(ours.difference(from: without).median, Double(count))
    return Figure(
      "declared:mirror", mirrors.difference(from: without).median / added, "x",
      what: "finding and encoding declared state with Mirror / here")
  }

  private func subject(_ name: String, _ program: DeclaredProgram) -> Subject {
    Subject(
      name: name,
      prepare: {
        program.preserve()
        program.changeAll()
      }, run: { program.preserve() })
  }
}
