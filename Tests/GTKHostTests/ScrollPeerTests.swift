// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class ScrollPeerTests: XCTestCase {
  @MainActor private static func makeScrollView() -> (ScrollView, Label) {
    let content = Label("Content")
    content.layout.minimumSize = CGSize(width: 100, height: 4000)
    let scroll = ScrollView()
    scroll.addSubview(content)
    return (scroll, content)
  }

  /// R97: an offset set before the window exists is exact.
  ///
  /// The scroll view has it at the first paint.
  func testOffsetSetBeforeTheWindowExistsIsExactAtTheFirstPaint() throws {
    try withFixture { fixture in
      let (scroll, content) = Self.makeScrollView()
      scroll.contentOffset = CGPoint(x: 0, y: 1234)
      let controller = ViewController()
      controller.view.addSubview(scroll)
      fixture.window.rootViewController = controller
      fixture.window.makeKeyAndVisible()
      var placeAtFirstPaint: CGRect?
      fixture.host.firstPaint(of: try XCTUnwrap(fixture.windowPeer).window) {
        guard let outer = (scroll.peer as? Peer)?.widget else { return }
        placeAtFirstPaint = (content.peer as? Peer)?.widget.place(in: outer)
      }
      fixture.settle()
      XCTAssertEqual(placeAtFirstPaint?.minY, -1234)
      XCTAssertEqual(scroll.contentSize.height, 4000)
      XCTAssertEqual(scroll.contentOffset.y, 1234)
    }
  }

  func testScrollingByHandReachesTheModel() throws {
    try withFixture { fixture in
      let (scroll, _) = Self.makeScrollView()
      scroll.contentInset = EdgeInsets(top: 50)
      fixture.show(scroll)
      let peer = try XCTUnwrap(scroll.peer as? ScrollPeer)
      gtk_adjustment_set_value(peer.canvas.verticalAdjustment, 250)
      XCTAssertEqual(scroll.contentOffset.y, 200)
      scroll.contentOffset.y = -50
      XCTAssertEqual(gtk_adjustment_get_value(peer.canvas.verticalAdjustment), 0)
    }
  }
}
#endif
