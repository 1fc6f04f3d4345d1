// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PosixSupport

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
