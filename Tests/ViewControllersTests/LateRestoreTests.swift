// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ViewControllers

/// A foreground application whose key was locked at launch.
@MainActor struct LateRestoreTests {
  private let device = LockableDevice()

  @Test("R188: a locked process changes no file, and the saved state survives it")
  func lockedLifeChangesNothing() async {
    device.leavePhoto()
    let before = device.files
    let life = device.launch(isLocked: true)
    life.push(note: 1)
    life.host.advance(by: .seconds(60))
    life.application.didEnterBackground()
    life.application.screenDidLock()
    life.application.screenDidUnlock()
    await life.application.written()
    await life.setLocked(false)  // an available key alone is not enough
    life.push(note: 2)
    life.host.advance(by: .seconds(60))
    life.application.sessionWillEnd()
    life.application.terminate()
    await life.application.written()
    #expect(device.files == before)
    #expect(life.saves.isEmpty)
    #expect(device.launch().note == 7)
  }

  @Test("R54, R122, R123, R188: the application hears of lock and unlock and restores on request")
  func restoresLateWhenAsked() async {
    device.leavePhoto()
    var options: [LaunchOptions] = []
    let life = device.launch(isLocked: true) { $0.didFinish = { options.append($1) } }
    #expect(options.map(\.reason) == [.locked])
    #expect(options.first?.report?.isLocked == true)
    #expect(life.host.shownWindows.count == 1)
    #expect(life.stack == ["Home"])
    #expect(!life.application.isProtectedDataAvailable)
    life.push(note: 1)
    #expect(life.application.restoreLate() == nil)
    var heard = 0
    life.delegate.didBecomeAvailable = { _ in heard += 1 }
    await life.setLocked(false)
    #expect(heard == 1)
    #expect(life.note == 1, "the user may have begun to use what is there")
    let report = life.application.restoreLate()
    #expect(report?.isRestored == true && report?.reason == .launch)
    #expect(life.restored.map(\.isRestored) == [false, true])
    #expect(life.stack == ["Home", "Photo"])
    #expect(life.note == 7)
    #expect(life.application.restoreLate() == nil)
    life.note = 8
    life.application.terminate()
    #expect(device.launch().note == 8)
  }

  @Test("R175, R196: a late restore animates nothing, calls the appearance hooks, and is no change")
  func lateRestoreIsNoChange() async {
    device.leavePhoto()
    let before = device.files
    let life = device.launch(isLocked: true)
    await life.setLocked(false)
    let calls = CallLog.entries { life.application.restoreLate() }
    #expect(
      calls.filter { $0.contains("ppear") || $0.hasPrefix("slide") } == [
        "willDisappear Home", "willAppear Photo", "disappear Home", "appear Photo",
      ])
    // Every screen that appears has been restored before.
    let restored = calls.prefix { $0 != "willDisappear Home" }
    #expect(restored.contains("decoded Photo") && restored.contains("finished Photo"))
    life.host.advance(by: .seconds(5))
    await life.application.written()
    #expect(life.saves.isEmpty)
    #expect(device.files["current.archive"] == before["current.archive"])
  }

  @Test("R188: the delegate may restore late in the call that tells it of the unlock")
  func restoresLateInTheCall() async {
    device.leavePhoto()
    let life = device.launch(isLocked: true) { $0.didBecomeAvailable = { $0.restoreLate() } }
    await life.setLocked(false)
    #expect(life.note == 7)
  }

  @Test(
    "R188: abandoned locked state is superseded as soon as the key is available",
    arguments: [false, true])
  func givenUpStateIsSuperseded(isUnlocked: Bool) async {
    device.leavePhoto()
    let before = device.files
    let life = device.launch(isLocked: true)
    if isUnlocked { await life.setLocked(false) }
    life.push(note: 1)
    life.application.giveUpLockedState()
    if !isUnlocked {
      life.note = 2
      life.host.advance(by: .seconds(1))
      #expect(device.files == before)
      await life.setLocked(false)
    }
    await life.application.written()
    #expect(life.saves == [.success(2)])
    #expect(device.launch().note == (isUnlocked ? 1 : 2))
    #expect(device.files["previous.archive"] == before["current.archive"])
  }

  @Test("R131, R196: a late restore starts probation again")
  func probationBeginsAnew() async throws {
    device.leavePhoto()
    let life = device.launch(isLocked: true)
    life.host.advance(by: .seconds(20))
    await life.setLocked(false)
    life.application.restoreLate()
    let restored = device.files["current.archive"]
    life.host.advance(by: .seconds(9))
    life.push(note: 1)
    life.application.sessionWillEnd()
    #expect(device.files["last-good.archive"] == nil)
    life.host.advance(by: .seconds(1))
    life.push(note: 2)
    life.application.sessionWillEnd()
    #expect(try device.store.load(.lastGood, slot: nil).map { Data($0) } == restored)
  }

  @Test("R163, R174, R188, R212: a late restore puts each window's sheets below later ones")
  func lateRestoreOfSeveralWindows() async {
    let configure: (TestDelegate) -> Void = { delegate in
      delegate.makesWindow = false
      delegate.willFinish = { application in
        for name in ["One", "Two"] {
          application.showWindow(name, navigation(root: Screen("Home")))
        }
      }
    }
    let first = device.launch(configure)
    for (window, sheet) in zip(first.application.windows, ["Left", "Right"]) {
      window.rootViewController?.present(MadeScreen(sheet), animated: false)
    }
    first.application.terminate()
    let life = device.launch(isLocked: true, configure)
    let windows = life.application.windows
    windows[0].rootViewController?.present(Screen("Login"), animated: false)
    await life.setLocked(false)
    life.application.restoreLate()
    #expect(
      windows.map { $0.presentationChain.map(\.restorationIdentifier) }
        == [["Nav", "Left", "Login"], ["Nav", "Right"]])
    #expect(life.host.shownWindows.count == 2)
    windows[0].presentationChain[1].dismiss(animated: false)
    life.application.terminate()
    let next = device.launch(configure).application.windows
    #expect(
      next.map { $0.presentationChain.dropFirst().map(\.restorationIdentifier) }
        == [["Left"], ["Right"]])
  }
}
