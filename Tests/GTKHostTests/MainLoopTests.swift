// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class MainLoopTests: XCTestCase {
  func testMainActorTasksRunUnderTheLoop() throws {
    try MainActor.assumeIsolated {
      let fixture = try HostFixture()
      var steps: [String] = []
      Task { @MainActor in
        steps.append("task")
        await Task.detached {}.value
        steps.append("after a hop")
        try? await Task.sleep(for: .milliseconds(5))
        steps.append(Thread.isMainThread ? "on the main thread" : "elsewhere")
      }
      fixture.pump { steps.count == 3 }
      XCTAssertEqual(steps, ["task", "after a hop", "on the main thread"])
    }
  }

  func testSettledWaitsForAFrame() throws {
    try withFixture { fixture in
      fixture.show(Label("Hello"))
      var isSettled = false
      Task { @MainActor in
        await fixture.host.settled()
        isSettled = true
      }
      XCTAssertFalse(isSettled)
      fixture.pump { isSettled }
    }
  }
}
#endif
