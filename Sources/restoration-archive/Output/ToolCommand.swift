// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// A command that reports failures as one sentence and exit status.
///
/// The sentence goes to standard error.
protocol ToolCommand: ParsableCommand {
  /// Executes the command.
  ///
  /// - Throws: ``ToolFailure`` or `ArchiveError`.
  func execute() throws
}

extension ToolCommand {
  func run() throws {
    let failure: ToolFailure
    do {
      do {
        try execute()
      } catch let status as ExitCode {
        try requireAllPrinted()
        throw status
      }
      return try requireAllPrinted()
    } catch let thrown as ToolFailure {
      failure = thrown
    } catch let error as ArchiveError {
      failure = ToolFailure(error)
    }
    let line = "restoration-archive: \(printable(failure.sentence))\n"
    FileHandle.standardError.write(Data(line.utf8))
    throw ExitCode(failure.status.rawValue)
  }
}
