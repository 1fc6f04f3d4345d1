// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import PosixSupport
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

/// Asks for confirmation of an irreversible action.
///
/// `--yes` answers beforehand.
///
/// - Parameter question: The question, with its question mark.
/// - Throws: ``ToolFailure`` when the answer is no, or no one can be asked.
func confirm(_ question: String) throws(ToolFailure) {
  guard StandardStream.input.isTerminal else {
    throw ToolFailure(.wrongUse, "There is no terminal to ask on; add --yes to do it.")
  }
  StandardStream.flushOutput()
  FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
  guard ["y", "yes"].contains(readLine()?.lowercased()) else {
    throw ToolFailure(.notAllWell, "Nothing was changed.")
  }
}

/// Throws if standard output did not accept everything.
///
/// Otherwise the tool would report success although, for example, the disk is full.
func requireAllPrinted() throws(ToolFailure) {
  guard StandardStream.flushOutput() else {
    throw ToolFailure(.inputOutput, "Not everything could be written to standard output.")
  }
}

/// The reason for the tool's failure, with an exit status.
struct ToolFailure: Error {
  /// The exit statuses, after sysexits.h.
  enum Status: Int32 {
    case notAllWell = 1
    case wrongUse = 64
    case damaged = 65
    case notFound = 66
    case cannotCreate = 73
    case inputOutput = 74
    case inUse = 75
    case wrongKey = 77
    case newerFormat = 78
  }

  var status: Status
  /// One sentence, with its full stop.
  var sentence: String

  init(_ status: Status, _ sentence: String) {
    (self.status, self.sentence) = (status, sentence)
  }

  /// Describes an error of the library in the tool's words.
  init(_ error: ArchiveError) {
    self.init(Self.status(of: error.code), error.description + ".")
  }

  private static func status(of code: ArchiveError.Code) -> Status {
    switch code {
    case .damaged, .limitExceeded: .damaged
    case .wrongKey, .keyUnavailable, .keyLocked: .wrongKey
    case .newerFormat: .newerFormat
    case .invalidIdentifier: .notFound
    case .inUse: .inUse
    default: .inputOutput
    }
  }

  static let exitStatuses = exitStatuses(
    done: "it was done", notAllWell: "no failure, but there are warnings, or you declined")

  /// Returns the list of exit statuses for a command's help.
  ///
  /// The command defines the meaning of the first two.
  static func exitStatuses(done: String, notAllWell: String) -> String {
    """
    EXIT STATUS
      0   \(done)
      1   \(notAllWell)
      64  the command line is wrong
      65  the archive is damaged or exceeds a limit
      66  there is no such archive, object or key
      73  the file to create exists already, is no regular file, or holds state or what is read
      74  a file could not be read, written or removed
      75  the application is running
      77  the archive was sealed with another key, or the key is unavailable
      78  the archive has a newer format than this tool reads
    """
  }
}
#endif
