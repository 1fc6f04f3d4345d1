// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

final class ImagePeerTests: XCTestCase {
  /// A picture is shown even if its file name is not UTF-8.
  func testNameThatIsNoText() throws {
    try withFixture { fixture in
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("bytes-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let pixel = try XCTUnwrap(
        Data(
          base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA"
            + "AABJRU5ErkJggg=="))
      let plain = folder.appendingPathComponent("50% off.png")
      try pixel.write(to: plain)
      var bytes: [CChar] = PictureRequest.path(of: folder)
      bytes.removeLast()
      bytes += "/caf".utf8.map { CChar($0) } + [CChar(bitPattern: 0xE9), 0]
      XCTAssertEqual(link(plain.path, bytes), 0)
      let odd = try XCTUnwrap(URL(string: folder.absoluteString + "/caf%E9"))
      for file in [plain, odd] {
        let image = ImageView(image: Image(contentsOf: file))
        image.layout = .expanding
        fixture.show(image)
        XCTAssertTrue(image.isImageShown, "\(file)")
      }
    }
  }

  func testPictureArrivesAndIsDrawn() throws {
    let picture = try makePicture(red: 200, green: 120, blue: 40)
    try withFixture { fixture in
      let view = ImageView(image: Image(contentsOf: picture))
      view.layout = .expanding
      let controller = ViewController()
      controller.view.addSubview(view)
      fixture.window.rootViewController = controller
      fixture.window.makeKeyAndVisible()
      XCTAssertFalse(view.isImageShown)
      fixture.settle()
      XCTAssertTrue(view.isImageShown)
      let widget = try XCTUnwrap(view.peer as? Peer).widget
      XCTAssertEqual(fixture.color(x: 400, y: 300, of: widget), [200, 120, 40, 255])
      view.image = nil
      XCTAssertFalse(view.isImageShown)
    }
  }

  /// A repainted part of a blurred picture looks as it did before.
  ///
  /// One such part is the area of a sheet over the picture.
  func testBlurHasNoSeamWhereItIsPaintedAnew() throws {
    let picture = try makePicture(red: 200, green: 120, blue: 40)
    try withFixture { fixture in
      let view = ImageView(image: Image(contentsOf: picture))
      view.layout = .expanding
      // The picture's edges lie near those of the repainted part.
      view.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      view.effects = [.blur(radius: 20)]
      fixture.show(view)
      let widget = try XCTUnwrap(view.peer as? Peer).widget
      let (width, height) = (widget.width, widget.height)
      let snapshot = gtk_snapshot_new()
      gdk_paintable_snapshot(
        gtk_widget_paintable_new(widget), snapshot, Double(width), Double(height))
      let node = gtk_snapshot_free_to_node(snapshot)
      @MainActor func paint(clip: CGRect?) -> UnsafeMutablePointer<UInt8>? {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        let context = cairo_create(surface)
        if let clip {
          cairo_rectangle(context, clip.minX, clip.minY, clip.width, clip.height)
          cairo_clip(context)
        }
        gsk_render_node_draw(node, context)
        cairo_surface_flush(surface)
        return cairo_image_surface_get_data(surface)
      }
      let part = CGRect(x: 260, y: 160, width: 200, height: 150)
      let whole = try XCTUnwrap(paint(clip: nil))
      let anew = try XCTUnwrap(paint(clip: part))
      var differences = 0
      for y in Int(part.minY)..<Int(part.maxY) {
        for byte in Int(part.minX) * 4..<Int(part.maxX) * 4 {
          let place = y * Int(width) * 4 + byte
          if abs(Int(whole[place]) - Int(anew[place])) > 1 { differences += 1 }
        }
      }
      XCTAssertEqual(differences, 0)
    }
  }

  func testUnreadablePictureDoesNotKeepTheHostBusy() throws {
    try withFixture { fixture in
      let view = ImageView(image: Image(contentsOf: URL(fileURLWithPath: "/nonexistent.jpg")))
      fixture.show(view)
      XCTAssertFalse(view.isImageShown)
      XCTAssertFalse(fixture.host.settling.isBusy)
    }
  }

  func testColorMatrixMixesChannelsAsWritten() throws {
    let picture = try makePicture(red: 200, green: 120, blue: 40)
    try withFixture { fixture in
      let view = ImageView(image: Image(contentsOf: picture))
      let sepia = [
        0.393, 0.769, 0.189, 0, 0.01, 0.349, 0.686, 0.168, 0, 0, 0.272, 0.534, 0.131, 0, 0.05, 0,
        0,
        0, 1, 0,
      ]
      view.effects = [.colorMatrix(sepia)]
      fixture.show(view)
      let input = [200.0, 120, 40, 255].map { $0 / 255 }
      let expected = (0..<4).map { row in
        let mixed = (0..<4).reduce(sepia[row * 5 + 4]) { $0 + sepia[row * 5 + $1] * input[$1] }
        return min(max(mixed, 0), 1) * 255
      }
      let widget = try XCTUnwrap(view.peer as? Peer).widget
      let drawn = fixture.color(x: 400, y: 300, of: widget)
      for (channel, value) in zip(drawn, expected) {
        XCTAssertEqual(Double(channel), value, accuracy: 1)
      }
    }
  }

  func testTransformMovesThePictureAroundTheAnchor() throws {
    let picture = try makePicture(red: 9, green: 200, blue: 30)
    try withFixture(size: CGSize(width: 400, height: 300)) { fixture in
      let view = ImageView(image: Image(contentsOf: picture))
      view.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      fixture.window.title = "Transform"
      fixture.show(view)
      let widget = try XCTUnwrap(view.peer as? Peer).widget
      let (width, height) = (Int(widget.width), Int(widget.height))
      XCTAssertEqual(fixture.color(x: width / 2, y: height / 2, of: widget)[1], 200)
      XCTAssertEqual(fixture.color(x: width / 8, y: height / 2, of: widget)[3], 0)
      view.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      XCTAssertEqual(fixture.color(x: width / 2, y: 5, of: widget)[1], 200)
      XCTAssertEqual(fixture.color(x: 5, y: height / 2, of: widget)[3], 0)
      view.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      view.anchorPoint = CGPoint(x: 0, y: 0.5)
      XCTAssertEqual(fixture.color(x: width / 8, y: height / 2, of: widget)[1], 200)
      XCTAssertEqual(fixture.color(x: width * 7 / 8, y: height / 2, of: widget)[3], 0)
    }
  }

  // MARK: Geometry

  private let geometry = PictureGeometry(
    bounds: CGSize(width: 800, height: 600), natural: CGSize(width: 4000, height: 2000))

  func testFittedPictureShowsWhole() {
    XCTAssertEqual(geometry.fitted, CGRect(x: 0, y: 100, width: 800, height: 400))
    var covering = geometry
    covering.covers = true
    XCTAssertEqual(covering.fitted, CGRect(x: -200, y: 0, width: 1200, height: 600))
  }

  func testScalingKeepsThePointUnderThePointer() {
    let pointer = CGPoint(x: 500, y: 320)
    let transform = geometry.scaling(.identity, by: 4, around: pointer, within: 1...16)
    let placed = geometry.placed(transform)
    XCTAssertEqual(placed.a * pointer.x + placed.tx, pointer.x, accuracy: 1e-9)
    XCTAssertEqual(placed.d * pointer.y + placed.ty, pointer.y, accuracy: 1e-9)
    XCTAssertEqual(transform.scale, 4, accuracy: 1e-9)
  }

  func testScaleStaysAllowed() {
    let pointer = CGPoint(x: 10, y: 10)
    XCTAssertEqual(
      geometry.scaling(.identity, by: 100, around: pointer, within: 1...16).scale, 16,
      accuracy: 1e-9)
    XCTAssertEqual(
      geometry.scaling(.identity, by: 0.1, around: pointer, within: 1...16), .identity)
  }

  func testPictureCannotBeDraggedAway() {
    let enlarged = CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 5000, ty: -5000)
    let shown = geometry.placed(geometry.clamped(enlarged)).applied(to: geometry.fitted)
    XCTAssertEqual(shown, CGRect(x: 0, y: -200, width: 1600, height: 800))
  }
}
#endif
