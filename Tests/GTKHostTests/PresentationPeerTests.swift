// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  /// Where presented controllers lie in the window.
  final class PresentationPeerTests: XCTestCase {
    /// R216: a popover lies beside its button, and is a sheet in a narrow window; a click beside it
    /// closes it.
    func testPopoverLiesBesideItsButton() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
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
        let (place, anchor) = (
          Self.bounds(of: card, in: canvas), Self.bounds(of: button, in: canvas)
        )
        XCTAssertTrue(card.hasStyle("popover-card"))
        XCTAssertEqual(place.width, 240)
        XCTAssertEqual(place.minY, anchor.maxY + 6)
        XCTAssertEqual(place.midX, anchor.midX, accuracy: 1)
        gtk_window_set_default_size(try XCTUnwrap(fixture.windowPeer).window.cast(), 400, 600)
        fixture.pump { canvas.width < 450 }
        fixture.settle()
        XCTAssertFalse(card.hasStyle("popover-card"))
        XCTAssertEqual(Self.bounds(of: card, in: canvas).maxY, Double(canvas.height) - 6)
        XCTAssertTrue(popover.presentingViewController != nil)
      }
    }

    /// R216: whatever rectangle an application or saved bytes name, the popover lies in the window.
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
          XCTAssertTrue(window.contains(Self.bounds(of: card, in: canvas)), "\(rectangle)")
        }
      }
    }

    /// R216: what covers the window or its presenter has exactly that place.
    func testCoversHaveTheirPlaces() throws {
      try MainActor.assumeIsolated {
        for (style, isWhole) in [
          (ModalPresentationStyle.fullScreen, true), (.overFullScreen, true),
          (.currentContext, false), (.overCurrentContext, false),
        ] {
          let fixture = try HostFixture()
          defer { fixture.close() }
          let (list, details) = (ViewController(), ViewController())
          details.definesPresentationContext = true
          fixture.show(SplitViewController(primary: list, secondary: details))
          _ = Self.present(style, from: details)
          fixture.settle()
          let canvas = try XCTUnwrap(fixture.windowPeer).sheets.canvas.widget
          let card = try XCTUnwrap(Self.card(in: canvas))
          let column = try XCTUnwrap(details.view.peer as? Peer).widget
          let place = Self.bounds(of: card, in: canvas)
          XCTAssertEqual(place, Self.bounds(of: isWhole ? canvas : column, in: canvas), "\(style)")
          // The rest of the window goes on.
          let other = try XCTUnwrap(list.view.peer as? Peer).widget
          let root = try XCTUnwrap(fixture.window.rootViewController?.view.peer as? Peer).widget
          XCTAssertEqual(gtk_widget_get_can_target(root) != 0, !isWhole, "\(style)")
          XCTAssertNotEqual(gtk_widget_get_mapped(other), 0)
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

    /// The box around what is presented.
    @MainActor private static func card(in canvas: WidgetPointer) -> WidgetPointer? {
      canvas.children.last
    }

    @MainActor private static func bounds(
      of widget: WidgetPointer, in canvas: WidgetPointer
    ) -> CGRect {
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(widget, canvas, &bounds)
      return CGRect(
        x: Double(bounds.origin.x), y: Double(bounds.origin.y),
        width: Double(bounds.size.width), height: Double(bounds.size.height))
    }
  }

  extension WidgetPointer {
    @MainActor fileprivate func hasStyle(_ name: String) -> Bool {
      gtk_widget_has_css_class(self, name) != 0
    }
  }
#endif
