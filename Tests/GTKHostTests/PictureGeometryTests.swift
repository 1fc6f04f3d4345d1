// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  final class PictureGeometryTests: XCTestCase {
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
