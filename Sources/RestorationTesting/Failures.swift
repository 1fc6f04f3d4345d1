// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import XCTest

/// Where in a test something was asked, in the terms of both frameworks.
struct TestLocation {
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int
}

/// Fails the running test, whichever framework runs it.
///
/// - Parameters:
///   - message: What is wrong, over as many lines as it takes.
///   - location: The line of the test that asked.
func reportFailure(_ message: String, at location: TestLocation) {
  // In a detached task or on another thread neither framework knows its test. Only the one that runs
  // takes a failure then, so both are told.
  if Test.current == nil {
    XCTFail(message, file: location.filePath, line: UInt(location.line))
  }
  Issue.record(
    Comment(rawValue: message),
    sourceLocation: SourceLocation(
      fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: location.line,
      column: location.column))
}
