// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
  import ArgumentParser
  import Foundation
  import RestorationArchive

  @main struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "Gallery",
      abstract: "Shows every kind of widget that comes back, on a page for each family.",
      discussion: """
        Change what you like and end the program in whatever way; started again, it is as you left it.
        """)

    @Flag(
      help: "Print a line for each state saved and restored, and do what lines of the input say.")
    var trace = false

    @Flag(help: "Be dark, whatever the desktop is.")
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
      print("Gallery needs libadwaita, and is built with: swift build --traits Adwaita")
      exit(1)
    }
  }
#endif
