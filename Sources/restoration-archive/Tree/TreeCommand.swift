// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Prints the paths of an archive as a tree.
struct TreeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Prints the paths of an archive as a tree, with class, size and outcome.",
    discussion: """
      One tree for each scene. Behind each step of a path: the kind, unless it is a controller; the \
      class; how many bytes its values take; and what became of it. "saved" was written by the \
      version of the application that saved last, "carried" by another one or on another system. \
      What the application noted is shown, too: objects that are not preserved, incomplete or \
      share a path with another one when saving, and those that were dropped, got defaults or were \
      asked for by nothing ("unclaimed") at the last launch.

      EXAMPLES
        restoration-archive tree org.example.PhotoViewer
        restoration-archive tree org.example.PhotoViewer --depth 3 --width 20
        restoration-archive tree org.example.PhotoViewer --json

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Option(name: .long, help: "Show this scene only.")
  var scene: String?

  @Option(name: .long, help: "The number of steps to show of each path; JSON has all.")
  var depth: Int?

  @Option(name: .long, help: "The number of steps to show below each; JSON has all.")
  var width: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard depth ?? 1 > 0, width ?? 1 > 0 else {
      throw ValidationError("Depth and width are at least 1.")
    }
  }

  func execute() throws {
    let reading = try archive.open()
    if let scene, !reading.records.contains(where: { $0.address.scene == scene }) {
      throw ToolFailure(.notFound, "The archive has no scene \(scene).")
    }
    if output.json {
      try printJSON(TreeJSON(reading, scene: scene))
    } else {
      let tree = TreeText(
        reading, scene: scene, depth: depth ?? .max, width: width ?? .max, style: output.style)
      print(tree.text, terminator: "")
    }
    if reading.state.end == .damaged || !reading.unreadable.isEmpty {
      throw ToolFailure(.damaged, "Some of the archive could not be read.")
    }
  }
}
