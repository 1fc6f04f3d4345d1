// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationTesting

extension ProgramHome {
  /// Starts the example, which lives here.
  ///
  /// - Parameters:
  ///   - arguments: Its options.
  ///   - command: Runs it.
  /// - Returns: The process.
  /// - Throws: When it cannot be started.
  func start(_ arguments: String..., through command: [String] = []) throws -> ProgramProcess {
    try ProgramProcess(.product("Headless"), home: self, arguments: arguments, through: command)
  }
}
