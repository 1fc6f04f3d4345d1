// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus

/// Does one thing a number of times and nothing else, for tools that count what it takes.
@main struct Probes: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "probes", subcommands: [])
}
