// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Does one thing a number of times and nothing else, for tools that count what it takes.
///
/// `Scripts/bench-exact` runs it under them: what a probe does besides its thing is the same for any
/// number of times, so the difference of two runs is what the thing takes.
@main struct Probes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Probes",
    abstract: "Does one thing a number of times, for tools that count what it takes.",
    subcommands: [
      Encode.self, Declared.self, Decode.self, FlatEncode.self, FlatDecode.self, SaveAll.self,
      SaveOne.self, SaveGuest.self, SaveNothing.self, RegisterLate.self, Prepare.self,
      // Side by side, since those at the end of the list take longer to be found.
      Start.self, Open.self, DecodeFirst.self, Restore.self, Growth.self,
    ])
}

/// How large the tree is, and how often the thing is done.
struct Load: ParsableArguments {
  @Option(help: "So many objects.")
  var objects = 1_000

  @Option(help: "So many times.")
  var times = 1

  @Option(help: "Where archives lie; must be empty, or hold what another probe has saved.")
  var folder = "probes"
}
