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
    /// R27, R190: SIGTERM ends the run in order, state saved.
    func testSignalEndsTheRunInOrder() throws {
      try MainActor.assumeIsolated {
        let life = try Device().makeLife { Grid().navigation }
        var steps: [String] = []
        try life.application.onPreserve = { _, _ in steps.append("preserved") }
        life.host.whenSettled {
          steps.append("painted")
          XCTAssertNotNil(try? life.application.probation)
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

    /// R27: closing the last window ends the run in order.
    func testClosingTheLastWindowEndsTheRun() throws {
      try MainActor.assumeIsolated {
        let life = try Device().makeLife { Grid().navigation }
        life.host.whenSettled { gtk_window_close(life.host.windowPeers[0].window.cast()) }
        XCTAssertEqual(life.host.run(try life.application), 0)
        XCTAssertEqual(try life.application.phase, .terminated)
      }
    }

    /// R130: Ctrl+Shift+Q deletes what was saved and ends the run; Ctrl+Q is nobody's.
    func testForceQuitGesture() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let saving = try device.makeLife { Grid().navigation }
        saving.host.whenSettled { try? saving.application.terminate() }
        XCTAssertEqual(saving.host.run(try saving.application), 0)
        XCTAssertNotNil(device.store.load(.current, slot: nil))

        let life = try device.makeLife { Grid().navigation }
        var answers: [Bool] = []
        life.host.whenSettled {
          let peer = life.host.windowPeers[0]
          let control = GDK_CONTROL_MASK.rawValue
          answers.append(peer.userDidPress(UInt32(GDK_KEY_q), modifiers: control))
          answers.append(
            peer.userDidPress(UInt32(GDK_KEY_Q), modifiers: control | GDK_SHIFT_MASK.rawValue))
        }
        XCTAssertEqual(life.host.run(try life.application), 0)
        XCTAssertEqual(answers, [false, true])
        XCTAssertNil(device.store.load(.current, slot: nil))
      }
    }

    /// R163: the window that the user turns to is in front, for the application too.
    func testWindowThatTheUserTurnsToIsInFront() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
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

    /// R99, R175: the first paint after a relaunch shows the saved place.
    func testRelaunchPaintsTheSavedPlaceFirst() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let (used, grid) = (Grid(), Grid())
        let first = try device.launch { used.navigation }
        first.settle()
        let usedPeer = try XCTUnwrap(used.collection.peer as? CollectionPeer)
        gtk_adjustment_set_value(usedPeer.canvas.verticalAdjustment, 77_123)
        used.collection.hostDidSelectItem(
          at: IndexPath(item: 2300, section: 0), extending: false)
        first.end()

        let second = try device.launch { grid.navigation }
        defer { second.end() }
        let shown = try second.atFirstPaint {
          let peer = try XCTUnwrap(grid.collection.peer as? CollectionPeer)
          return (offset: peer.visibleRect.minY, cells: peer.cellCount)
        }
        XCTAssertEqual(shown.offset, 77_123)
        XCTAssertGreaterThan(shown.cells, 8)
        XCTAssertEqual(
          grid.collection.indexPathsForSelectedItems, [IndexPath(item: 2300, section: 0)])
      }
    }
  }

  /// A grid of ten thousand items in a navigation controller.
  @MainActor private final class Grid {
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
