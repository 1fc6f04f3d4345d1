// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import ArgumentParser
import Foundation
import GTKWidgets

@main struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Gallery",
    abstract: "Shows every kind of widget that comes back, on a page for each family.",
    discussion: """
      Change anything and end the program in any way: when you start it again, it is as you left it.
      """)

  @Flag(
    help: "Print a line for each state saved and restored, and carry out commands from the input."
  )
  var trace = false

  @Flag(help: "Use the dark style, whatever the desktop uses.")
  var dark = false

  static func main() { main(Archiver.argumentsWithoutSwitches) }

  func run() throws {
    let status = try MainActor.assumeIsolated {
      try GalleryApplication(isTraced: trace, isDark: dark).run()
    }
    throw ExitCode(status)
  }
}
#else
import Foundation

@main struct GalleryCommand {
  static func main() {
    print("Gallery needs libadwaita; build it with: swift build --traits Adwaita")
    exit(1)
  }
}
#endif
