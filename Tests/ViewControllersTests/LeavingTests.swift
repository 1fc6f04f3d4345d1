// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

/// Ends and departures that interrupt other work.
@MainActor struct LeavingTests {
  private let device = Device { window in
    window.restorationIdentifier = "Main"
    window.rootViewController = navigation(root: Screen("Home"))
  }

  private func launch(
    on host: any Host, _ configure: (TestDelegate) -> Void = { _ in }
  ) -> Application {
    let delegate = TestDelegate { window in
      window.restorationIdentifier = "Main"
      window.rootViewController = navigation(root: Screen("Home"))
    }
    configure(delegate)
    let application = Application(
      ApplicationDescription(identifier: "org.example.Tests", version: "1"), delegate: delegate,
      host: host, archiver: Archiver(store: device.store, keys: device.keys))
    application.launch()
    return application
  }

  @Test("R114: a program that ends before its first frame keeps the former launch image")
  func endBeforeTheFirstFrame() {
    let first = device.launch()
    first.host.onPicture = { _, _ in [1] }
    first.application.terminate()
    let image = device.store.loadLaunchImage(slot: nil)
    #expect(image != nil)
    let second = launch(on: UnpaintedHost())
    second.didEnterBackground()
    second.terminate()
    #expect(device.store.loadLaunchImage(slot: nil) == image)
    guard case .launchImage = device.launch().host.firstImages.first else {
      Issue.record("no launch image")
      return
    }
  }

  @Test("R119, R115: an unwanted picture is deleted even before the first frame")
  func endBeforeTheFirstFrameWithoutPictures() {
    for isPrivate in [true, false] {
      let first = device.launch()
      first.host.onPicture = { _, _ in [1] }
      first.application.terminate()
      let second = launch(on: UnpaintedHost()) { delegate in
        delegate.willFinish = { application in
          if isPrivate { application.launchImagePrivacy = .none }
        }
        delegate.willEncode = { [weak delegate] _ in
          if !isPrivate { delegate?.application?.ignoreSnapshotOnNextApplicationLaunch() }
        }
      }
      second.terminate()
      #expect(device.store.loadLaunchImage(slot: nil) == nil)
    }
  }

  @Test("R116: pictures of an earlier pass do not replace those of a later one")
  func earlierPicturesComeTooLate() async {
    let session = device.launch()
    session.host.onPicture = { _, _ in [1] }
    session.application.didEnterBackground()  // written later, on the main actor
    session.application.launchImagePrivacy = .none
    session.application.sessionWillEnd()
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
    await session.application.written()
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
  }

  @Test("R130: a force quit during saves leaves nothing on disk, then and later")
  func forceQuitWhileSaving() async {
    let session = device.launch()
    session.host.onPicture = { _, _ in [1] }
    for note in 1...3 {
      (session.navigation?.topViewController as? Screen)?.note = note
      session.application.didEnterBackground()
      await Task.yield()  // one save is running, others wait
    }
    session.application.forceQuit()
    await session.application.written()
    #expect(ArchiveGeneration.allCases.allSatisfy { device.store.load($0, slot: nil) == nil })
    #expect(device.store.loadLaunchImage(slot: nil) == nil)
    #expect(device.launch().restorationReport?.reason == .pristine)
  }

  @Test("R130: a force quit inside a pass keeps the pass's state off the disk")
  func forceQuitInAPass() {
    let ways: [(Application) -> Void] = [
      { $0.sessionWillEnd() }, { $0.screenDidLock() }, { $0.didEnterBackground() },
      { $0.preserve() },
    ]
    for leave in ways {
      device.launch().application.terminate()
      let session = device.launch { delegate in
        delegate.willEncode = { [weak delegate] _ in delegate?.application?.forceQuit() }
      }
      (session.navigation?.topViewController as? Screen)?.note = 3
      leave(session.application)
      session.application.restoration.archiver.waitUntilIdle()
      #expect(session.host.exitStatus == 0)
      #expect(ArchiveGeneration.allCases.allSatisfy { device.store.load($0, slot: nil) == nil })
    }
  }

  @Test("A force quit on low memory asks no object for its state")
  func endAtLowMemory() {
    final class Leaving: Screen {
      override func didReceiveMemoryWarning() { window?.application?.forceQuit() }
    }
    let device = Device { $0.rootViewController = Leaving("Home") }
    let session = device.launch()
    let calls = CallLog.entries { session.application.didReceiveMemoryWarning() }
    #expect(calls == ["memory", "terminate"])
  }

  @Test("R131, R196: probation begins with the first window, even if it is shown late")
  func probationOfALateWindow() {
    device.launch().application.terminate()
    let session = device.launch { $0.showsWindow = false }
    session.host.advance(by: .seconds(9))
    #expect(device.store.load(.lastGood, slot: nil) == nil)
    session.window.makeKeyAndVisible()
    session.host.advance(by: .seconds(9))
    session.application.sessionWillEnd()
    #expect(device.store.load(.lastGood, slot: nil) == nil)
    session.host.advance(by: .seconds(1))
    (session.navigation?.topViewController as? Screen)?.note = 3
    session.application.sessionWillEnd()
    #expect(device.store.load(.lastGood, slot: nil) != nil)
  }
}

/// A host that never paints its windows.
@MainActor private final class UnpaintedHost: Host {
  private let headless = HeadlessHost()
  let userInterfaceIdiom = UserInterfaceIdiom.headless
  func run(_ application: Application) -> Int32 { 0 }
  func stop(status: Int32) {}
  func show(_ window: Window) {}
  func hide(_ window: Window) {}
  func copy(_ text: String) {}
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  { headless.schedule(after: delay, action) }
}
