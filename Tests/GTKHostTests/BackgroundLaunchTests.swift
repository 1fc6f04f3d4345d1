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

final class BackgroundLaunchTests: XCTestCase {
  /// R121: in the foreground, the application shows its restored windows.
  ///
  /// It keeps running when its work is done.
  func testBackgroundRunCanBeBroughtToTheForeground() throws {
    try withDevice { device in
      let used = Grid()
      let first = try device.launch { used.navigation }
      used.collection.contentOffset.y = 4_321
      first.settle()
      first.end()

      let pages = Grid()
      let life = try device.makeLife { pages.navigation }
      let application = try life.application
      application.beginBackgroundTask()
      var offset: CGFloat?
      _ = life.host.schedule(after: .milliseconds(1)) {
        application.enterForeground()
        application.backgroundTaskDidComplete()
        life.host.whenSettled {
          offset = (pages.collection.peer as? CollectionPeer)?.visibleRect.minY
          application.terminate()
        }
      }
      XCTAssertEqual(life.host.run(inBackground: application), 0)
      XCTAssertEqual(offset, 4_321)
    }
  }

  /// R188: after the unlock, locked state is restored into the visible window.
  func testLateRestoreIsPainted() throws {
    try withDevice { device in
      let used = Grid()
      let first = try device.launch { used.navigation }
      used.navigation.pushViewController(NamedScreen("Detail"), animated: false)
      first.settle()
      first.end()

      let pages = Grid()
      let (life, keys) = try device.launchLocked(
        make: { $0 == "Detail" ? NamedScreen("Detail") : nil }, root: { pages.navigation })
      defer { life.end() }
      XCTAssertEqual(pages.navigation.viewControllers.count, 1)
      XCTAssertEqual(try life.unlock(keys)?.isRestored, true)
      let top = try XCTUnwrap(pages.navigation.topViewController as? NamedScreen)
      XCTAssertTrue(top.isShown)
      XCTAssertEqual(try life.application.windows[0].appearance.controllers.count, 2)
    }
  }

  /// R188: a late restore also reaches a view on screen.
  ///
  /// The view scrolls to its saved place at once.
  func testLateRestoreScrollsWhatIsOnScreen() throws {
    try withDevice { device in
      let used = Grid()
      let first = try device.launch { used.navigation }
      first.settle()
      used.collection.contentOffset.y = 4_321
      used.collection.hostDidSelectElement(at: IndexPath(item: 400, section: 0), extending: false)
      first.settle()
      first.end()

      let pages = Grid()
      let (life, keys) = try device.launchLocked { pages.navigation }
      defer { life.end() }
      let peer = try XCTUnwrap(pages.collection.peer as? CollectionPeer)
      gtk_adjustment_set_value(peer.canvas.verticalAdjustment, 9_999)
      life.settle()
      XCTAssertEqual(try life.unlock(keys)?.isRestored, true)
      XCTAssertEqual(peer.visibleRect.minY, 4_321)
      XCTAssertEqual(
        pages.collection.indexPathsForSelectedItems, [IndexPath(item: 400, section: 0)])
    }
  }
}

extension GTKHost {
  /// Runs an application as ``Application/run(inBackground:)`` does, without sharing it.
  @MainActor fileprivate func run(inBackground application: Application) -> Int32 {
    application.isLaunchedInBackground = true
    return run(application)
  }
}

extension Device {
  /// Launches the program while the key is locked.
  @MainActor fileprivate func launchLocked(
    make: @escaping @MainActor (String?) -> ViewController? = { _ in nil },
    root: @escaping @MainActor () -> ViewController
  ) throws -> (life: Life, keys: MemoryKeyProvider) {
    let keys = lockedKeys
    let life = try makeLife(keys: keys, make: make, root: root)
    try life.application.launch()
    life.settle()
    return (life, keys)
  }
}

extension Life {
  /// Unlocks the key and restores late.
  @MainActor fileprivate func unlock(_ keys: MemoryKeyProvider) throws -> RestorationReport? {
    let application = try self.application
    keys.setLocked(false)
    host.pump { application.isProtectedDataAvailable }
    let report = application.restoreLate()
    settle()
    return report
  }
}
#endif
