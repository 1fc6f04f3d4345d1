// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllersTesting
import XCTest

/// The same functions in XCTest.
final class EditorXCTests: XCTestCase {
  /// R30, R57: typed text comes back.
  nonisolated func testTypedTextComesBack() {
    MainActor.assumeIsolated {
      let program = TestApplication(EditorController())
      program.root.text = "Half a sen"
      program.relaunch()
      XCTAssertEqual(program.root.text, "Half a sen")
      expectRestored(program.report)
      expectRoundTrip(program)
    }
  }
}
