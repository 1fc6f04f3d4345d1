// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import RestorationArchive
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  /// A screen that shows its identifier.
  @MainActor private final class Screen: ViewController {
    let label = Label()

    init(_ identifier: String) {
      super.init()
      restorationIdentifier = identifier
      label.text = identifier
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      label.layout = .expanding
      view.addSubview(label)
    }
  }

  @MainActor private func navigation() -> NavigationController {
    let navigation = NavigationController(rootViewController: Screen("Home"))
    navigation.restorationIdentifier = "Nav"
    return navigation
  }

  /// Lets things move in this test.
  @MainActor private func setMoving(_ isAnimated: Bool) {
    cgtk_object_set_boolean(
      UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations",
      isAnimated.gboolean)
  }

  /// The pixels of a picture as it comes back, four bytes each.
  @MainActor private func pixels(of encoded: [UInt8]) throws -> (width: Int, bytes: [UInt8]) {
    let bytes = g_bytes_new(encoded, gsize(encoded.count))
    let texture = try XCTUnwrap(gdk_texture_new_from_bytes(bytes, nil))
    let width = Int(gdk_texture_get_width(texture))
    let height = Int(gdk_texture_get_height(texture))
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    gdk_texture_download(texture, &pixels, gsize(width * 4))
    return (width, pixels)
  }

  /// The encoded picture of the fixture's window.
  @MainActor private func picture(_ fixture: HostFixture, isBlurred: Bool = false) throws
    -> [UInt8]
  {
    let picture = try XCTUnwrap(fixture.host.picture(of: fixture.window, isBlurred: isBlurred))
    XCTAssertEqual(picture.size, CGSize(width: 800, height: 600))
    return try XCTUnwrap(picture.encode())
  }

  final class LaunchImageTests: XCTestCase {
    /// R114, R175, R191: the first frame shows the window as it was left, over the restored content;
    /// then it fades, and the window looks the same.
    func testFirstFrameIsTheLaunchImage() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let make: @MainActor (String?) -> ViewController? = {
          $0 == "Photo" ? Screen("Photo") : nil
        }
        let first = try device.launch(make: make, root: navigation)
        first.settle()
        try first.root(NavigationController.self)
          .pushViewController(Screen("Photo"), animated: false)
        first.settle()
        let window = try XCTUnwrap(first.host.windowPeers.first)
        let before = try pixels(
          of: XCTUnwrap(try XCTUnwrap(window.takePicture(isBlurred: false)).encode()))
        first.end()

        let second = try device.makeLife(make: make, root: navigation)
        defer { second.end() }
        setMoving(true)
        defer { setMoving(false) }
        var frames: [FirstFrame] = []
        second.host.onFirstFrame = { frames.append($0) }
        try second.application.launch()
        let peer = try XCTUnwrap(second.host.windowPeers.first)
        let cover = try XCTUnwrap(peer.cover)
        try second.atFirstPaint {
          XCTAssertTrue(cover.showsLaunchImage)
          XCTAssertEqual(gtk_widget_get_opacity(cover.canvas.widget), 1)
          XCTAssertEqual(
            try second.root(NavigationController.self).topViewController?.restorationIdentifier,
            "Photo", "it is restored beneath")
        }
        XCTAssertEqual(frames, [.launchImage])
        XCTAssertNil(peer.cover, "settled means that it has gone")
        XCTAssertEqual(gtk_widget_get_parent(cover.canvas.widget), nil)
        let after = try pixels(
          of: XCTUnwrap(try XCTUnwrap(peer.takePicture(isBlurred: false)).encode()))
        XCTAssertTrue(before.bytes == after.bytes, "another picture than the one that was left")
      }
    }

    /// R117, R192: without a picture an empty window fades into the content, and a click meant for
    /// what cannot be seen only ends that.
    func testDefaultImageFadesIn() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try device.launch(root: navigation)
        first.settle()
        try first.application.launchImagePrivacy = .none
        first.end()
        let second = try device.makeLife(root: navigation)
        defer { second.end() }
        setMoving(true)
        defer { setMoving(false) }
        second.host.launchImageHold = .seconds(60)
        var frames: [FirstFrame] = []
        second.host.onFirstFrame = { frames.append($0) }
        try second.application.launch()
        second.host.pump { !frames.isEmpty }
        XCTAssertEqual(frames, [.defaultImage])
        let cover = try XCTUnwrap(second.host.windowPeers.first?.cover)
        XCTAssertFalse(cover.userDid(GDK_MOTION_NOTIFY))
        XCTAssertNotNil(second.host.windowPeers.first?.cover)
        XCTAssertTrue(cover.userDid(GDK_BUTTON_PRESS), "the content could not be seen")
        XCTAssertNil(second.host.windowPeers.first?.cover)
        XCTAssertFalse(cover.userDid(GDK_BUTTON_PRESS), "now it can")
        second.settle()
      }
    }

    /// R114: clicks and keys reach what the launch image shows, which is there beneath.
    func testInputReachesWhatTheImageShows() throws {
      try MainActor.assumeIsolated {
        for event in [GDK_BUTTON_PRESS, GDK_KEY_PRESS, GDK_SCROLL] {
          let device = Device()
          let first = try device.launch(root: navigation)
          first.settle()
          first.end()
          let second = try device.makeLife(root: navigation)
          defer { second.end() }
          second.host.launchImageHold = .seconds(60)
          var isShown = false
          second.host.onFirstFrame = { isShown = $0 == .launchImage }
          try second.application.launch()
          second.host.pump { isShown }
          let peer = try XCTUnwrap(second.host.windowPeers.first)
          let cover = try XCTUnwrap(peer.cover)
          let target = gtk_widget_pick(peer.stage, 400, 300, GTK_PICK_DEFAULT)
          XCTAssertNotEqual(target, cover.canvas.widget, "it takes no clicks")
          XCTAssertFalse(cover.userDid(event))
          XCTAssertNil(peer.cover)
          second.settle()
        }
      }
    }

    /// R175: where nothing moves, a default image would only flash: the content comes at once.
    func testWithoutMovementThereIsNoDefaultImage() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try device.launch(root: navigation)
        first.settle()
        try first.application.launchImagePrivacy = .none
        first.end()
        let second = try device.makeLife(root: navigation)
        defer { second.end() }
        var frames: [FirstFrame] = []
        second.host.onFirstFrame = { frames.append($0) }
        try second.application.launch()
        second.settle()
        XCTAssertEqual(frames, [.interface])
      }
    }

    /// R117: a picture of another size than the window's is not drawn.
    func testOtherSizeIsNotShown() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try device.launch(root: navigation)
        first.settle()
        first.end()
        let second = try device.makeLife(
          size: CGSize(width: 700, height: 500), root: navigation)
        defer { second.end() }
        var frames: [FirstFrame] = []
        second.host.onFirstFrame = { frames.append($0) }
        try second.application.launch()
        second.settle()
        XCTAssertEqual(frames, [.defaultImage])
      }
    }

    /// R119: secure fields are blank, so that not even the length of their text shows.
    func testSecureFieldsAreBlank() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
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
        // Under a sheet a blank would lie over the sheet.
        fixture.window.rootViewController?.present(ViewController(), animated: false)
        fixture.settle()
        XCTAssertNil(fixture.host.picture(of: fixture.window, isBlurred: false))
        password.text = ""
        revealed.text = ""
        fixture.settle()
        XCTAssertNotNil(fixture.host.picture(of: fixture.window, isBlurred: false))
      }
    }

    /// R119: a blurred picture holds no text that can be read: its edges are soft.
    func testBlurredPictureIsSoft() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
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
        // Away from the border, where blurring mixes in what is not there.
        XCTAssertLessThan(try sharpest(picture(fixture, isBlurred: true)), 20)
      }
    }

    /// R27, R114: a window that was hidden after it was painted still has its picture.
    func testHiddenWindowHasAPicture() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
        let label = Label()
        label.text = "Hello"
        fixture.show(label)
        let before = try pixels(of: picture(fixture))
        let window = try XCTUnwrap(fixture.windowPeer).window
        while g_main_context_iteration(nil, 0) != 0 {}  // GTK hands its last drawing on
        gtk_widget_set_visible(window, 0)
        XCTAssertTrue(try pixels(of: picture(fixture)).bytes == before.bytes)
      }
    }
  }
#endif
