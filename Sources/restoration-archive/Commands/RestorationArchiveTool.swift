// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser

@main struct RestorationArchiveTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restoration-archive",
    abstract: "Looks into the archives in which applications keep their state.",
    discussion: """
      EXAMPLES
        restoration-archive list
        restoration-archive inspect org.example.PhotoViewer --outline
        restoration-archive inspect org.example.PhotoViewer --reveal
        restoration-archive diff org.example.PhotoViewer
        restoration-archive inspect copy/current.archive --key copy/restoration.key

      \(ToolFailure.exitStatuses)
      """,
    subcommands: [
      DiffCommand.self,
      DiscardCommand.self,
      ExportCommand.self,
      GraphCommand.self,
      ImportCommand.self,
      InspectCommand.self,
      ListCommand.self,
      PutBackCommand.self,
      ReportCommand.self,
      SizesCommand.self,
      VerifyCommand.self,
    ])
}
#else
import Foundation

/// Stands in for the tool, since a product builds without its trait, too.
@main struct RestorationArchiveTool {
  static func main() {
    let advice = """
      restoration-archive was built without its trait.
      In a clone, type: swift run --traits Tool restoration-archive
      In a package that depends on it, write: .package(url: …, traits: ["Tool"])

      """
    FileHandle.standardError.write(Data(advice.utf8))
    exit(2)
  }
}
#endif
