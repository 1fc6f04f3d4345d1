// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import RestorationArchive
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// Returns a decoded picture's pixels, four bytes each.
@MainActor func pixels(of encoded: [UInt8]) throws -> (width: Int, bytes: [UInt8]) {
  let bytes = g_bytes_new(encoded, gsize(encoded.count))
  let texture = try XCTUnwrap(gdk_texture_new_from_bytes(bytes, nil))
  let width = Int(gdk_texture_get_width(texture))
  let height = Int(gdk_texture_get_height(texture))
  var pixels = [UInt8](repeating: 0, count: width * height * 4)
  gdk_texture_download(texture, &pixels, gsize(width * 4))
  return (width, pixels)
}

/// Returns the encoded picture of the fixture's window.
@MainActor private func picture(_ fixture: HostFixture, isBlurred: Bool = false) throws
  -> [UInt8]
{
  let picture = try XCTUnwrap(fixture.host.picture(of: fixture.window, isBlurred: isBlurred))
  XCTAssertEqual(picture.size, CGSize(width: 800, height: 600))
  return try XCTUnwrap(picture.encode())
}

final class WindowPictureTests: XCTestCase {
  /// R119: secure fields are blank, which also hides their text's length.
  func testSecureFieldsAreBlank() throws {
    try withFixture { fixture in
      let (name, password, revealed) = (TextField(), TextField(), TextField())
      password.isSecure = true
      revealed.isSecure = true
      let stack = StackView(axis: .vertical, arrangedSubviews: [name, password, revealed])
      fixture.show(stack)
      for field in [name, password, revealed] { field.text = "i" }
      revealed.isSecure = false
      fixture.settle()
      let short = try picture(fixture)
      password.text = "a long secret"
      revealed.text = "another long secret"
      fixture.settle()
      let long = try picture(fixture)
      XCTAssertTrue(try pixels(of: short).bytes == pixels(of: long).bytes)
      name.text = "a long name"
      fixture.settle()
      XCTAssertFalse(try pixels(of: long).bytes == pixels(of: picture(fixture)).bytes)
      // Under a sheet, the blank would cover the sheet.
      fixture.window.rootViewController?.present(ViewController(), animated: false)
      fixture.settle()
      XCTAssertNil(fixture.host.picture(of: fixture.window, isBlurred: false))
      password.text = ""
      revealed.text = ""
      fixture.settle()
      XCTAssertNotNil(fixture.host.picture(of: fixture.window, isBlurred: false))
    }
  }

  /// R119: a blurred picture has soft edges and no readable text.
  func testBlurredPictureIsSoft() throws {
    try withFixture { fixture in
      let label = Label()
      label.text = String(repeating: "Confidential ", count: 5)
      fixture.show(label)
      @MainActor func sharpest(_ encoded: [UInt8]) throws -> Int {
        let (width, bytes) = try pixels(of: encoded)
        return stride(from: 4, to: bytes.count, by: 4)
          .filter { $0 / 4 % width != 0 }
          .map { abs(Int(bytes[$0]) - Int(bytes[$0 - 4])) }.max() ?? 0
      }
      XCTAssertGreaterThan(try sharpest(picture(fixture)), 80)
      // Stay away from the border, where the blur mixes in pixels from outside.
      XCTAssertLessThan(try sharpest(picture(fixture, isBlurred: true)), 20)
    }
  }

  /// R27, R114: a window hidden after painting still has its picture.
  func testHiddenWindowHasAPicture() throws {
    try withFixture { fixture in
      let label = Label()
      label.text = "Hello"
      fixture.show(label)
      let before = try pixels(of: picture(fixture))
      let window = try XCTUnwrap(fixture.windowPeer).window
      while g_main_context_iteration(nil, 0) != 0 {}  // lets GTK deliver its last drawing
      gtk_widget_set_visible(window, 0)
      XCTAssertTrue(try pixels(of: picture(fixture)).bytes == before.bytes)
    }
  }
}
#endif
