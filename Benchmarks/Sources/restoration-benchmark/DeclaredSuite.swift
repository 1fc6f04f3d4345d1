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
    let added = Sample(zip(with.values, without.values).map { $0 - $1 })
    return Figure("declared:mirror", mirror.ratios(to: added), "x")
  }
}
