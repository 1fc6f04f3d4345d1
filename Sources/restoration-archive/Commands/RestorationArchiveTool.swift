// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
