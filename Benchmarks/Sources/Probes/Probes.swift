// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Repeats one operation, whose cost `Scripts/bench-exact` counts.
///
/// `Scripts/Release/engine-figures` counts what a repetition passes.
@main struct Probes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Probes",
    abstract: "Repeats one operation, for tools that count its cost.",
    subcommands: [Restore.self, Save.self, Keep.self, Coordinators.self])
}

/// The size of the tree and the number of repetitions.
struct Load: ParsableArguments {
  @Option(help: "The number of objects.")
  var objects = 1_000

  @Option(help: "The number of repetitions.")
  var times = 1

  @Option(help: "An empty folder for the files.")
  var folder = "probes"
}
