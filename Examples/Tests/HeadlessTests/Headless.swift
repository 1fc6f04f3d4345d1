// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationTesting
import Testing

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

  /// Starts the example, chooses the next session until it has saved a number of times, and kills it.
  ///
  /// - Parameter count: The number of saves.
  /// - Returns: The line that shows the last session.
  /// - Throws: An error if a line is missing.
  @discardableResult func save(times count: Int) throws -> String {
    let process = try start()
    for save in 1...count {
      try process.send("next")
      #expect(try process.line(after: "saved") == "saved \(save)")
    }
    process.kill()
    return try #require(process.lines.last { $0.hasPrefix("2026") })
  }
}
