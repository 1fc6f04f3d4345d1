// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

@MainActor struct LifecycleTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  @Test("The delegate hears once of each change of activity, before the state is saved")
  func delegateHearsOfLifecycle() {
    let (session, launch) = CallLog.recording { device.launch() }
    #expect(launch.last == "active")
    let rest = CallLog.entries {
      session.application.didBecomeActive()
      session.application.didEnterBackground()
      session.application.didBecomeActive()
      session.application.terminate()
    }.filter { !$0.hasPrefix("encode") && $0 != "willEncode" }
    #expect(rest == ["background", "shouldSave", "active", "terminate", "shouldSave"])
  }

  @Test("R27, R190: closing the last window saves, and the state is durable at the end")
  func closingTheLastWindowSaves() {
    let session = device.launch()
    session.application.windowWillClose(session.window)
    #expect(session.preservationReports.map(\.reason) == [.terminating])
    #expect(session.host.exitStatus == 0)
    #expect(device.launch().restorationReport?.isRestored == true)
  }

  @Test("R27, R30: leaving the foreground saves everything, and again only what differs")
  func unchangedStateIsNotWritten() async {
    let session = device.launch()
    for _ in 0..<2 {
      session.application.didEnterBackground()
      await session.application.written()
    }
    #expect(session.preservationReports.map(\.reason) == [.background])
    #expect(device.store.load(.current, slot: nil) != nil)
  }

  @Test("R190: the end of the application does not lose a pending save")
  func terminationTakesOverPendingSave() async {
    let session = device.launch()
    session.application.preserve()
    await session.application.written()
    session.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    session.host.advance(by: .seconds(1))
    session.application.terminate()
    await session.application.written()
    #expect(device.launch().stack == ["Home", "Photo"])
    // Only one of the two is written and reported: the archiver's queue may have started.
    let reasons = session.preservationReports.map(\.reason)
    #expect([[.explicit, .terminating], [.explicit, .changed]].contains(reasons), "\(reasons)")
  }

  @Test("R150: a steady stream of changes is saved together, half a second after the first")
  func changesAreSavedSoon() async {
    let session = device.launch()
    session.navigation?.pushViewController(Screen("Photo"), animated: false)
    for _ in 0..<4 {
      session.host.advance(by: .milliseconds(100))
      session.root?.invalidateRestorableState()
    }
    session.host.advance(by: .milliseconds(99))
    #expect(session.application.restoration.saving.writing == nil)
    session.host.advance(by: .milliseconds(1))
    await session.application.written()
    #expect(session.preservationReports.map(\.reason) == [.changed])
    session.host.advance(by: .seconds(60))
    await session.application.written()
    #expect(session.preservationReports.count == 1)
  }

  @Test("R8, R27, R150: changes and events inside a save's hook are saved after it")
  func eventsWithinAPass() async {
    var events: (() -> Void)?
    let session = device.launch { delegate in
      delegate.willEncode = { _ in
        events?()
        events = nil
      }
    }
    // A hook that runs the main loop can cause all of these events.
    events = {
      events = nil
      session.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
      session.host.advance(by: .seconds(1))
      session.application.didEnterBackground()
      session.application.willSleep()
      session.application.didReceiveMemoryWarning()
      session.application.terminate()
    }
    session.application.preserve()
    #expect(session.host.exitStatus == nil)
    await session.saveChanges()
    #expect(session.host.exitStatus == 0)
    #expect(device.launch().stack == ["Home", "Photo"])
  }

  @Test("R150: a change made outside of the window is saved when the controller is back")
  func changesOutsideTheWindowAreSaved() async {
    let session = device.launch()
    let photo = MadeScreen("Photo")
    session.navigation?.pushViewController(photo, animated: false)
    await session.saveChanges()
    session.navigation?.popViewController(animated: false)
    photo.note = 3
    photo.invalidateRestorableState()
    session.navigation?.pushViewController(photo, animated: false)
    await session.saveChanges()
    #expect((device.launch().navigation?.topViewController as? Screen)?.note == 3)
  }

  @Test("R30, R35: a controller moved in its stack is saved once, and references follow it")
  func movedControllerIsSavedOnce() async {
    let session = device.launch()
    let photo = MadeScreen("Photo")
    for screen in [MadeScreen("Album"), photo] {
      session.navigation?.pushViewController(screen, animated: false)
    }
    photo.present(MadeScreen("Sheet"), animated: false)
    await session.saveChanges()
    let stack = session.navigation?.viewControllers.filter { $0.restorationIdentifier != "Album" }
    session.navigation?.setViewControllers(stack ?? [], animated: false)
    await session.saveChanges()
    let paths = session.preservationReports.last?.outcomes.map(\.address.path.description) ?? []
    #expect(paths.sorted() == ["Nav", "Nav/:[0]:/Home", "Nav/:[1]:/Photo", "Nav/Sheet"])
    let made = CallLog.entries("make") { #expect(device.launch().sheets == ["Sheet"]) }
    #expect(made == ["Nav/Photo", "Nav/Sheet"])
  }

  @Test("R196: an application that ends during launch stops the host and saves nothing")
  func endDuringLaunchSavesNothing() {
    let session = device.launch { $0.didFinish = { application, _ in application.terminate() } }
    #expect(session.host.exitStatus == 0)
    #expect(session.host.shownWindows.isEmpty)
    #expect(device.store.load(.current, slot: nil) == nil)
  }

  @Test("R196: neither launching nor restoring is a change")
  func restoringIsNoChange() {
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("Photo"), animated: false)
    first.navigation?.topViewController?.present(MadeScreen("Sheet"), animated: false)
    let second = first.relaunch()
    let calls = CallLog.entries { second.host.advance(by: .seconds(5)) }
    #expect(second.stack == ["Home", "Photo"])
    #expect(calls == [])
  }

  @Test("R150, R196: creating views during loading is no change")
  func loadingViewsIsNoChange() {
    @MainActor final class Settings: ViewController {
      override func viewDidLoad() {
        let slider = Slider()
        slider.restorationIdentifier = "Slider"
        view.addSubview(slider)
        slider.value = 0.5
      }
    }
    let session = Device { window in
      let settings = Settings()
      settings.restorationIdentifier = "Settings"
      window.rootViewController = settings
    }.launch()
    #expect(CallLog.entries { session.host.advance(by: .seconds(5)) } == [])
    (session.root?.view.subviews.first as? Slider)?.value = 1
    #expect(CallLog.entries { session.host.advance(by: .seconds(5)) } != [])
  }

  @Test(
    "R131, R196: state becomes good ten seconds after the first frame, not before",
    arguments: [(9_999, false), (10_000, true)])
  func probationLastsTenSeconds(milliseconds: Int, isGood: Bool) {
    device.launch().application.terminate()
    let second = device.launch()
    second.host.advance(by: .milliseconds(milliseconds))
    (second.navigation?.topViewController as? Screen)?.note = 1
    second.application.terminate()
    #expect((device.store.load(.lastGood, slot: nil) != nil) == isGood)
  }

  @Test("Scheduled actions run in the order of their times; cancelled ones do not run")
  func headlessClockIsOrdered() {
    let host = HeadlessHost()
    var order: [Int] = []
    _ = host.schedule(after: .seconds(2)) { order.append(2) }
    let cancelled = host.schedule(after: .seconds(1)) { order.append(0) }
    _ = host.schedule(after: .seconds(1)) {
      order.append(1)
      _ = host.schedule(after: .seconds(1)) { order.append(3) }
    }
    cancelled.cancel()
    host.advance(by: .seconds(2))
    #expect(order == [1, 2, 3])
  }
}
