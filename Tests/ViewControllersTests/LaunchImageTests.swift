// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ViewControllers

/// The moments when a picture is taken, and a launch's first image.
@MainActor struct LaunchImageTests {
  private let device = Device { window in
    window.restorationIdentifier = "Main"
    window.rootViewController = navigation(root: Screen("Home"))
  }

  /// Launches with a host that takes pictures of two bytes.
  ///
  /// The first byte is the number of the launch; the second is 1 if the picture is blurred.
  private func launch(_ life: UInt8 = 1, _ configure: (TestDelegate) -> Void = { _ in }) -> Session
  {
    let session = device.launch(configure)
    session.host.onPicture = { [life, $1 ? 1 : 0] }
    return session
  }

  private func relaunch(
    _ session: Session, _ life: UInt8 = 2, _ configure: (TestDelegate) -> Void = { _ in }
  ) -> Session {
    session.application.terminate()
    return launch(life, configure)
  }

  /// Returns the bytes of the window's launch image.
  ///
  /// `nil` means that the window began with the default image.
  private func firstImage(_ session: Session) throws -> [UInt8]? {
    guard case .launchImage(let image) = try #require(session.host.firstImages.first) else {
      return nil
    }
    return image.encoded
  }

  @Test("R114, R191: the next launch begins with a picture of the window as it was left")
  func launchBeginsWithTheImage() throws {
    let first = launch()
    first.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    let second = relaunch(first)
    #expect(second.stack == ["Home", "Photo"])
    guard case .launchImage(let image) = second.host.firstImages.first else {
      Issue.record("no launch image")
      return
    }
    #expect(image.encoded == [1, 0])
    #expect(image.scene == "Main")
    #expect(CGSize(width: image.width, height: image.height) == second.window.size)
    // The state did not change, but the newer picture still replaces the older one.
    #expect(try firstImage(relaunch(second, 3)) == [2, 0])
  }

  @Test("R118: a launch that restores nothing begins with the interface")
  func pristineLaunchHasNoImage() {
    let first = launch()
    #expect(first.host.firstImages == [nil])
    let refused = relaunch(first) { $0.shouldRestore = { _ in false } }
    #expect(refused.host.firstImages == [nil])
  }

  @Test("R191, R192: a state without a matching picture begins with the default image")
  func laterSaveHasNoImage() async throws {
    let first = launch()
    first.application.didEnterBackground()
    await first.application.written()
    #expect(device.store.loadLaunchImage(slot: nil) != nil)
    (first.navigation?.topViewController as? Screen)?.note = 9
    first.application.preserve(reason: .explicit)
    await first.application.written()
    // From here on the process counts as killed.
    let second = launch(2) { delegate in
      delegate.willFinish = {
        $0.defaultLaunchImage = Image(contentsOf: URL(fileURLWithPath: "/default.png"))
      }
    }
    #expect(
      second.host.firstImages
        == [.defaultImage(Image(contentsOf: URL(fileURLWithPath: "/default.png")))])
    #expect(launch(3).host.firstImages == [.defaultImage(nil)])
  }

  @Test("R192: a launch faster than the delay begins with the interface")
  func fastLaunchBeginsWithTheInterface() {
    launch().application.preserve(reason: .explicit)
    let second = launch(2) { delegate in
      delegate.willFinish = { $0.defaultLaunchImageDelay = .seconds(3600) }
    }
    #expect(second.host.firstImages == [nil])
  }

  @Test("R28: the end of a background task renews the archive and the launch image")
  func backgroundTaskRefreshesTheImage() async throws {
    let first = launch()
    first.application.didEnterBackground()
    await first.application.written()
    (first.navigation?.topViewController as? Screen)?.note = 2
    first.host.onPicture = { _, _ in [9] }
    first.application.backgroundTaskDidComplete()
    await first.application.written()
    let second = launch(2)
    #expect((second.navigation?.topViewController as? Screen)?.note == 2)
    #expect(try firstImage(second) == [9])
  }

  @Test("R114: every way to leave the foreground takes one picture; changes take none")
  func leavingTakesPictures() async {
    let leave: [(Application) -> Void] = [
      { $0.didEnterBackground() }, { $0.sessionWillEnd() }, { $0.willSleep() },
      { $0.screenDidLock() }, { $0.windowWillClose($0.windows[0]) }, { $0.terminate() },
    ]
    for action in leave {
      let session = launch()
      var count = 0
      session.host.onPicture = { _, _ in
        count += 1
        return [UInt8(count)]
      }
      (session.navigation?.topViewController as? Screen)?.note = 3
      session.navigation?.topViewController?.invalidateRestorableState()
      session.host.advance(by: .seconds(1))
      session.application.preserve(reason: .explicit)
      await session.application.written()
      #expect(count == 0)
      action(session.application)
      await session.application.written()
      #expect(count == 1)
      session.application.terminate()
    }
  }

  @Test(
    "R115: the launch image can be refused in should-save, will-encode and an object's encode",
    arguments: ["shouldSave", "willEncode", "encode Home"])
  func hooksIgnoreTheImage(hook: String) {
    let first = launch()
    CallLog.onEntry = { entry in
      if entry == hook { first.application.ignoreSnapshotOnNextApplicationLaunch() }
    }
    defer { CallLog.onEntry = nil }
    #expect(relaunch(first).host.firstImages == [.defaultImage(nil)])
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
  }

  @Test("R115: refusing the image outside of a save changes nothing, and a diagnostic says so")
  func callOutsideIsReported() throws {
    let first = launch()
    first.application.ignoreSnapshotOnNextApplicationLaunch()
    let second = relaunch(first)
    #expect(try firstImage(second) == [1, 0])
    #expect(
      first.preservationReports.last?.diagnostics.contains {
        $0.contains("ignoreSnapshotOnNextApplicationLaunch() was called outside")
      } == true)
  }

  @Test("R116: a refusal of the launch image ends with its pass")
  func flagBelongsToItsPass() async throws {
    var ignores = true
    let first = launch { delegate in
      delegate.willEncode = { [weak delegate] _ in
        if ignores { delegate?.application?.ignoreSnapshotOnNextApplicationLaunch() }
      }
    }
    first.application.didEnterBackground()
    await first.application.written()
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
    ignores = false
    #expect(try firstImage(relaunch(first)) == [1, 0])
  }

  @Test("R117: no picture is kept when the topmost controller is not saved")
  func topmostMustBeSaved() throws {
    let cases: [(NavigationController) -> Void] = [
      { $0.pushViewController(Screen(nil), animated: false) },
      { $0.present(Screen(nil), animated: false) },
      { $0.present(Screen("a/b"), animated: false) },
      { $0.present(ActivityViewController(activityItems: [.text("x")]), animated: false) },
      {
        let unnamed = ViewController()
        unnamed.present(Screen("Below"), animated: false)
        $0.present(unnamed, animated: false)
      },
      { $0.restorationIdentifier = nil },
      {
        ($0.topViewController as? Screen)?.present(
          navigation(nil, root: Screen("x")), animated: false)
      },
    ]
    for (index, change) in cases.enumerated() {
      let first = launch()
      change(try #require(first.navigation))
      first.application.terminate()
      #expect(device.store.loadLaunchImage(slot: nil) == nil, "case \(index)")
      device.store.removeAll(slot: nil)
    }
    // Controllers that are not on screen do not matter.
    let first = launch()
    first.navigation?.setViewControllers([Screen(nil), MadeScreen("Photo")], animated: false)
    first.application.terminate()
    #expect(device.store.loadLaunchImage(slot: nil) != nil)
  }

  @Test("R117, R155: a window has no picture if a value in it was too large to save")
  func oversizedStateHasNoPicture() {
    final class Album: Screen {
      override func encodeRestorableState(with coder: RestorationEncoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(String(repeating: "p", count: 20_000), forKey: "pixels")
      }
    }
    let device = Device { window in
      window.restorationIdentifier = "Main"
      window.rootViewController = Album("Album")
      window.application?.showWindow(nil, Screen("Palette"))
    }
    let first = device.launch()
    first.application.restoration.budget.objectSize = 10_000
    first.host.onPicture = { _, _ in [1] }
    let second = first.relaunch()
    #expect(first.preservationReports.last?.omissions.map(\.key) == ["pixels"])
    var pictured: [String?] = []
    for (window, image) in zip(second.host.shownWindows, second.host.firstImages) {
      guard case .launchImage = image else { continue }
      pictured.append(window.rootViewController?.restorationIdentifier)
    }
    #expect(pictured == ["Palette"])
  }

  @Test("R117: a missing or an added screen on top makes the launch begin with the default image")
  func otherInterfaceThanInThePicture() throws {
    let first = launch()
    let photo = MadeScreen("Photo")
    photo.note = MadeScreen.goneNote
    first.navigation?.pushViewController(photo, animated: false)
    let second = relaunch(first)
    #expect(second.stack == ["Home"])
    #expect(try firstImage(second) == nil)
    let third = relaunch(second) { delegate in
      delegate.didFinish = { application, _ in
        application.windows[0].rootViewController?.present(Screen("Login"), animated: false)
      }
    }
    #expect(third.sheets == ["Login"])
    #expect(try firstImage(third) == nil)
  }

  @Test("R119: a setting blurs the pictures, or turns them off")
  func privacy() throws {
    let first = launch()
    first.application.launchImagePrivacy = .blurred
    let second = relaunch(first)
    #expect(try firstImage(second) == [1, 1])
    second.application.launchImagePrivacy = .plain
    let third = relaunch(second) { $0.willFinish = { $0.launchImagePrivacy = .none } }
    #expect(third.host.firstImages == [.defaultImage(nil)])
    #expect(device.store.loadLaunchImage(slot: nil) != nil)
    third.application.terminate()
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
  }

  @Test("R183: refusing to save removes the picture, too")
  func refusalRetiresTheImage() throws {
    let first = launch()
    first.application.terminate()
    #expect(device.store.loadLaunchImage(slot: nil) != nil)
    let second = launch { $0.shouldSave = { _ in false } }
    second.application.terminate()
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
    #expect(launch().host.firstImages == [nil])
  }

  @Test("R163: each window has its own picture")
  func windowsHaveTheirOwn() throws {
    let device = Device { window in
      window.restorationIdentifier = "Main"
      window.rootViewController = Screen("Home")
      window.application?.showWindow(nil, Screen("Palette"))
    }
    let first = device.launch()
    first.host.onPicture = { window, _ in window.restorationIdentifier == "Main" ? [1] : [2] }
    let second = first.relaunch()
    for (window, image) in zip(second.host.shownWindows, second.host.firstImages) {
      guard case .launchImage(let image) = image else {
        Issue.record("no launch image")
        continue
      }
      #expect(image.encoded == (window.restorationIdentifier == "Main" ? [1] : [2]))
    }
    #expect(second.host.firstImages.count == 2)
  }
}
