// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

extension ArchiveError {
  /// Creates an error for a file operation that the system refused.
  init(_ error: SystemError, _ action: String, _ path: String) {
    self.init(
      .inputOutput, "\(action) failed: \(error)", file: path, systemError: error.number)
  }

  /// The system's error, with number 0 when no system call was made.
  var cause: SystemError { SystemError(systemError) }
}

/// Makes a system call, and converts its error.
///
/// - Parameters:
///   - call: The system call.
///   - action: The attempted action, for the error: "Opening the file".
///   - path: The affected file.
/// - Returns: The result of the call.
/// - Throws: ``ArchiveError`` when the system refuses the call.
func attempt<Value>(
  _ call: @autoclosure () throws(SystemError) -> Value, _ action: String, _ path: String
) throws(ArchiveError) -> Value {
  do throws(SystemError) { return try call() } catch { throw ArchiveError(error, action, path) }
}
