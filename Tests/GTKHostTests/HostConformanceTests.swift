// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import ViewControllersTesting
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class HostConformanceTests: XCTestCase {
  /// GTK's host passes every check that hosts must pass.
  ///
  /// R15, R52, R114, R121, R130, R131, R150, R190, R212: `HostConformance` has the checks.
  func testGTKHostConforms() throws {
    try MainActor.assumeIsolated {
      try requireDisplay(GTKHost(isAnimated: false))
      let subject = HostUnderTest(
        turn: { host in
          _ = host.schedule(after: .milliseconds(2)) {}  // wakes the waiting loop
          g_main_context_iteration(nil, 1)
        },
        make: { GTKHost(isAnimated: false) })
      for check in HostConformance.checks { check.run(on: subject) }
    }
  }
}
#endif
