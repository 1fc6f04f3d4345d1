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

/// Containers and sheets in the first frame after a relaunch.
final class RelaunchedContainerTests: XCTestCase {
  /// R76, R77: the first frame shows the stack and its sheet.
  func testStackAndSheetAreInTheFirstFrame() throws {
    try withDevice { device in
      let first = try launch(device)
      let used = try first.root(NavigationController.self)
      for name in ["A", "B"] { used.pushViewController(NamedScreen(name), animated: false) }
      used.topViewController?.present(NamedScreen("Sheet"), animated: false)
      first.settle()
      XCTAssertEqual(try titles(in: first), ["B", "Sheet"])
      first.end()

      let second = try launch(device)
      defer { second.end() }
      let shown = try second.atFirstPaint { try titles(in: second) }
      XCTAssertEqual(shown, ["B", "Sheet"])
      let navigation = try second.root(NavigationController.self)
      navigation.dismiss(animated: false)
      navigation.goBack(animated: false)
      second.settle()
      XCTAssertEqual(try titles(in: second), ["A"])
    }
  }

  /// R79, R82: the first frame shows the selected tab and current page.
  func testSelectedTabAndPageAreInTheFirstFrame() throws {
    try withDevice { device in
      @MainActor func root() -> ViewController {
        let pages = PageViewController(pages: ["One", "Two", "Three"].map(NamedScreen.init))
        pages.restorationIdentifier = "Pages"
        let tabs = TabBarController(viewControllers: [NamedScreen("Home"), pages])
        tabs.restorationIdentifier = "Tabs"
        return tabs
      }
      let first = try device.launch(root: root)
      let tabs = try first.root(TabBarController.self)
      tabs.selectedIndex = 1
      (tabs.selectedViewController as? PageViewController)?.turn(.forward, animated: false)
      first.end()

      let second = try device.launch(root: root)
      defer { second.end() }
      XCTAssertEqual(try second.atFirstPaint { try titles(in: second) }, ["Two"])
      let peer = try XCTUnwrap(try second.root(TabBarController.self).view.peer as? TabBarPeer)
      XCTAssertEqual(
        peer.switcher.buttons.map { gtk_toggle_button_get_active($0.cast()) }, [0, 1])
    }
  }

  /// R25, R64, R81: a wide layout is restored in one column.
  ///
  /// The screens and the report are the same as in a wide window.
  func testSavedWideIsRestoredNarrow() throws {
    try withDevice { device in
      @MainActor func root() -> ViewController {
        let details = NavigationController(rootViewController: NamedScreen("None"))
        details.restorationIdentifier = "Details"
        let split = SplitViewController(primary: NamedScreen("List"), secondary: details)
        split.restorationIdentifier = "Split"
        split.dividerPosition = 300
        return split
      }
      @MainActor func launch(width: Double) throws -> Life {
        try device.launch(
          size: CGSize(width: width, height: 600),
          make: { $0 == "Talk" ? NamedScreen("Talk") : nil }, root: root)
      }
      let first = try launch(width: 1000)
      let split = try first.root(SplitViewController.self)
      split.dividerPosition = 350
      (split.secondaryViewController as? NavigationController)?
        .pushViewController(NamedScreen("Talk"), animated: false)
      split.show(.secondary, animated: false)
      first.settle()
      XCTAssertEqual(try titles(in: first), ["List", "Talk"])
      first.end()

      let narrow = try launch(width: 400)
      XCTAssertEqual(try narrow.atFirstPaint { try titles(in: narrow) }, ["Talk"])
      XCTAssertTrue(try narrow.root(SplitViewController.self).isCollapsed)
      let narrowReport = narrow.report?.outcomes
      narrow.end()

      let wide = try launch(width: 1000)
      defer { wide.end() }
      XCTAssertEqual(try wide.atFirstPaint { try titles(in: wide) }, ["List", "Talk"])
      XCTAssertEqual(try wide.root(SplitViewController.self).dividerPosition, 350)
      XCTAssertEqual(narrowReport?.isEmpty, false)
      XCTAssertEqual(wide.report?.outcomes, narrowReport)
    }
  }
}

/// A navigation stack on launch code's root controller.
///
/// Screens over it are created on demand.
@MainActor private func launch(_ device: Device) throws -> Life {
  let made: Set = ["A", "B", "Sheet"]
  return try device.launch(make: { $0.flatMap { made.contains($0) ? NamedScreen($0) : nil } }) {
    let navigation = NavigationController(rootViewController: NamedScreen("Home"))
    navigation.restorationIdentifier = "Stack"
    return navigation
  }
}

/// The titles mapped on screen, children before sheets.
@MainActor private func titles(in life: Life) throws -> [String] {
  @MainActor func shown(in controller: ViewController) -> [String] {
    let own = (controller as? NamedScreen).flatMap { $0.isShown ? $0.label.text : nil }
    let sheet = controller.presentedViewController.flatMap {
      $0.presentingViewController === controller ? $0 : nil
    }
    return [own].compactMap { $0 } + controller.children.flatMap(shown)
      + (sheet.map(shown) ?? [])
  }
  return shown(in: try life.root())
}
#endif
