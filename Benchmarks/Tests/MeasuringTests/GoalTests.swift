// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Testing

struct GoalTests {
  private func goal(_ direction: Goal.Direction, _ target: Double, must: Double?) -> Goal {
    Goal(what: "", figure: "", direction: direction, target: target, must: must, unit: "x")
  }

  @Test("The bounds themselves are good enough")
  func bounds() {
    let goal = goal(.atMost, 1.5, must: 2)
    #expect(goal.verdict(on: 1.5) == .reached)
    #expect(goal.verdict(on: 1.51) == .missed)
    #expect(goal.verdict(on: 2) == .missed)
    #expect(goal.verdict(on: 2.01) == .failed)
  }

  @Test("More is better where that was asked for")
  func atLeast() {
    let goal = goal(.atLeast, 35, must: 20)
    #expect(goal.verdict(on: 36) == .reached)
    #expect(goal.verdict(on: 20) == .missed)
    #expect(goal.verdict(on: 19) == .failed)
  }

  @Test("Where nothing was promised nothing fails, but what is no number does")
  func withoutMust() {
    let goal = goal(.atMost, 3, must: nil)
    #expect(goal.verdict(on: 100) == .missed)
    #expect(goal.verdict(on: .nan) == .failed)
    #expect(goal.verdict(on: nil) == .unknown)
  }

  @Test("Every goal has a figure of its own, and promises no more than its target")
  func allGoals() {
    #expect(Set(Goal.all.map(\.figure)).count == Goal.all.count)
    for goal in Goal.all {
      guard let must = goal.must else { continue }
      let isLooser = goal.direction == .atMost ? must >= goal.target : must <= goal.target
      #expect(isLooser, "\(goal.what)")
    }
  }
}
