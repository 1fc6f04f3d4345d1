// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import XCTest

/// A source location in a test, for both test frameworks.
struct TestLocation {
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int
}

/// Fails the running test, in either framework.
///
/// - Parameters:
///   - message: The problem, in any number of lines.
///   - location: The line of the test that made the check.
func reportFailure(_ message: String, at location: TestLocation) {
  // In a detached task or on another thread, neither framework knows its test. Only the framework
  // that runs accepts a failure then, so both receive it.
  if Test.current == nil {
    XCTFail(message, file: location.filePath, line: UInt(location.line))
  }
  Issue.record(
    Comment(rawValue: message),
    sourceLocation: SourceLocation(
      fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: location.line,
      column: location.column))
}
