// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

@main struct SamplesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Small applications in the way of public samples, to be killed and started again.",
    discussion: """
      In its first life a sample does what its user does; in later ones it only comes back. It prints \
      its interface, then waits to be killed. Scripts/samples runs all of them.
      """)

  @Argument(help: "The name of a sample.")
  var name: String?

  @Option(help: "How often the sample was started on this state, this time included.")
  var life = 1

  @Option(help: "Save, and how: \(SaveTrigger.allCases.map(\.rawValue).joined(separator: " or ")).")
  var save: SaveTrigger?

  @Flag(help: "Open all tabs and go back before saving.")
  var visit = false

  @Flag(help: "Print the names of all samples that come back.")
  var list = false

  @Flag(help: "Print the names of those that don't, because of a fault of the package.")
  var listFaults = false

  static func main() async { await main(Archiver.argumentsWithoutSwitches) }

  @MainActor func run() async throws {
    if list { Catalog.samples.forEach { print($0.name) } }
    if listFaults { Catalog.knownFaults.forEach { print($0.name) } }
    guard let name else { return }
    let all = Catalog.samples + Catalog.knownFaults
    guard let entry = all.first(where: { $0.name == name }) else {
      throw ValidationError("There is no sample \(name); --list names all.")
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
