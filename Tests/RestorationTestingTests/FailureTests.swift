// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RestorationTesting

@Suite struct FailureTests {
  @Test("A failure is an issue of the running test")
  func failureIsRecorded() {
    withKnownIssue {
      reportFailure(
        "it is wrong",
        at: TestLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    } matching: {
      $0.description.contains("it is wrong")
    }
  }
}
