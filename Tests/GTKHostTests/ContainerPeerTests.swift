// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class ContainerPeerTests: XCTestCase {
  func testHiddenBarsDoNotMoveContentThatExtendsUnderThem() throws {
    try withFixture { fixture in
      let controller = ViewController()
      controller.toolbarItems = [BarButtonItem(title: "Blur") {}]
      controller.view.extendsUnderBars = true
      let navigation = NavigationController(rootViewController: controller)
      fixture.show(navigation)
      let peer = try XCTUnwrap(navigation.view.peer as? NavigationPeer)
      XCTAssertEqual(peer.visibleBars.top, true)
      XCTAssertEqual(peer.visibleBars.bottom, true)
      XCTAssertEqual(controller.view.bounds.size, navigation.view.bounds.size)
      navigation.isNavigationBarHidden = true
      navigation.isToolbarHidden = true
      fixture.settle()
      XCTAssertEqual(peer.visibleBars.top, false)
      XCTAssertEqual(peer.visibleBars.bottom, false)
      XCTAssertEqual(controller.view.bounds.size, navigation.view.bounds.size)
    }
  }

  func testAStackTakesNoNoticeOfFrames() throws {
    try withFixture { fixture in
      let (controller, stack, photo) = (ViewController(), StackView(axis: .vertical), ImageView())
      controller.view.addSubview(stack)
      photo.layout = .expanding
      photo.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
      controller.view.addSubview(photo)
      stack.addSubview(photo)
      fixture.show(controller)
      XCTAssertEqual((photo.peer as? Peer)?.widget.height, (stack.peer as? Peer)?.widget.height)
      stack.isHidden = true
      fixture.settle()
      XCTAssertEqual(stack.bounds.size, controller.view.bounds.size)
    }
  }

  func testFramesPlaceViewsFreely() throws {
    try withFixture { fixture in
      let controller = ViewController()
      let (photo, laidOut) = (ImageView(), Label("beside"))
      laidOut.layout.horizontal = .end
      laidOut.layout.vertical = .end
      controller.view.addSubview(photo)
      controller.view.addSubview(laidOut)
      photo.frame = CGRect(x: 30, y: 40, width: 120, height: 80)
      photo.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      fixture.show(controller)
      let size = controller.view.bounds.size
      let peer = try XCTUnwrap(photo.peer as? ImagePeer)
      @MainActor func place() -> CGRect? {
        gtk_widget_get_parent(peer.widget).flatMap { peer.widget.place(in: $0) }
      }
      XCTAssertEqual(place(), CGRect(x: 30, y: 40, width: 120, height: 80))
      XCTAssertEqual(laidOut.frame.maxX, size.width)
      XCTAssertEqual(laidOut.frame.maxY, size.height)
      photo.center = CGPoint(x: 200, y: 100)
      fixture.settle()
      XCTAssertEqual(place(), CGRect(x: 140, y: 60, width: 120, height: 80))
      photo.frame = CGRect(x: -1e300, y: 1e300, width: 1e12, height: 2)
      fixture.settle()
      XCTAssertEqual(place()?.width, 1e6)
      photo.frame = controller.view.bounds
      controller.view.bounds.origin = CGPoint(x: 7, y: 9)
      fixture.settle()
      XCTAssertEqual(place(), CGRect(x: -7, y: -9, width: size.width, height: size.height))
    }
  }

  func testHiddenBarsGiveTheirRoomToOtherContent() throws {
    try withFixture { fixture in
      let controller = ViewController()
      let navigation = NavigationController(rootViewController: controller)
      fixture.show(navigation)
      XCTAssertLessThan(controller.view.bounds.size.height, navigation.view.bounds.size.height)
      navigation.isNavigationBarHidden = true
      fixture.settle()
      XCTAssertEqual(controller.view.bounds.size.height, navigation.view.bounds.size.height)
      XCTAssertEqual(fixture.window.size, CGSize(width: 800, height: 600))
    }
  }

  func testSheetLiesOverTheRootAndTakesItsInput() throws {
    try withFixture { fixture in
      let (root, sheet) = (ViewController(), ViewController())
      root.view.addSubview(Button("Below"))
      sheet.view.addSubview(Button("Above"))
      sheet.preferredContentSize = CGSize(width: 300, height: 120)
      fixture.show(root)
      root.present(sheet, animated: false)
      fixture.settle()
      XCTAssertEqual(sheet.view.bounds.size, CGSize(width: 300, height: 120))
      let below = try XCTUnwrap(root.view.peer as? Peer).widget
      XCTAssertEqual(gtk_widget_get_can_target(below), 0)
      XCTAssertEqual(gtk_widget_get_can_focus(below), 0)
      XCTAssertEqual(try XCTUnwrap(fixture.windowPeer).userDidPressEscape(), true)
      fixture.settle()
      XCTAssertNil(root.presentedViewController)
      XCTAssertEqual(gtk_widget_get_can_target(below), 1)
      XCTAssertEqual(try XCTUnwrap(fixture.windowPeer).userDidPressEscape(), false)
    }
  }

  func testMovingSheetsAndPagesEndInTheirPlaces() throws {
    try withFixture(isAnimated: true) { fixture in
      let (bottom, sheet) = (ViewController(), ViewController())
      sheet.preferredContentSize = CGSize(width: 300, height: 120)
      let navigation = NavigationController(rootViewController: bottom)
      fixture.show(navigation)
      bottom.present(sheet, animated: true)
      XCTAssertTrue(fixture.host.settling.isBusy)
      fixture.settle()
      let content = try XCTUnwrap((navigation.view.peer as? Peer)?.widget)
      let card = try XCTUnwrap((sheet.view.peer as? Peer)?.widget)
      XCTAssertEqual(card.place(in: content)?.minY, CGFloat(content.height) - 120 - 6)
      bottom.dismiss(animated: true)
      XCTAssertNotNil(gtk_widget_get_parent(card))
      fixture.settle()
      XCTAssertNil(gtk_widget_get_parent(card))

      weak var popped: ViewController?
      do {
        let top = ViewController()
        popped = top
        navigation.pushViewController(top, animated: true)
        XCTAssertTrue(fixture.host.settling.isBusy)
        fixture.settle()
        navigation.popViewController(animated: true)
      }
      XCTAssertNotNil(popped)
      fixture.settle()
      XCTAssertNil(popped)
    }
  }

  func testPoppedPageMayBeShownElsewhereWhileItSlides() throws {
    try withFixture(isAnimated: true) { fixture in
      let (bottom, top) = (ViewController(), ViewController())
      top.preferredContentSize = CGSize(width: 300, height: 120)
      let navigation = NavigationController(rootViewController: bottom)
      fixture.show(navigation)
      navigation.pushViewController(top, animated: true)
      fixture.settle()
      navigation.popViewController(animated: true)
      bottom.present(top, animated: true)
      fixture.settle()
      let widget = try XCTUnwrap((top.view.peer as? Peer)?.widget)
      XCTAssertNotNil(gtk_widget_get_root(widget))
      XCTAssertEqual(top.view.bounds.size, CGSize(width: 300, height: 120))
    }
  }

  func testViewFromBelowASheetCanBeUsedInAnotherContainer() throws {
    try withFixture { fixture in
      let (root, sheet) = (ViewController(), ViewController())
      fixture.show(root)
      root.present(sheet, animated: false)
      fixture.settle()
      let widget = try XCTUnwrap((root.view.peer as? Peer)?.widget)
      XCTAssertEqual(gtk_widget_get_can_target(widget), 0)
      fixture.window.rootViewController = TabBarController(viewControllers: [root])
      fixture.settle()
      root.dismiss(animated: false)
      fixture.settle()
      XCTAssertNotNil(gtk_widget_get_root(widget))
      XCTAssertEqual(gtk_widget_get_can_target(widget), 1)
      XCTAssertEqual(gtk_widget_get_can_focus(widget), 1)
    }
  }

  func testSheetThatHasLeftCanBeUsedInAnotherContainer() throws {
    try withFixture(isAnimated: true) { fixture in
      let (root, sheet) = (ViewController(), ViewController())
      let navigation = NavigationController(rootViewController: root)
      fixture.show(navigation)
      root.present(sheet, animated: true)
      fixture.settle()
      root.dismiss(animated: true)
      fixture.settle()
      let widget = try XCTUnwrap(sheet.view.peer as? Peer).widget
      navigation.pushViewController(sheet, animated: false)
      fixture.settle()
      XCTAssertNotNil(gtk_widget_get_root(widget))
      XCTAssertEqual(gtk_widget_get_can_target(widget), 1)
      XCTAssertEqual(gtk_widget_get_can_focus(widget), 1)
    }
  }

  func testWindowClosesWhileASheetStillLeaves() throws {
    try withFixture(isAnimated: true) { fixture in
      let (root, sheet) = (ViewController(), ViewController())
      fixture.show(root)
      root.present(sheet, animated: true)
      fixture.settle()
      root.dismiss(animated: true)
      let card = try XCTUnwrap(sheet.view.peer as? Peer).widget
      XCTAssertNotNil(gtk_widget_get_parent(card))
      fixture.close()
      XCTAssertNil(gtk_widget_get_parent(card))
      XCTAssertFalse(fixture.host.settling.isBusy)
    }
  }

  func testSheetComesBackWhileItStillLeaves() throws {
    try withFixture(isAnimated: true) { fixture in
      let (root, sheet) = (ViewController(), ViewController())
      fixture.show(root)
      root.present(sheet, animated: true)
      root.dismiss(animated: true)
      root.present(sheet, animated: true)
      fixture.settle()
      XCTAssertNotNil(gtk_widget_get_parent(try XCTUnwrap(sheet.view.peer as? Peer).widget))
      XCTAssertGreaterThan(sheet.view.bounds.size.width, 0)
    }
  }
}
#endif
