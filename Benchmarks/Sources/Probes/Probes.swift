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
    abstract: "Repeats one operation, for tools that count its cost.",
    subcommands: [
      Encode.self, Restore.self, Save.self, Coordinators.self, Prepare.self, Open.self,
      OpenFloor.self,
    ])
}

/// The size of the tree and the number of repetitions.
struct Load: ParsableArguments {
  @Option(help: "The number of objects.")
  var objects = 1_000

  @Option(help: "The number of repetitions.")
  var times = 1

  @Option(help: "The folder for archives: empty, or with those that prepare saved.")
  var folder = "probes"
}
