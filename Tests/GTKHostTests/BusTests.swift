// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import XCTest

  @testable import GTKHost

  final class BusTests: XCTestCase {
    /// No request is sent over a closed bus.
    ///
    /// GLib calls a request over a closed connection a critical fault.
    func testClosedBusIsAskedNothing() throws {
      try MainActor.assumeIsolated {
        let desktop = try MockDesktop()
        let bus = try XCTUnwrap(Bus(address: desktop.address))
        let host = GTKHost(isAnimated: false)
        desktop.close()
        host.pump { bus.isClosed }
        let faults = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        faults.initialize(to: 0)
        defer { faults.deallocate() }
        let handler = g_log_set_handler(
          "GLib-GIO", G_LOG_LEVEL_CRITICAL,
          { _, _, _, count in count?.assumingMemoryBound(to: Int.self).pointee += 1 }, faults)
        defer { g_log_remove_handler("GLib-GIO", handler) }
        bus.subscribe("org.example.Name", "org.example.Interface", "Changed") { _, _ in }
        bus.watch("org.example.Name") { _ in }
        bus.close()
        XCTAssertEqual(faults.pointee, 0)
      }
    }
  }
#endif
