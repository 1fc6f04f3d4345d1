// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Repeats one operation, whose cost `Scripts/bench-exact` counts.
///
/// The rest of a probe costs the same for any number of repetitions. So the difference between two
/// runs is the cost of the operation.
@main struct Probes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Probes",
    abstract: "Does one thing a number of times, for tools that count what it takes.",
    subcommands: [
      Encode.self, Restore.self, Save.self, Coordinators.self, Prepare.self, Open.self,
      OpenFloor.self,
    ])
}

/// The size of the tree and the number of repetitions.
struct Load: ParsableArguments {
  @Option(help: "The number of objects.")
  var objects = 1_000

  @Option(help: "How often.")
  var times = 1

  @Option(help: "Where archives lie; must be empty, or hold what prepare has saved.")
  var folder = "probes"
}
