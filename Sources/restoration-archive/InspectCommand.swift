// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Prints an archive for its owner to read (R136).
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Prints the objects of an archive and the keys they wrote.",
    discussion: """
      Opens one archive, with the key it was sealed with, and prints the restoration class of each \
      path that has one, the top level, and then every object: kind, path, class, and its values \
      by key. Nothing is changed.

      Values may be private: without --reveal only their types and sizes are shown. Keys, classes \
      and paths are shown always.

      EXAMPLES
        restoration-archive inspect org.example.PhotoViewer
        restoration-archive inspect ~/.local/state/org.example.PhotoViewer/restoration
        restoration-archive inspect previous.archive --key restoration.key --reveal

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp(
      "An archive, a state folder, or an application's identifier.",
      discussion: "A folder and an identifier stand for the current archive.",
      valueName: "file"))
  var file: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key file; by default the one in the application's XDG data folder.", valueName: "file"))
  var key: String?

  @Flag(name: .long, help: "Show the values too.")
  var reveal = false

  func run() throws {
    do {
      let location = try ArchiveLocation(
        argument: file, key: key, environment: ProcessInfo.processInfo.environment)
      let report = try InspectionReport(try location.open(), revealsValues: reveal)
      print(report.text, terminator: "")
      if report.isDamaged { throw ToolFailure(.damaged, "Some objects could not be read.") }
    } catch let failure as ToolFailure {
      fail(failure)
      throw ExitCode(failure.status.rawValue)
    } catch let error as ArchiveError {
      let failure = ToolFailure(error)
      fail(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func fail(_ failure: ToolFailure) {
    let line = "restoration-archive: \(printable(failure.sentence))\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
