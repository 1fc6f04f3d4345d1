// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedSessions

/// Runs seeded schedules of simulated nodes.
///
/// Exits with 1 if a schedule shows a fault.
@main struct SimulateSessions {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    guard let first = arguments.popFirst().flatMap({ UInt64($0) }),
      let count = arguments.popFirst().flatMap({ UInt64($0) }), count > 0
    else {
      print(
        """
        usage: SimulateSessions FIRST-SEED COUNT \
        [\(PlantedFault.allCases.map(\.rawValue).joined(separator: "|"))]
        """)
      return
    }
    let fault = arguments.popFirst().flatMap { PlantedFault(rawValue: $0) }
    let troubles: [Trouble?] = [nil] + Trouble.allCases
    var (answers, faulty) = (0, 0)
    for seed in first..<first + count {
      let trouble = fault.map(\.trouble) ?? troubles[Int(seed % UInt64(troubles.count))]
      let outcome = Schedule(seed: seed, trouble: trouble, fault: fault).run()
      answers += outcome.answers
      if count == 1 { print(outcome.log.joined(separator: "\n")) }
      if !outcome.problems.isEmpty {
        faulty += 1
        if faulty <= 3 {
          print("Seed \(seed):", outcome.problems.prefix(3).joined(separator: "\n  "))
        }
      }
      if (seed - first + 1) % 1000 == 0 {
        print("\(seed - first + 1) schedules, \(answers) answers")
      }
    }
    print("\(count) schedules, \(answers) answers, \(faulty) schedules with a fault")
    if faulty > 0 { exit(1) }
  }
}
