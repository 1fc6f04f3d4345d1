// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// The frames of presented controllers in the window.
final class PresentationPeerTests: XCTestCase {
  /// R216: a popover lies beside its button.
  ///
  /// In a narrow window, it is a sheet. A click beside it closes it.
  func testPopoverLiesBesideItsButton() throws {
    try withFixture { fixture in
      let root = ViewController()
      root.title = "Root"
      root.rightBarButtonItems = [BarButtonItem(title: "Filter") {}]
      fixture.show(NavigationController(rootViewController: root))
      let popover = Self.present(.popover, from: root) {
        $0.popoverPresentationController?.barButtonItem = root.rightBarButtonItems[0]
      }
      fixture.settle()
      let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
      let button = try XCTUnwrap(root.rightBarButtonItems[0].peer as? BarButton).widget
      let card = try XCTUnwrap(Self.card(in: canvas))
      let place = try XCTUnwrap(card.place(in: canvas))
      let anchor = try XCTUnwrap(button.place(in: canvas))
      XCTAssertTrue(card.hasStyle("popover-card"))
      XCTAssertEqual(place.width, 240)
      XCTAssertEqual(place.minY, anchor.maxY + 6)
      XCTAssertEqual(place.midX, anchor.midX, accuracy: 1)
      gtk_window_set_default_size(try XCTUnwrap(fixture.windowPeer).window.cast(), 400, 600)
      fixture.pump { canvas.width < 450 }
      fixture.settle()
      XCTAssertFalse(card.hasStyle("popover-card"))
      XCTAssertEqual(card.place(in: canvas)?.maxY, CGFloat(canvas.height) - 6)
      XCTAssertTrue(popover.presentingViewController != nil)
    }
  }

  /// R216: a popover stays inside the window for every source rectangle.
  ///
  /// The rectangle can come from the application or from saved bytes.
  func testPopoverOfAnyRectangleLiesInTheWindow() throws {
    try MainActor.assumeIsolated {
      let huge = 1e300
      for rectangle in [
        CGRect(x: huge, y: -huge, width: 1, height: 1), CGRect.infinite, CGRect.null,
        CGRect(x: Double.nan, y: 0, width: 1, height: 1),
        CGRect(x: 10, y: 10, width: huge, height: huge),
      ] {
        let fixture = try HostFixture()
        defer { fixture.close() }
        let root = ViewController()
        let anchor = Label("Anchor")
        root.view.addSubview(anchor)
        fixture.show(root)
        _ = Self.present(.popover, from: root) {
          $0.popoverPresentationController?.sourceView = anchor
          $0.popoverPresentationController?.sourceRect = rectangle
        }
        fixture.settle()
        let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
        let card = try XCTUnwrap(Self.card(in: canvas))
        let window = CGRect(x: 0, y: 0, width: 800, height: Double(canvas.height))
        XCTAssertTrue(
          window.contains(try XCTUnwrap(card.place(in: canvas))), "\(rectangle)")
      }
    }
  }

  /// A sheet higher than the window fits in it and scrolls.
  ///
  /// It scrolls to the focused view.
  func testHighSheetScrollsInASmallWindow() throws {
    for style in [ModalPresentationStyle.pageSheet, .popover] {
      try withFixture(size: CGSize(width: 360, height: 300)) { fixture in
        let root = ViewController()
        fixture.show(root)
        let (top, bottom) = (Button("Cancel"), Button("Send"))
        let filling = (0..<20).map { Label("Line \($0)") }
        _ = Self.present(style, from: root) {
          $0.view.addSubview(
            StackView(axis: .vertical, arrangedSubviews: [top] + filling + [bottom]))
        }
        fixture.settle()
        let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
        XCTAssertLessThanOrEqual(canvas.width, 360)
        XCTAssertLessThanOrEqual(canvas.height, 300)
        let card = try XCTUnwrap(Self.card(in: canvas))
        let place = try XCTUnwrap(card.place(in: canvas))
        XCTAssertTrue(try XCTUnwrap(canvas.place(in: canvas)).contains(place), "\(place)")
        for button in [bottom, top] {
          button.becomeFirstResponder()
          let widget = try XCTUnwrap(button.peer as? Peer).widget
          fixture.pump { widget.place(in: canvas).map { place.contains($0) } ?? false }
        }
      }
    }
  }

  /// A shrinkable view shrinks in a small window.
  ///
  /// The content around it does not scroll.
  func testSheetShrinksBeforeItScrolls() throws {
    try withFixture(size: CGSize(width: 360, height: 300)) { fixture in
      let root = ViewController()
      fixture.show(root)
      let list = ScrollView()
      list.addSubview(
        StackView(axis: .vertical, arrangedSubviews: (0..<40).map { Label("Line \($0)") }))
      list.layout = .expanding
      let done = Button("Done")
      _ = Self.present(.pageSheet, from: root) {
        $0.view.addSubview(StackView(axis: .vertical, arrangedSubviews: [list, done]))
      }
      fixture.settle()
      let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
      let place = try XCTUnwrap(Self.card(in: canvas)?.place(in: canvas))
      for view in [list, done] {
        let widget = try XCTUnwrap(view.peer as? Peer).widget
        XCTAssertTrue(place.contains(try XCTUnwrap(widget.place(in: canvas))))
      }
    }
  }

  /// R216: a controller that covers window or presenter has exactly that frame.
  func testCoversHaveTheirPlaces() throws {
    for (style, isWhole) in [
      (ModalPresentationStyle.fullScreen, true), (.overFullScreen, true),
      (.currentContext, false), (.overCurrentContext, false),
    ] {
      try withFixture { fixture in
        let (list, details) = (ViewController(), ViewController())
        details.definesPresentationContext = true
        fixture.show(SplitViewController(primary: list, secondary: details))
        _ = Self.present(style, from: details)
        fixture.settle()
        let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
        let card = try XCTUnwrap(Self.card(in: canvas))
        let column = try XCTUnwrap(details.view.peer as? Peer).widget
        let covered = isWhole ? canvas : column
        XCTAssertEqual(card.place(in: canvas), covered.place(in: canvas), "\(style)")
        // The rest of the window stays on screen.
        let other = try XCTUnwrap(list.view.peer as? Peer).widget
        let root = try XCTUnwrap(fixture.window.rootViewController?.view.peer as? Peer).widget
        XCTAssertEqual(gtk_widget_get_can_target(root) != 0, !isWhole, "\(style)")
        XCTAssertNotEqual(gtk_widget_get_mapped(other), 0)
      }
    }
  }

  /// A sheet dims what lies behind it, unless the user is to watch that; so does a restored one.
  func testSheetsDimWhatLiesBehind() throws {
    try MainActor.assumeIsolated {
      for dims in [true, false] {
        let device = Device()
        @MainActor func make() -> ViewController {
          let sheet = ViewController()
          sheet.restorationIdentifier = "Sheet"
          sheet.dimsContentBehind = dims
          return sheet
        }
        @MainActor func launch() throws -> Life {
          try device.launch(make: { $0 == "Sheet" ? make() : nil }) {
            let root = ViewController()
            root.restorationIdentifier = "Root"
            return root
          }
        }
        let first = try launch()
        first.settle()
        let canvas = try XCTUnwrap(first.host.windowPeers.first).sheets.canvas.widget
        let plain = first.host.paintedColor(x: 4, y: 4, of: canvas)
        try first.root().present(make(), animated: false)
        first.settle()
        XCTAssertEqual(first.host.paintedColor(x: 4, y: 4, of: canvas) != plain, dims)
        first.end()
        let second = try launch()
        defer { second.end() }
        second.settle()
        let restored = try XCTUnwrap(second.host.windowPeers.first).sheets.canvas.widget
        XCTAssertEqual(restored.children.count, 3, "root, what dims, and sheet")
        let color = second.host.paintedColor(x: 4, y: 4, of: restored)
        try second.root().dismiss(animated: false)
        second.settle()
        XCTAssertEqual(second.host.paintedColor(x: 4, y: 4, of: restored) != color, dims)
      }
    }
  }

  @MainActor private static func present(
    _ style: ModalPresentationStyle, from source: ViewController,
    _ configure: (ViewController) -> Void = { _ in }
  ) -> ViewController {
    let sheet = ViewController()
    sheet.view.addSubview(Label("Sheet"))
    sheet.modalPresentationStyle = style
    configure(sheet)
    source.present(sheet, animated: false)
    return sheet
  }

  /// Returns the box around the presented controller.
  @MainActor private static func card(in canvas: WidgetPointer) -> WidgetPointer? {
    canvas.children.last
  }
}

extension WidgetPointer {
  @MainActor fileprivate func hasStyle(_ name: String) -> Bool {
    gtk_widget_has_css_class(self, name) != 0
  }
}
#endif
