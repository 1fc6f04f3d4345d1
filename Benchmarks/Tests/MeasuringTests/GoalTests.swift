// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Testing

struct GoalTests {
  @Test("The bound itself is good enough, and what lies beyond it is not")
  func bounds() {
    let most = Goal("", "", .atMost(1.5), "x")
    #expect(most.holds(for: 1.5))
    #expect(!most.holds(for: 1.51))
    let least = Goal("", "", .atLeast(20), "x")
    #expect(least.holds(for: 20))
    #expect(!least.holds(for: 19.9))
  }

  @Test("What is no number or was not measured does not hold")
  func nothing() {
    #expect(!Goal("", "", .atMost(1), "x").holds(for: .nan))
    #expect(!Goal("", "", .atLeast(1), "x").holds(for: .nan))
    #expect(!Goal("", "", .atMost(1), "x").holds(for: nil))
  }

  @Test("Every goal has a figure of its own, and none is a time")
  func allGoals() {
    #expect(Set(Goal.all.map(\.figure)).count == Goal.all.count)
    #expect(Set(Goal.all.map(\.unit)) == ["x", "", "KB"])
  }
}
