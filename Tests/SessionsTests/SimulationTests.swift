// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedSessions
import Testing

/// Seeded nodes, network, store and clocks.
///
/// `./test` and `Scripts/Release/simulate-sessions` run many more schedules.
@Suite struct SimulationTests {
  @Test("R218: nodes and network lose no answered change, and past owners commit nothing")
  func schedules() {
    var answers = 0
    for seed in 1...100 {
      let outcome = Schedule(seed: UInt64(seed)).run()
      #expect(outcome.problems.isEmpty, "Seed \(seed)")
      answers += outcome.answers
    }
    #expect(answers > 100 * 20)
  }

  @Test("R218: the simulation finds each planted fault", arguments: PlantedFault.allCases)
  func plantedFaults(fault: PlantedFault) {
    // One fault shows in each fiftieth schedule only.
    let found = (1...400).first {
      !Schedule(seed: $0, trouble: fault.trouble, fault: fault).run().problems.isEmpty
    }
    #expect(found != nil)
  }

  @Test(
    "R220, R221, R229, R230: no bad release, poison session, hanging call or mix of versions costs state",
    arguments: Trouble.allCases)
  func troubles(trouble: Trouble) {
    for seed in UInt64(1)...30 {
      let outcome = Schedule(seed: seed, trouble: trouble).run()
      #expect(outcome.problems.isEmpty, "Seed \(seed)")
    }
  }

  @Test("R218: a seed repeats its run exactly")
  func repeatable() {
    for seed in UInt64(1)...10 {
      #expect(Schedule(seed: seed).run() == Schedule(seed: seed).run())
    }
  }
}
