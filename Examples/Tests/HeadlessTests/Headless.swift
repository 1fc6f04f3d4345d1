// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationTesting

extension ProgramHome {
  /// Starts the example with this home folder.
  ///
  /// - Parameters:
  ///   - arguments: The example's options.
  ///   - command: The command that runs it.
  /// - Returns: The process.
  /// - Throws: An error if it cannot be started.
  func start(_ arguments: String..., through command: [String] = []) throws -> ProgramProcess {
    try ProgramProcess(.product("Headless"), home: self, arguments: arguments, through: command)
  }
}
