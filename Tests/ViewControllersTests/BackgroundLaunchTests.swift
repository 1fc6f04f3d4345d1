// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ViewControllers

/// Launches without windows that only do background work.
@MainActor struct BackgroundLaunchTests {
  private let device = LockableDevice(.completeUntilFirstUserAuthentication)

  /// Launches in the background with one running task.
  private func launchWithTask(
    isLocked: Bool = false, _ configure: (TestDelegate) -> Void = { _ in }
  ) -> LockableLife {
    device.launch(isLocked: isLocked, inBackground: true) { delegate in
      delegate.didFinish = { application, _ in application.beginBackgroundTask() }
      configure(delegate)
    }
  }

  @Test("R28, R121: a background launch restores, saves after each task, and ends with the last")
  func backgroundLaunchRestoresAndSaves() async {
    device.leavePhoto()
    var options: [Bool] = []
    let (life, calls) = CallLog.recording {
      launchWithTask {
        $0.willFinish = { options.append($0.isLaunchedInBackground) }
        $0.didFinish = { application, launch in
          options.append(launch.isBackground)
          application.beginBackgroundTask()
          application.beginBackgroundTask()
        }
      }
    }
    #expect(options == [true, true])
    #expect(calls.contains("finished Photo"))
    #expect(!calls.contains { $0.contains("ppear") || $0 == "active" })
    #expect(life.host.shownWindows.isEmpty)
    #expect(life.note == 7)
    life.note = 8
    life.application.backgroundTaskDidComplete()
    await life.application.written()
    #expect(life.saves == [.success(2)])
    #expect(life.host.exitStatus == nil)
    life.note = 9
    life.application.backgroundTaskDidComplete()
    #expect(life.saves == [.success(2), .success(3)])
    #expect(life.host.exitStatus == 0)
    #expect(device.launch().note == 9)
  }

  @Test("R121: changes made in did-finish-launching are saved, and the process ends")
  func workWithoutTask() {
    device.leavePhoto()
    let life = device.launch(inBackground: true) { delegate in
      delegate.didFinish = { application, _ in
        let stack = application.windows.first?.rootViewController as? NavigationController
        (stack?.topViewController as? Screen)?.note = 8
      }
    }
    #expect(life.host.exitStatus == 0)
    #expect(device.launch().note == 8)
  }

  @Test("R122: a locked background launch neither restores nor saves, and changes no file")
  func lockedBackgroundLaunch() {
    #expect(device.launch(isLocked: true, inBackground: true).host.exitStatus == 0)
    #expect(device.files.isEmpty)
    device.leavePhoto()
    let before = device.files
    for _ in 1...2 {
      let short = device.launch(isLocked: true, inBackground: true)
      #expect(short.host.exitStatus == 0)
      #expect(short.restored.map(\.isLocked) == [true])
      let long = launchWithTask(isLocked: true)
      long.push(note: 1)
      long.host.advance(by: .seconds(60))
      #expect(long.host.exitStatus == nil)
      long.application.backgroundTaskDidComplete()
      #expect(long.host.exitStatus == 0)
      #expect(short.saves.isEmpty && long.saves.isEmpty)
    }
    _ = launchWithTask(isLocked: true)  // dropped, as if killed
    #expect(device.files == before)
    #expect(device.launch().note == 7)
  }

  @Test("R120, R188: an unlock in the background restores before the delegate hears of it")
  func backgroundRestoresLateByItself() async {
    device.leavePhoto()
    let life = launchWithTask(isLocked: true)
    var note: Int?
    life.delegate.didBecomeAvailable = { _ in note = life.note }
    await life.setLocked(false)
    #expect(note == 7)
    #expect(life.restored.map(\.isRestored) == [false, true])
    #expect(life.host.shownWindows.isEmpty)
    life.note = 8
    await life.setLocked(true)  // this key stays available until the next boot
    life.application.backgroundTaskDidComplete()
    #expect(life.saves == [.success(2)])
    #expect(device.launch().note == 8)
  }

  @Test("R121: entering the foreground shows the windows and keeps the process after its task")
  func enteringTheForeground() {
    device.leavePhoto()
    let life = launchWithTask()
    let calls = CallLog.entries {
      life.application.enterForeground()
      life.application.enterForeground()
    }
    #expect(calls == ["willAppear Photo", "appear Photo", "active"])
    #expect(life.host.shownWindows.count == 1)
    life.application.backgroundTaskDidComplete()
    #expect(life.host.exitStatus == nil)
  }

  @Test("R188, R175: entering the foreground restores locked state before the window appears")
  func enteringTheForegroundRestoresLate() {
    device.leavePhoto()
    let life = launchWithTask(isLocked: true)
    life.keys.setLocked(false)  // the main actor does not know yet
    let calls = CallLog.entries("willAppear") { life.application.enterForeground() }
    #expect(calls == ["Photo"])
    #expect(life.note == 7)
  }

  @Test("R122: entering the foreground while locked shows the default interface")
  func enteringTheForegroundLocked() {
    device.leavePhoto()
    let before = device.files
    let life = launchWithTask(isLocked: true)
    life.application.enterForeground()
    #expect(life.host.shownWindows.count == 1)
    #expect(life.stack == ["Home"])
    life.application.terminate()
    #expect(device.files == before)
  }

  @Test("R163: a background launch keeps the order of windows")
  func windowOrderSurvives() {
    let configure: (TestDelegate) -> Void = { delegate in
      delegate.willFinish = { application in
        for name in ["One", "Two"] { application.showWindow(name, Screen(name)) }
      }
      delegate.makesWindow = false
    }
    let first = device.launch(configure)
    first.application.windowDidBecomeKey(first.application.windows[0])
    first.application.terminate()
    let background = launchWithTask(configure)
    (background.application.windows[0].rootViewController as? Screen)?.note = 1
    background.application.backgroundTaskDidComplete()
    #expect(background.saves == [.success(2)])
    let order = device.launch(configure).application.orderedWindows.map(\.restorationIdentifier)
    #expect(order == ["One", "Two"])
  }

  @Test(
    "R121: --background launches in the background, unless it is the program's name or an operand",
    arguments: [
      (["app", "--background"], true), (["app", "file", "--background"], true), (["app"], false),
      (["--background"], false), (["app", "--", "--background"], false),
    ])
  func launchOption(arguments: [String], isBackground: Bool) {
    device.leavePhoto()
    var hasRun = false
    var shown = 0
    let host = HeadlessHost { application in
      hasRun = true
      #expect(Application.shared === application)
      shown = (application.host as? HeadlessHost)?.shownWindows.count ?? 0
    }
    let life = device.life(host: host)
    #expect(Application.isBackgroundRequested(by: arguments) == isBackground)
    #expect(life.application.run(inBackground: isBackground) == 0)
    #expect(life.restored.map(\.isRestored) == [true])
    #expect(hasRun == !isBackground)
    #expect(shown == (isBackground ? 0 : 1))
  }

  @Test("R129, R188: a crash after a late refusal in the background is not a crash in launch")
  func crashAfterLateRefusal() async {
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("Detail"), animated: false)
    first.application.terminate()
    for _ in 1...2 {
      device.keys.setLocked(true)
      let delegate = TestDelegate { $0.rootViewController = navigation(root: Screen("Home")) }
      delegate.shouldRestore = { _ in false }
      delegate.didFinish = { application, _ in application.beginBackgroundTask() }
      let session = Session(device: device, version: "1", delegate: delegate)
      session.application.launch(inBackground: true)
      #expect(session.restorationReport?.isLocked == true)
      device.keys.setLocked(false)
      while session.restorationReport?.isLocked == true { await Task.yield() }
      #expect(session.restorationReport?.isRefused == true)
      device.die()
    }
    #expect(device.launch().stack == ["Home", "Detail"])
  }
}
