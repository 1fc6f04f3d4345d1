// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Lists the applications with state on this machine.
struct ListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the applications with state on this machine.",
    discussion: """
      For each application in the XDG state folder: where its key is, whether it is running, and its \
      archives – those of processes that ran beside others, and those that were set aside, included \
      – with the number and the time of the newest save, size, objects and the application's \
      version. Nothing is changed, and no key is made.

      EXAMPLES
        restoration-archive list
        restoration-archive list --keyring
        restoration-archive list --json

      \(ToolFailure.exitStatuses)
      """)

  @Flag(name: .long, help: "Look for keys in the desktop's keyring.")
  var keyring = false

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let environment = ProcessInfo.processInfo.environment
    let inhabitants = try StateFolder.applications(environment: environment).map {
      try Inhabitant($0, keyring ? .keyring : .usual, environment: environment)
    }
    if output.json { return try printJSON(inhabitants) }
    if inhabitants.isEmpty {
      let base = try StateFolder.base(environment: environment)
      return print("No application has state in \(printable(base)).")
    }
    let style = output.style
    print(inhabitants.map { $0.text(style) }.joined(separator: "\n"), terminator: "")
  }
}

extension Inhabitant {
  /// Returns lines about the application and its archives, with breaks.
  fileprivate func text(_ style: Style) -> String {
    var text = style(printable(application), .heading)
    let words =
      switch key {
      case .file: "key in a file"
      case .keyring: "key in the keyring"
      case .none: style("no key", .warning)
      case .unusable: style("a key that cannot be used", .bad)
      }
    text += ", \(words)" + (runsAs.map { ", running as process \($0)" } ?? "") + "\n"
    if let failure { text += "  \(style(printable(failure), .bad)).\n" }
    for archive in archives {
      var facts = [counted(archive.size, "byte", "bytes")]
      if let save = archive.save { facts.insert("save \(save)", at: 0) }
      if let objects = archive.objects { facts.append(counted(objects, "object", "objects")) }
      if let version = archive.version { facts.append("version \(printable(version))") }
      if let timestamp = archive.timestamp { facts.append(timestampText(timestamp)) }
      text += "  \(archive.file): \(facts.joined(separator: ", "))\n"
      if let failure = archive.failure {
        text += "    \(style("It cannot be opened: \(printable(failure)).", .warning))\n"
      }
    }
    for image in launchImages {
      text += "  \(image.file): \(counted(image.size, "byte", "bytes"))\n"
    }
    if archives.isEmpty, failure == nil { text += "  no archive\n" }
    return text
  }
}
