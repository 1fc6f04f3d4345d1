// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ViewControllers

@main struct SamplesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Small applications modelled on public samples, to be killed and started again.",
    discussion: """
      In its first life a sample acts as its user; in later lives it only restores. It prints its \
      interface, then waits to be killed. Scripts/samples runs all samples.
      """)

  @Argument(help: "The name of a sample.")
  var name: String?

  @Option(help: "The number of starts with this state, including this one.")
  var life = 1

  @Option(
    help: "Save because of this: \(SaveTrigger.allCases.map(\.rawValue).joined(separator: " or "))."
  )
  var save: SaveTrigger?

  @Flag(help: "Open all tabs and go back before saving.")
  var visit = false

  @Flag(help: "Print the names of all samples that come back.")
  var list = false

  @Flag(help: "Print the names of samples that a known fault keeps from coming back.")
  var listFaults = false

  static func main() async { await main(Archiver.argumentsWithoutSwitches) }

  @MainActor func run() async throws {
    if list { Catalog.samples.forEach { print($0.name) } }
    if listFaults { Catalog.knownFaults.forEach { print($0.name) } }
    guard let name else { return }
    let all = Catalog.samples + Catalog.knownFaults
    guard let entry = all.first(where: { $0.name == name }) else {
      throw ValidationError("There is no sample \(name); --list prints all names.")
    }
    try await Life(entry: entry, number: life, save: save, visitsTabs: visit).run()
  }
}

/// The reason that a sample saves.
enum SaveTrigger: String, CaseIterable, ExpressibleByArgument {
  /// A second has passed since a change.
  case changed
  /// The user has switched to another application.
  case left
}
