// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

extension ArchiveError {
  /// Creates the error of a file operation that the system refused.
  init(_ error: SystemError, _ action: String, _ path: String) {
    self.init(
      .inputOutput, "\(action) failed: \(error)", file: path, systemError: error.number)
  }

  /// What the system said; its number is 0 when it was not asked.
  var cause: SystemError { SystemError(systemError) }
}

/// Calls the system.
///
/// - Parameters:
///   - call: The call.
///   - action: What is tried, for the error: "Opening the file".
///   - path: The file concerned.
/// - Returns: What the call returns.
/// - Throws: ``ArchiveError`` when the system refuses.
func attempt<Value>(
  _ call: @autoclosure () throws(SystemError) -> Value, _ action: String, _ path: String
) throws(ArchiveError) -> Value {
  do throws(SystemError) { return try call() } catch { throw ArchiveError(error, action, path) }
}
