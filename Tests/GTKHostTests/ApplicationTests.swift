// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
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
        let device = GridDevice()
        let (application, host, _) = device.makeApplication()
        try requireDisplay(host)
        var steps: [String] = []
        application.onPreserve = { _, _ in steps.append("preserved") }
        host.whenSettled {
          steps.append("painted")
          XCTAssertNotNil(application.probation)
          kill(getpid(), SIGTERM)
        }
        XCTAssertEqual(host.run(application), 0)
        XCTAssertEqual(steps, ["painted", "preserved"])
        XCTAssertEqual(host.windowPeers.count, 0)
      }
    }

    /// R27: closing the last window ends the run in order.
    func testClosingTheLastWindowEndsTheRun() throws {
      try MainActor.assumeIsolated {
        let (application, host, _) = GridDevice().makeApplication()
        try requireDisplay(host)
        host.whenSettled { gtk_window_close(host.windowPeers[0].window.cast()) }
        XCTAssertEqual(host.run(application), 0)
        XCTAssertEqual(application.phase, .terminated)
      }
    }

    /// R99, R175: the first paint after a relaunch shows the saved place.
    func testRelaunchPaintsTheSavedPlaceFirst() throws {
      try MainActor.assumeIsolated {
        let device = GridDevice()
        let (first, firstHost, firstGrid) = device.makeApplication()
        try requireDisplay(firstHost)
        firstHost.whenSettled {
          let peer = firstGrid.collection.peer as? CollectionPeer
          gtk_adjustment_set_value(peer?.canvas.verticalAdjustment, 77_123)
          firstGrid.collection.hostDidSelectItem(
            at: IndexPath(item: 2300, section: 0), extending: false)
          first.terminate()
        }
        XCTAssertEqual(firstHost.run(first), 0)

        let (second, secondHost, secondGrid) = device.makeApplication()
        var offsetAtFirstPaint: CGFloat?
        _ = secondHost.schedule(after: .zero) {
          secondHost.firstPaint(of: secondHost.windowPeers[0].window) {
            let peer = secondGrid.collection.peer as? CollectionPeer
            offsetAtFirstPaint = peer?.visibleRect.minY
            XCTAssertGreaterThan(peer?.cellCount ?? 0, 8)
          }
        }
        secondHost.whenSettled { second.terminate() }
        XCTAssertEqual(secondHost.run(second), 0)
        XCTAssertEqual(offsetAtFirstPaint, 77_123)
        XCTAssertEqual(
          secondGrid.collection.indexPathsForSelectedItems, [IndexPath(item: 2300, section: 0)])
      }
    }
  }

  /// What outlives a run, and the interface that each run makes.
  @MainActor private final class GridDevice {
    private let store = MemoryStore()
    private let keys = MemoryKeyProvider()

    func makeApplication() -> (Application, GTKHost, GridDelegate) {
      let host = GTKHost(isAnimated: false)
      let delegate = GridDelegate()
      let application = Application(
        ApplicationDescription(identifier: "org.example.Tests", version: "1"), delegate: delegate,
        host: host, archiver: Archiver(store: store, keys: keys))
      return (application, host, delegate)
    }
  }

  /// Makes a window with a grid of ten thousand items in a navigation controller.
  @MainActor private final class GridDelegate: StateRestoringApplicationDelegate {
    let collection = CollectionView()
    private let source = NumberedSource(count: 10_000)

    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      collection.restorationIdentifier = "Grid"
      collection.dataSource = source
      let controller = ViewController()
      controller.restorationIdentifier = "Items"
      controller.view.addSubview(collection)
      let navigation = NavigationController(rootViewController: controller)
      navigation.restorationIdentifier = "Navigation"
      let window = Window(application: application)
      window.rootViewController = navigation
      window.makeKeyAndVisible()
      return true
    }

    func application(
      _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
    ) {}

    func application(
      _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
    ) -> Bool { true }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
    ) -> Bool { true }
  }
#endif
