// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import RestorationArchive
import StateRestoration
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class ApplicationTests: XCTestCase {
  /// R27, R190: SIGTERM ends the run in order and saves the state.
  func testSignalEndsTheRunInOrder() throws {
    try MainActor.assumeIsolated {
      let life = try Device().makeLife { Grid().navigation }
      var steps: [String] = []
      try life.application.onPreserve = { _, _ in steps.append("preserved") }
      life.host.whenSettled {
        steps.append("painted")
        XCTAssertEqual(try? life.application.saving.hasShownFirstFrame, true)
        kill(getpid(), SIGTERM)
      }
      XCTAssertEqual(life.host.run(try life.application), 0)
      XCTAssertEqual(steps, ["painted", "preserved"])
      XCTAssertEqual(life.host.windowPeers.count, 0)
    }
  }

  func testStopBeforeTheRunEndsItAtOnce() throws {
    try MainActor.assumeIsolated {
      let life = try Device().makeLife { Grid().navigation }
      life.host.stop(status: 4)
      XCTAssertEqual(life.host.run(try life.application), 4)
    }
  }

  /// R130: Ctrl+Shift+Q asks for confirmation.
  ///
  /// Escape keeps the saved state, and the application continues. Only the button that names the
  /// loss deletes the state and ends the run.
  func testForceQuitGesture() throws {
    try withDevice { device in
      let saving = try device.makeLife { Grid().navigation }
      saving.host.whenSettled { try? saving.application.terminate() }
      XCTAssertEqual(saving.host.run(try saving.application), 0)
      XCTAssertNotNil(device.store.load(.current, slot: nil))

      let life = try device.makeLife { Grid().navigation }
      var answers: [Bool] = []
      life.host.whenSettled {
        let peer = life.host.windowPeers[0]
        let control = GDK_CONTROL_MASK.rawValue
        let press: (Int32, UInt32) -> Void = {
          answers.append(peer.userDidPress(UInt32($0), modifiers: $1))
        }
        press(GDK_KEY_Q, control | GDK_SHIFT_MASK.rawValue)
        let first = life.host.forceQuitDialog
        XCTAssertEqual(
          first.flatMap { gtk_window_get_focus($0.window.cast()) }, first?.keepButton)
        XCTAssertEqual(
          first.flatMap { gtk_window_get_default_widget($0.window.cast()) }, first?.keepButton)
        press(GDK_KEY_Q, control | GDK_SHIFT_MASK.rawValue)
        XCTAssertIdentical(life.host.forceQuitDialog, first)
        XCTAssertEqual(first?.userDidPress(UInt32(GDK_KEY_Escape)), true)
        XCTAssertNil(life.host.forceQuitDialog)
        XCTAssertEqual(try? life.application.phase, .running)
        XCTAssertNotNil(device.store.load(.current, slot: nil))

        press(GDK_KEY_Q, control | GDK_SHIFT_MASK.rawValue)
        if let button = life.host.forceQuitDialog?.quitButton { gtk_widget_activate(button) }
      }
      XCTAssertEqual(life.host.run(try life.application), 0)
      XCTAssertEqual(answers, [true, true, true])
      XCTAssertNil(device.store.load(.current, slot: nil))
      XCTAssertNil(life.host.forceQuitDialog)
    }
  }

  /// R27, R130: the force-quit dialog leaves the application active.
  func testForceQuitDialogIsTheApplication() throws {
    try withFixture { fixture in
      fixture.show(ViewController())
      let peer = try XCTUnwrap(fixture.windowPeer)
      fixture.pump { peer.isActive && fixture.application.isActive }
      fixture.host.userDidPressForceQuit(in: peer.window)
      let dialog = try XCTUnwrap(fixture.host.forceQuitDialog)
      fixture.pump { dialog.isActive }
      // Changes of activation are reported 50 milliseconds later.
      var isLater = false
      _ = fixture.host.schedule(after: .milliseconds(200)) { isLater = true }
      fixture.pump { isLater }
      XCTAssertTrue(fixture.application.isActive)
      gtk_window_close(dialog.window.cast())
      XCTAssertNil(fixture.host.forceQuitDialog)
    }
  }

  /// R130, R132: the force-quit question says what is lost.
  ///
  /// In developer mode, it says that the state is kept.
  func testForceQuitNamesTheLoss() {
    MainActor.assumeIsolated {
      let text = ForceQuitText(deletesState: true)
      XCTAssertTrue(text.loss.contains("text that you have typed"))
      XCTAssertTrue(ForceQuitText(deletesState: false).loss.contains("is kept"))
    }
  }

  /// R212: a window is never larger than a screen.
  ///
  /// A size that fits stays as it is.
  func testSizesOnScreen() throws {
    try MainActor.assumeIsolated {
      let host = GTKHost(isAnimated: false)
      try requireDisplay(host)
      let most = host.sizeOnScreen(CGSize(width: 60_000, height: 60_000))
      XCTAssertLessThan(most.width, 60_000)
      XCTAssertLessThan(most.height, 60_000)
      for size in [most, CGSize(width: 300, height: 200)] {
        XCTAssertEqual(host.sizeOnScreen(size), size)
      }
      let wide = CGSize(width: 60_000, height: 200)
      XCTAssertEqual(host.sizeOnScreen(wide), CGSize(width: most.width, height: 200))
    }
  }

  /// R163: the window that the user activates is the application's front window.
  func testWindowThatTheUserTurnsToIsInFront() throws {
    try withFixture { fixture in
      fixture.show(ViewController())
      let other = Window(application: fixture.application)
      defer { fixture.host.hide(other) }
      other.makeKeyAndVisible()
      fixture.pump { fixture.application.orderedWindows.first === other }
      fixture.settle()
      gtk_window_present(try XCTUnwrap(fixture.windowPeer).window.cast())
      fixture.pump { fixture.application.orderedWindows.first === fixture.window }
    }
  }
}

/// A grid of ten thousand items in a navigation controller.
@MainActor final class Grid {
  let collection = CollectionView()
  let navigation: NavigationController
  private let source = NumberedSource(count: 10_000)

  init() {
    collection.restorationIdentifier = "Grid"
    collection.dataSource = source
    let controller = ViewController()
    controller.restorationIdentifier = "Items"
    controller.view.addSubview(collection)
    navigation = NavigationController(rootViewController: controller)
    navigation.restorationIdentifier = "Navigation"
  }
}
#endif
