// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class DesktopEventsTests: XCTestCase {
  /// R27: the screen is locked while any source says so.
  ///
  /// A change of the lock is reported once.
  func testSeveralWhoSayThatTheScreenIsLockedAreOneLock() {
    var lock = ScreenLock()
    lock.report(false, by: "login")
    XCTAssertFalse(lock.isLocked)
    lock.report(true, by: "screen saver")
    lock.report(true, by: "login")
    lock.report(false, by: "screen saver")
    XCTAssertTrue(lock.isLocked)
    lock.report(false, by: "login")
    XCTAssertFalse(lock.isLocked)
  }

  /// R27: the source of a lock at launch also reports the unlock.
  func testLockAtLaunchEndsWithWhoKnewOfIt() {
    var lock = ScreenLock(lockedBy: ["screen saver"])
    lock.report(true, by: "screen saver")
    lock.report(false, by: "someone who never knew of a lock")
    XCTAssertTrue(lock.isLocked)
    lock.report(false, by: "screen saver")
    XCTAssertFalse(lock.isLocked)
  }

  /// R27: a requested lock ends when it is withdrawn.
  ///
  /// It also ends when the process that locked the screen unlocks it.
  func testWishEndsWithWhatCameOfIt() {
    var lock = ScreenLock()
    lock.wish(true)
    XCTAssertTrue(lock.isLocked)
    lock.wish(false)
    XCTAssertFalse(lock.isLocked)
    lock.wish(true)
    lock.report(false, by: "login")
    XCTAssertTrue(lock.isLocked, "nobody has locked yet")
    lock.report(true, by: "screen saver")
    lock.report(false, by: "screen saver")
    XCTAssertFalse(lock.isLocked)
  }

  /// R27: an ownerless lock ends when the user is active again.
  ///
  /// So does a lock that was never granted.
  func testLockThatNobodyCanEndEndsWithTheUserAtWork() {
    var lock = ScreenLock(lockedBy: ["screen saver", "login"])
    lock.lose("screen saver")
    lock.report(false, by: "login")
    XCTAssertFalse(lock.isLocked)
    lock.report(true, by: "screen saver")
    lock.userIsAtWork()
    XCTAssertTrue(lock.isLocked, "who locked it still says so")
    lock.lose("screen saver")
    XCTAssertTrue(lock.isLocked)
    lock.userIsAtWork()
    XCTAssertFalse(lock.isLocked)
  }

  /// A value of an unexpected type reads as `nil`.
  func testValuesOfAnotherTypeReadAsNil() throws {
    let arguments = try XCTUnwrap(
      Variant.arguments(.string("text"), .boolean(true), .options(["key": "value"])))
    XCTAssertEqual(arguments[0]?.string, "text")
    XCTAssertEqual(arguments[1]?.boolean, true)
    XCTAssertEqual(arguments[2]?["key"]?.string, "value")
    XCTAssertNil(arguments[0]?.boolean)
    XCTAssertNil(arguments[1]?.string)
    XCTAssertNil(arguments[1]?.unsigned)
    XCTAssertNil(arguments[1]?.unboxed)
    XCTAssertNil(arguments[1]?.handle)
    XCTAssertNil(arguments[1]?[0])
    XCTAssertNil(arguments[1]?["key"])
    XCTAssertNil(arguments[2]?["other key"])
    XCTAssertNil(arguments[3])
    XCTAssertNil(Variant.path("no path"))
  }

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

  /// R27: without a bus, the question returns at once without an answer.
  func testNothingIsLockedWithoutABus() throws {
    let environment = ProcessInfo.processInfo.environment
    try XCTSkipIf(
      ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"]
        .contains { environment[$0] != "disabled:" }, "There is a bus.")
    XCTAssertEqual(LockQuestion().answer(within: .seconds(10)), [])
  }

  /// R27: the program delays sleep and shutdown again after waking up or a cancelled shutdown.
  func testSleepIsDelayedAgain() throws {
    try MainActor.assumeIsolated {
      let desktop = try MockDesktop()
      defer { desktop.close() }
      let host = GTKHost(isAnimated: false)
      let bus = try XCTUnwrap(Bus(address: desktop.address))
      defer { bus.close() }
      let inhibitor = SleepInhibitor(bus, programName: "Tests", application: nil)
      defer { inhibitor.close() }
      // The inhibitor listened first, so it has heard what these have heard.
      var (isThere, isEnding) = (false, false)
      bus.watch(LoginDaemon.object.name) { isThere = $0 }
      for signal in ["PrepareForSleep", "PrepareForShutdown"] {
        bus.subscribe(LoginDaemon.object.name, LoginDaemon.object.interface, signal) {
          isEnding = $1[0]?.boolean == true
        }
      }
      // The daemon answers calls in order.
      @MainActor func waitForAnswers() {
        var isAnswered = false
        bus.call(LoginDaemon.object, "GetSession", .arguments(.string("auto"))) { _ in
          isAnswered = true
        }
        host.pump { isAnswered }
      }
      try desktop.tell("come login")
      host.pump { isThere }
      waitForAnswers()
      for (end, goOn) in [("sleep", "wake"), ("shutdown", "keep")] {
        let before = try desktop.tell(end)
        XCTAssertTrue(before.contains("inhibited sleep:shutdown delay Tests"), "before \(end)")
        host.pump { isEnding }
        try desktop.tell(goOn)
        host.pump { !isEnding }
        waitForAnswers()
      }
      let after = try desktop.tell("go login")
      XCTAssertTrue(after.contains("inhibited sleep:shutdown delay Tests"), "at the end")
    }
  }

  /// Low memory releases pictures that no screen shows.
  func testLowMemoryForgetsPicturesThatAreNotShown() throws {
    let (hidden, shown) = (
      try makePicture(red: 200, green: 120, blue: 40),
      try makePicture(red: 10, green: 20, blue: 30)
    )
    try withFixture { fixture in
      let view = ImageView(image: Image(contentsOf: hidden))
      view.layout = .expanding
      fixture.show(view)
      view.image = Image(contentsOf: shown)
      fixture.settle()
      XCTAssertTrue(fixture.host.pictures.keepsPicture(of: hidden))
      fixture.host.pictures.forgetUnusedPictures()
      XCTAssertFalse(fixture.host.pictures.keepsPicture(of: hidden))
      let widget = try XCTUnwrap(view.peer as? Peer).widget
      let (x, y) = (Int(widget.width / 2), Int(widget.height / 2))
      XCTAssertEqual(fixture.color(x: x, y: y, of: widget), [10, 20, 30, 255])
    }
  }
}

extension PictureLoader {
  /// Whether a picture of a file is cached, in any size.
  fileprivate func keepsPicture(of file: URL) -> Bool {
    preview(for: PictureRequest(file: file, width: 1, height: 1, covers: false)) != nil
  }
}
#endif
