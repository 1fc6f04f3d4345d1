// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class BackSwipeTests: XCTestCase {
  func testThePagesFollowTheFingersAndTheStackIsPoppedAtTheEnd() throws {
    try withSwipe { fixture in
      let width = fixture.width
      fixture.swipe.begin(length: width)
      fixture.swipe.move(x: width / 4, y: 0, at: 1000)
      fixture.settleLayout()
      XCTAssertEqual(fixture.left(of: fixture.top), width / 4)
      XCTAssertEqual(fixture.left(of: fixture.bottom), width / 4 - width)
      XCTAssertEqual(fixture.navigation.viewControllers.count, 2)
      XCTAssertEqual(fixture.bottom.calls, ["will appear", "did appear"])
      XCTAssertEqual(fixture.top.calls, [])
      fixture.swipe.move(x: width * 3 / 4, y: 5, at: 2000)
      fixture.settleLayout()
      XCTAssertEqual(fixture.left(of: fixture.top), width * 3 / 4)
      fixture.swipe.end(at: 3000)
      fixture.settle()
      XCTAssertTrue(fixture.navigation.topViewController === fixture.bottom)
      XCTAssertEqual(fixture.left(of: fixture.bottom), 0)
      XCTAssertEqual(fixture.bottom.calls, ["will appear", "did appear"])
      XCTAssertEqual(fixture.top.calls, ["will disappear", "did disappear"])
      XCTAssertEqual(fixture.peer.childPeers.count, 1)
    }
  }

  func testPagesThatAreLetGoEarlyGoWhereTheyWere() throws {
    try withSwipe { fixture in
      let width = fixture.width
      fixture.swipe.begin(length: width)
      fixture.swipe.move(x: width / 3, y: 0, at: 1000)
      fixture.swipe.end(at: 2000)
      fixture.settle()
      XCTAssertTrue(fixture.navigation.topViewController === fixture.top)
      XCTAssertEqual(fixture.left(of: fixture.top), 0)
      XCTAssertEqual(
        fixture.bottom.calls, ["will appear", "did appear", "will disappear", "did disappear"])
      XCTAssertEqual(fixture.top.calls, [])
      XCTAssertFalse(fixture.host.settling.isBusy)
    }
  }

  func testFastFingersDecideWhereverTheyAre() throws {
    try withSwipe { fixture in
      fixture.swipe.begin(length: fixture.width)
      fixture.swipe.move(x: fixture.width * 0.6, y: 0, at: 1000)
      fixture.swipe.move(x: fixture.width * 0.55, y: 0, at: 1010)
      fixture.swipe.end(at: 1015)
      fixture.settle()
      XCTAssertEqual(fixture.navigation.viewControllers.count, 2)
      fixture.swipe.begin(length: fixture.width)
      fixture.swipe.move(x: 20, y: 0, at: 1000)
      fixture.swipe.move(x: 60, y: 0, at: 1010)
      fixture.swipe.end(at: 1015)
      fixture.settle()
      XCTAssertEqual(fixture.navigation.viewControllers.count, 1)
    }
  }

  func testOtherMovementsLeadNowhere() throws {
    try withSwipe { fixture in
      let width = fixture.width
      @MainActor func swipe(x: Double, y: Double) {
        fixture.swipe.begin(length: width)
        fixture.swipe.move(x: x / 2, y: y / 2, at: 1000)
        fixture.swipe.move(x: x, y: y, at: 1010)
        fixture.swipe.end(at: 1015)
        fixture.settle()
      }
      swipe(x: width * 0.8, y: width * 0.6)
      swipe(x: -width, y: 0)
      swipe(x: 8, y: 0)
      fixture.navigation.isInteractivePopGestureEnabled = false
      swipe(x: width, y: 0)
      XCTAssertEqual(fixture.navigation.viewControllers.count, 2)
      XCTAssertEqual(fixture.bottom.calls, [])
      fixture.navigation.isInteractivePopGestureEnabled = true
      swipe(x: width, y: 0)
      swipe(x: width, y: 0)  // nothing is behind this screen
      XCTAssertEqual(fixture.navigation.viewControllers.count, 1)
      XCTAssertEqual(fixture.left(of: fixture.bottom), 0)
    }
  }

  func testASwipeEndsWhereTheApplicationChangesTheStack() throws {
    try withSwipe { fixture in
      let other = ViewController()
      fixture.swipe.begin(length: fixture.width)
      fixture.swipe.move(x: fixture.width * 0.8, y: 0, at: 1000)
      fixture.navigation.setViewControllers([other], animated: false)
      fixture.swipe.move(x: fixture.width * 0.9, y: 0, at: 1010)
      fixture.swipe.end(at: 2000)
      fixture.settle()
      XCTAssertTrue(fixture.navigation.topViewController === other)
      XCTAssertEqual(fixture.left(of: other), 0)
      XCTAssertFalse(fixture.host.settling.isBusy)
    }
  }

  func testASwipeLeadsBackToTheColumnBehind() throws {
    try withFixture(size: CGSize(width: 400, height: 500)) { fixture in
      let detail = NavigationController(rootViewController: ViewController())
      let split = SplitViewController(primary: ViewController(), secondary: detail)
      fixture.show(split)
      split.show(.secondary, animated: false)
      fixture.settle()
      let swipe = try XCTUnwrap((detail.view.peer as? NavigationPeer)?.backSwipe)
      swipe.begin(length: 400)
      swipe.move(x: 300, y: 0, at: 1000)
      swipe.end(at: 2000)
      XCTAssertEqual(split.topColumn, .primary)
    }
  }
}

/// Runs a test with a stack of two screens.
private func withSwipe(_ test: @MainActor (SwipeFixture) throws -> Void) throws {
  try withFixture { try test(SwipeFixture($0)) }
}

/// A stack of two screens in a window.
@MainActor private final class SwipeFixture {
  let bottom = RecordingController()
  let top = RecordingController()
  let navigation: NavigationController
  let peer: NavigationPeer
  let swipe: BackSwipe
  private let fixture: HostFixture

  init(_ fixture: HostFixture) throws {
    self.fixture = fixture
    navigation = NavigationController(rootViewController: bottom)
    navigation.setViewControllers([bottom, top], animated: false)
    fixture.show(navigation)
    peer = try XCTUnwrap(navigation.view.peer as? NavigationPeer)
    swipe = try XCTUnwrap(peer.backSwipe)
    bottom.calls = []
    top.calls = []
  }

  var host: GTKHost { fixture.host }

  var width: Double { Double(peer.widget.width) }

  func settle() { fixture.settle() }

  /// While fingers are down, the screen does not settle.
  func settleLayout() {
    var frames = 0
    let tick = FrameAnimation(on: peer.widget, settling: host.settling) { _ in frames += 1 }
    fixture.pump { frames > 2 }
    tick.finish()
  }

  /// Returns the x position of a controller's view in the window.
  func left(of controller: ViewController) -> Double? {
    let view = (controller.view.peer as? Peer)?.widget
    return view?.place(in: peer.widget).map { Double($0.minX) }
  }
}

private final class RecordingController: ViewController {
  var calls: [String] = []

  override func viewWillAppear(_ animated: Bool) { calls.append("will appear") }
  override func viewDidAppear(_ animated: Bool) { calls.append("did appear") }
  override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear") }
  override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear") }
}
#endif
