// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import RestorationArchive
import XCTest

@testable import GTKHost
@testable import ViewControllers

@MainActor private func navigation() -> NavigationController {
  let navigation = NavigationController(rootViewController: NamedScreen("Home"))
  navigation.restorationIdentifier = "Nav"
  return navigation
}

final class LaunchImageTests: XCTestCase {
  /// R114, R175, R191: the first frame shows the window's last picture.
  ///
  /// The picture lies over the restored content. Then it fades, and the window looks unchanged.
  func testFirstFrameIsTheLaunchImage() throws {
    try withDevice { device in
      let make: @MainActor (String?) -> ViewController? = {
        $0 == "Photo" ? NamedScreen("Photo") : nil
      }
      let first = try device.launch(make: make, root: navigation)
      first.settle()
      try first.root(NavigationController.self)
        .pushViewController(NamedScreen("Photo"), animated: false)
      first.settle()
      let window = try XCTUnwrap(first.host.windowPeers.first)
      let before = try pixels(
        of: XCTUnwrap(try XCTUnwrap(window.takePicture(isBlurred: false)).encode()))
      first.end()

      let second = try device.makeLife(make: make, root: navigation)
      defer { second.end() }
      setAnimated(true)
      defer { setAnimated(false) }
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

  /// R114: a light picture is not shown in dark windows.
  ///
  /// It would flash there. A dark picture is shown there, and any picture is shown while the
  /// desktop's appearance is unknown.
  func testLaunchImageOfOtherColorsIsNotShown() throws {
    try MainActor.assumeIsolated {
      let device = try Self.leftDevice()
      setAnimated(true)
      defer { setAnimated(false) }
      var dark = DesktopAppearance()
      dark.style = .dark
      @MainActor func coversIn(_ appearance: DesktopAppearance?) throws -> Bool {
        let life = try device.makeLife(root: navigation)
        defer {
          life.end()
          life.host.appearance.desktopDidChange(DesktopAppearance())
        }
        life.host.appearance.desktopDidChange(appearance)
        try life.application.launch()
        let covers = life.host.windowPeers.first?.cover != nil
        life.settle()
        return covers
      }
      XCTAssertTrue(try coversIn(DesktopAppearance()))
      XCTAssertTrue(try coversIn(nil), "nobody knows better")
      XCTAssertFalse(try coversIn(dark))
      XCTAssertTrue(try coversIn(dark), "it was left dark")
      XCTAssertTrue(try coversIn(dark))
      XCTAssertFalse(try coversIn(DesktopAppearance()))
    }
  }

  /// R114: no picture is taken while content is still loading.
  func testNoPictureOfWhatIsNotComplete() throws {
    try withFixture { fixture in
      fixture.show(Label("Content"))
      XCTAssertNotNil(fixture.host.picture(of: fixture.window, isBlurred: false))
      fixture.host.settling.begin()
      XCTAssertNil(fixture.host.picture(of: fixture.window, isBlurred: false))
      fixture.host.settling.end()
      XCTAssertNotNil(fixture.host.picture(of: fixture.window, isBlurred: false))
    }
  }

  /// R117, R192: without a picture, an empty window fades into the content.
  ///
  /// A click on the invisible content only ends the fade.
  func testDefaultImageFadesIn() throws {
    try MainActor.assumeIsolated {
      let second = try Self.leftDevice(.none).makeLife(root: navigation)
      defer { second.end() }
      setAnimated(true)
      defer { setAnimated(false) }
      try second.application.defaultLaunchImageDelay = .zero
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

  /// R192: the application's own picture is centred in the default image.
  func testDefaultImageIsTheApplicationsPicture() throws {
    let file = try makePicture(red: 200, green: 30, blue: 40)
    try MainActor.assumeIsolated {
      let second = try Self.leftDevice(.none).makeLife(root: navigation)
      defer { second.end() }
      setAnimated(true)
      defer { setAnimated(false) }
      try second.application.defaultLaunchImageDelay = .zero
      second.host.launchImageHold = .seconds(60)
      try second.application.defaultLaunchImage = Image(contentsOf: file)
      var isShown = false
      second.host.onFirstFrame = { isShown = $0 == .defaultImage }
      try second.application.launch()
      second.host.pump { isShown }
      let peer = try XCTUnwrap(second.host.windowPeers.first)
      let red = [200, 30, 40, 255]
      XCTAssertEqual(second.host.paintedColor(x: 400, y: 300, of: peer.stage), red)
      XCTAssertNotEqual(second.host.paintedColor(x: 20, y: 300, of: peer.stage), red)
      peer.cover?.finish()
      second.settle()
      XCTAssertNotEqual(second.host.paintedColor(x: 400, y: 300, of: peer.stage), red)
    }
  }

  /// A window that closes under a launch image removes the image, too.
  func testWindowClosesUnderItsImage() throws {
    try MainActor.assumeIsolated {
      let second = try Self.leftDevice().makeLife(root: navigation)
      second.host.launchImageHold = .seconds(60)
      var isShown = false
      second.host.onFirstFrame = { _ in isShown = true }
      try second.application.launch()
      second.host.pump { isShown }
      weak let cover = second.host.windowPeers.first?.cover
      XCTAssertNotNil(cover)
      second.end()
      var isLater = false
      _ = second.host.schedule(after: .milliseconds(1)) { isLater = true }
      second.host.pump { isLater }
      XCTAssertNil(cover)
    }
  }

  /// R114: clicks and keys reach the content beneath the launch image.
  func testInputReachesWhatTheImageShows() throws {
    try MainActor.assumeIsolated {
      for event in [GDK_BUTTON_PRESS, GDK_KEY_PRESS, GDK_SCROLL] {
        let second = try Self.leftDevice().makeLife(root: navigation)
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

  /// R117, R175, R192: some launches begin with the content itself.
  ///
  /// Without animations, a default image would only flash. A picture with the wrong size is not
  /// shown, and no other image takes its place.
  func testContentIsTheFirstFrame() throws {
    try MainActor.assumeIsolated {
      for (privacy, width) in [(LaunchImagePrivacy.none, 800.0), (.plain, 700)] {
        let size = CGSize(width: width, height: width * 0.75)
        let second = try Self.leftDevice(privacy).makeLife(size: size, root: navigation)
        defer { second.end() }
        var frames: [FirstFrame] = []
        second.host.onFirstFrame = { frames.append($0) }
        try second.application.launch()
        second.settle()
        XCTAssertEqual(frames, [.interface], "\(privacy)")
      }
    }
  }

  /// Returns a device on which a program has run and ended.
  @MainActor private static func leftDevice(
    _ privacy: LaunchImagePrivacy = .plain
  ) throws -> Device {
    let device = Device()
    let life = try device.launch(root: navigation)
    life.settle()
    try life.application.launchImagePrivacy = privacy
    life.end()
    return device
  }
}
#endif
