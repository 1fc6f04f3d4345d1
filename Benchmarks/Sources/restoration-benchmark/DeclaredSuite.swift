// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// What declared properties add to the encode of an object, beside finding them with a mirror.
struct DeclaredSuite {
  let count: Int
  let rounds: Rounds

  func run() throws -> Figure {
    let declared = DeclaredProgram(count: count, isDeclared: true)
    let bare = DeclaredProgram(count: count, isDeclared: false)
    let samples = try rounds.measure(
      [
        Subject(name: "declared") { declared.preserve() },
        Subject(name: "bare") { bare.preserve() },
        Subject(name: "mirror") { _ = declared.findWithMirrors() },
      ], beforeRound: declared.changeAll)
    guard let with = samples["declared"], let without = samples["bare"],
      let mirror = samples["mirror"]
    else { return Figure("declared:mirror", .nan, "x") }
    // What cannot be told from nothing counts as a nanosecond an object.
    let added = max(with.median - without.median, Double(count))
    return Figure(
      "declared:mirror", mirror.median / added, "x",
      what: "finding declared state with Mirror / here")
  }
}
