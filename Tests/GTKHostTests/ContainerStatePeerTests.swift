// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// Tab bar, split view and page view in a real window.
final class ContainerStatePeerTests: XCTestCase {
  /// R79: the user's tab selection becomes the model's.
  ///
  /// Only the selected tab is on screen.
  func testTabsShowTheSelectedChild() throws {
    try withFixture { fixture in
      let (home, other) = (ViewController(), ViewController())
      (home.title, other.title) = ("Home", "Other")
      let tabs = TabBarController(viewControllers: [home, other])
      fixture.show(tabs)
      let peer = try XCTUnwrap(tabs.view.peer as? TabBarPeer)
      XCTAssertFalse(other.isViewLoaded)
      XCTAssertEqual(peer.stack.pages.count, 1)
      gtk_toggle_button_set_active(peer.switcher.buttons[1].cast(), 1)
      fixture.settle()
      XCTAssertTrue(tabs.selectedViewController === other)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: other)), 1)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: home)), 0)
      XCTAssertEqual(other.view.bounds.size.width, tabs.view.bounds.size.width)
      XCTAssertLessThan(other.view.bounds.size.height, tabs.view.bounds.size.height)
      XCTAssertTrue(peer.userDidPress(GDK_KEY_1, modifiers: GDK_ALT_MASK.rawValue))
      XCTAssertEqual(tabs.selectedIndex, 0)
      XCTAssertEqual(gtk_toggle_button_get_active(peer.switcher.buttons[0].cast()), 1)
      XCTAssertEqual(gtk_toggle_button_get_active(peer.switcher.buttons[1].cast()), 0)
      XCTAssertTrue(peer.userDidPress(GDK_KEY_Page_Down, modifiers: GDK_CONTROL_MASK.rawValue))
      XCTAssertEqual(tabs.selectedIndex, 1)
      XCTAssertFalse(peer.userDidPress(GDK_KEY_Page_Down, modifiers: GDK_CONTROL_MASK.rawValue))
      XCTAssertFalse(peer.userDidPress(GDK_KEY_1, modifiers: 0))
    }
  }

  func testTabsComeAndGo() throws {
    try withFixture { fixture in
      let home = ViewController()
      let tabs = TabBarController(viewControllers: [home])
      fixture.show(tabs)
      let peer = try XCTUnwrap(tabs.view.peer as? TabBarPeer)
      weak var gone: ViewController?
      do {
        let other = ViewController()
        gone = other
        tabs.viewControllers = [home, other]
        tabs.selectedIndex = 1
        fixture.settle()
        XCTAssertEqual(peer.switcher.buttons.count, 2)
        tabs.viewControllers = [home]
      }
      fixture.settle()
      XCTAssertNil(gone)
      XCTAssertEqual(peer.switcher.buttons.count, 1)
      XCTAssertEqual(peer.stack.pages.count, 1)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: home)), 1)
      home.tabBarItem = TabBarItem(title: "Named", iconName: "go-home-symbolic")
      fixture.settle()
      XCTAssertNotNil(gtk_button_get_child(peer.switcher.buttons[0].cast()))
    }
  }

  /// R81: the divider follows the model, and a drag moves the model.
  func testDividerWorksBothWays() throws {
    try withFixture(size: CGSize(width: 1000, height: 600)) { fixture in
      let (list, details) = (ViewController(), ViewController())
      let split = SplitViewController(primary: list, secondary: details)
      split.dividerPosition = 333
      fixture.show(split)
      let peer = try XCTUnwrap(split.view.peer as? SplitPeer)
      XCTAssertEqual(list.view.bounds.size.width, 333)
      gtk_paned_set_position(peer.paned.opaque, 250)
      fixture.settle()
      XCTAssertEqual(split.dividerPosition, 250)
      XCTAssertEqual(list.view.bounds.size.width, 250)
      split.dividerPosition = 400
      fixture.settle()
      XCTAssertEqual(list.view.bounds.size.width, 400)
      XCTAssertGreaterThan(details.view.bounds.size.width, 500)
    }
  }

  /// R81: too little room does not change the saved divider position.
  func testDividerKeepsItsPositionWithoutRoom() throws {
    try withFixture(size: CGSize(width: 800, height: 600)) { fixture in
      let (list, details) = (ViewController(), ViewController())
      details.view.layout.minimumSize = CGSize(width: 200, height: 0)
      let split = SplitViewController(primary: list, secondary: details)
      split.dividerPosition = 700
      fixture.show(split)
      XCTAssertLessThan(list.view.bounds.size.width, 620)
      XCTAssertEqual(split.dividerPosition, 700)
      fixture.window.size.width = 1000
      fixture.pump { split.view.bounds.size.width == 1000 && list.view.bounds.size.width == 700 }
      XCTAssertEqual(split.dividerPosition, 700)
    }
  }

  /// R226: a divider that wide content moved comes back when the content is narrow again.
  func testDividerComesBackAfterWideContent() throws {
    try withFixture(size: CGSize(width: 1000, height: 600)) { fixture in
      let (list, details) = (ViewController(), ViewController())
      let split = SplitViewController(primary: list, secondary: details)
      split.dividerPosition = 500
      fixture.show(split)
      let button = Button(String(repeating: "The connection was lost. ", count: 5))
      details.view.addSubview(button)
      fixture.settle()
      XCTAssertLessThan(list.view.bounds.size.width, 500)
      button.title = "Done"
      fixture.settle()
      XCTAssertEqual(list.view.bounds.size.width, 500)
      XCTAssertEqual(split.dividerPosition, 500)
    }
  }

  /// R226: a size that the screen forces on a window is not wanted, nor is its divider's place.
  ///
  /// What the user changes then is, each side for itself.
  func testForcedSizeIsNotWanted() throws {
    try withFixture(size: CGSize(width: 900, height: 600)) { fixture in
      Screens.simulated = [(width: 600, height: 400)]
      defer { Screens.simulated = nil }
      let (list, details) = (ViewController(), ViewController())
      details.view.layout.minimumSize = CGSize(width: 200, height: 0)
      let split = SplitViewController(primary: list, secondary: details)
      (split.dividerPosition, split.collapseWidth) = (500, 300)
      fixture.show(split)
      XCTAssertEqual(fixture.window.size, CGSize(width: 600, height: 400))
      XCTAssertEqual(fixture.window.wantedSize, CGSize(width: 900, height: 600))
      XCTAssertLessThan(list.view.bounds.size.width, 420)
      XCTAssertEqual(split.dividerPosition, 500)
      let window = try XCTUnwrap(fixture.windowPeer).window
      gtk_window_set_default_size(window.cast(), 600, 300)
      fixture.pump { fixture.window.size.height == 300 }
      XCTAssertEqual(fixture.window.wantedSize, CGSize(width: 900, height: 300))
    }
  }

  /// R81: a narrow window has one column and a back button.
  func testNarrowWindowHasOneColumn() throws {
    try withFixture(size: CGSize(width: 1000, height: 600)) { fixture in
      let (list, details) = (ViewController(), ViewController())
      (list.title, details.title) = ("List", "Details")
      list.view.layout.minimumSize = CGSize(width: 200, height: 0)
      details.view.layout.minimumSize = CGSize(width: 250, height: 0)
      let split = SplitViewController(primary: list, secondary: details)
      split.show(.secondary, animated: false)
      fixture.show(split)
      let peer = try XCTUnwrap(split.view.peer as? SplitPeer)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: list)), 1)
      XCTAssertFalse(peer.secondary.bar.isShown)
      fixture.window.size.width = 400
      fixture.pump { split.isCollapsed }
      fixture.settle()
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: list)), 0)
      XCTAssertEqual(details.view.bounds.size.width, 400)
      XCTAssertTrue(peer.secondary.bar.isShown)
      peer.secondary.bar.onBack?()
      fixture.settle()
      XCTAssertEqual(split.visibleColumns, [.primary])
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: list)), 1)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: details)), 0)
      XCTAssertEqual(list.view.bounds.size.width, 400)
      fixture.window.size.width = 1000
      fixture.pump { !split.isCollapsed }
      fixture.settle()
      XCTAssertEqual(list.view.bounds.size.width, split.dividerPosition)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: details)), 1)
    }
  }

  /// R81: a narrow window loads the list only on going back.
  func testNarrowWindowLoadsOneColumn() throws {
    try withFixture(size: CGSize(width: 400, height: 600)) { fixture in
      let list = ViewController()
      let nav = NavigationController(rootViewController: ViewController())
      let split = SplitViewController(primary: list, secondary: nav)
      split.show(.secondary, animated: false)
      fixture.show(split)
      XCTAssertFalse(list.isViewLoaded)
      XCTAssertEqual(try XCTUnwrap(split.view.peer as? SplitPeer).secondary.bar.isShown, false)
      nav.goBack(animated: true)
      fixture.settle()
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: list)), 1)
      split.setViewController(nil, for: .secondary)
      fixture.settle()
      XCTAssertNil(gtk_widget_get_parent(try widget(of: nav)))
    }
  }

  /// R81: a second column without its own bar gets one.
  ///
  /// It also gets one if the list was never shown.
  func testNarrowWindowHasAWayBackFromTheStart() throws {
    try withFixture(size: CGSize(width: 400, height: 600)) { fixture in
      let (list, details) = (ViewController(), ViewController())
      let split = SplitViewController(primary: list, secondary: details)
      split.show(.secondary, animated: false)
      fixture.show(split)
      let peer = try XCTUnwrap(split.view.peer as? SplitPeer)
      XCTAssertTrue(peer.secondary.bar.isShown)
      XCTAssertFalse(list.isViewLoaded)
      split.setViewController(nil, for: .primary)
      fixture.settle()
      XCTAssertFalse(peer.secondary.bar.isShown)
      XCTAssertEqual(details.view.bounds.size, split.view.bounds.size)
    }
  }

  func testTabThatWasElsewhereIsShownAgain() throws {
    try withFixture { fixture in
      let (home, other) = (ViewController(), ViewController())
      let tabs = TabBarController(viewControllers: [home, other])
      fixture.show(tabs)
      other.present(home, animated: false)
      fixture.settle()
      XCTAssertTrue(tabs.selectedViewController === other)
      XCTAssertEqual(try XCTUnwrap(tabs.view.peer as? TabBarPeer).switcher.buttons.count, 1)
      tabs.dismiss(animated: false)
      tabs.viewControllers = [home, other]
      tabs.selectedIndex = 0
      fixture.settle()
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: home)), 1)
      XCTAssertEqual(gtk_widget_is_ancestor(try widget(of: home), try widget(of: tabs)), 1)
    }
  }

  /// R82: buttons turn pages, and the screen shows the model's page.
  func testPagesTurn() throws {
    try withFixture { fixture in
      let children = [ViewController(), ViewController(), ViewController()]
      let pages = PageViewController(pages: children)
      pages.setCurrentPage(children[1], animated: false)
      fixture.show(pages)
      let peer = try XCTUnwrap(pages.view.peer as? PagePeer)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: children[1])), 1)
      XCTAssertFalse(children[0].isViewLoaded)
      XCTAssertEqual(peer.dotsText, "○ ● ○")
      XCTAssertNotEqual(gtk_widget_activate(peer.forwardButton), 0)
      fixture.pump { pages.currentIndex == 2 }
      fixture.settle()
      XCTAssertEqual(pages.currentIndex, 2)
      XCTAssertEqual(peer.dotsText, "○ ○ ●")
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: children[2])), 1)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: children[1])), 0)
      XCTAssertEqual(gtk_widget_get_sensitive(peer.forwardButton), 0)
      XCTAssertEqual(gtk_widget_get_sensitive(peer.reverseButton), 1)
      XCTAssertEqual(children[2].view.bounds.size.width, pages.view.bounds.size.width)
    }
  }

  func testMovingPagesEndInTheirPlace() throws {
    try withFixture(isAnimated: true) { fixture in
      let children = [ViewController(), ViewController()]
      let pages = PageViewController(pages: children)
      fixture.show(pages)
      pages.turn(.forward, animated: true)
      XCTAssertTrue(fixture.host.settling.isBusy)
      fixture.settle()
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: children[0])), 0)
      XCTAssertEqual(gtk_widget_get_mapped(try widget(of: children[1])), 1)
    }
  }
}
/// Returns the widget that draws a controller.
@MainActor private func widget(of controller: ViewController) throws -> WidgetPointer {
  try XCTUnwrap(controller.view.peer as? Peer).widget
}
#endif
