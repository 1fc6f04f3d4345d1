// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Does one thing a number of times, for `Scripts/bench-exact`, which counts what it takes.
///
/// Whatever else a probe does is the same for any number of times, so the difference of two runs is what
/// the thing takes.
@main struct Probes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Probes",
    abstract: "Does one thing a number of times, for tools that count what it takes.",
    subcommands: [
      Encode.self, Restore.self, Save.self, Coordinators.self, Prepare.self, Open.self,
      OpenFloor.self,
    ])
}

/// How large the tree is, and how often the thing is done.
struct Load: ParsableArguments {
  @Option(help: "The number of objects.")
  var objects = 1_000

  @Option(help: "How often.")
  var times = 1

  @Option(help: "Where archives lie; must be empty, or hold what prepare has saved.")
  var folder = "probes"
}
