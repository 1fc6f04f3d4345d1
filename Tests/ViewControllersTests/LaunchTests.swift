// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct LaunchTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  /// Runs a first process with a pushed photo and a sheet.
  ///
  /// The photo lies over the launch-time screen, the sheet over both.
  private func firstLife() -> Session {
    let session = device.launch()
    let photo = MadeScreen("Photo")
    photo.note = 1
    session.navigation?.pushViewController(photo, animated: false)
    photo.present(MadeScreen("Sheet"), animated: false)
    return session
  }

  /// Ends the first process and returns the calls of the next launch.
  private func relaunchCalls(
    _ first: Session, _ configure: (TestDelegate) -> Void = { _ in }
  ) -> [String] {
    first.application.terminate()
    return CallLog.entries { _ = device.launch(configure) }
  }

  @Test("R14, R52, R53, R55, R57, R60, R214: a restoring launch calls all hooks in their order")
  func launchHasItsOrder() {
    let calls = relaunchCalls(firstLife())
    let names = [
      "ask": "lookup", "make": "lookup", "load": "decoding", "decode": "decoding",
      "decoded": "decoding", "finished": "finished",
    ]
    // The launch-time interface is loaded before the delegate is asked anything.
    #expect(Array(calls.prefix(3)) == ["willFinish", "load Home", "shouldRestore"])
    var phases: [String] = []
    for call in calls where call != "load Home" {
      let phase = names[String(call.prefix { $0 != " " })] ?? call
      if phases.last != phase { phases.append(phase) }
    }
    #expect(
      phases == [
        "willFinish", "shouldRestore", "lookup", "decoding", "didDecode", "finished", "didFinish",
        "willAppear Photo", "willAppear Sheet", "appear Photo", "appear Sheet", "active",
      ])
    #expect(
      calls.filter { $0.hasPrefix("ask") || $0.hasPrefix("make") } == [
        "ask Nav", "ask Nav/Home", "make Nav/Photo", "make Nav/Sheet",
      ])
    for screen in ["Home", "Photo", "Sheet"] {
      let own = calls.filter { $0.hasSuffix(" " + screen) && !$0.hasSuffix("ppear " + screen) }
      #expect(own == ["load", "decode", "decoded", "finished"].map { "\($0) \(screen)" })
    }
  }

  @Test("R53, R173: finished-restoring is called once for each restored controller, for no other")
  func finishedGoesToRestoredControllers() {
    let device = Device { window in
      let home = Screen("Home")
      home.addChild(Screen("Unsaved"))
      window.rootViewController = home
    }
    let pristine = CallLog.entries("finished") { device.launch().application.terminate() }
    #expect(pristine == [])
    #expect(CallLog.entries("finished") { _ = device.launch() } == ["Home"])
  }

  @Test("R54: did-finish-launching runs with no, a good, a refused or a damaged archive")
  func didFinishRunsInEveryCase() {
    #expect(CallLog.entries { _ = device.launch() }.contains("didFinish"))
    #expect(relaunchCalls(firstLife()).contains("didFinish"))
    #expect(relaunchCalls(firstLife()) { $0.shouldRestore = { _ in false } }.contains("didFinish"))
    device.store.overwrite(.current, with: [1, 2, 3])
    device.store.overwrite(.previous, with: nil)
    #expect(CallLog.entries { _ = device.launch() }.contains("didFinish"))
  }

  @Test("R153: did-finish-launching gets the launch reason and the restore's result")
  func didFinishHearsTheReason() {
    var reasons: [LaunchReason?] = []
    var restored: [Bool?] = []
    func listen(_ delegate: TestDelegate) {
      delegate.didFinish = { _, options in
        reasons.append(options.reason)
        restored.append(options.report?.isRestored)
      }
    }
    _ = device.launch(listen).relaunch(listen)
    #expect(reasons == [.pristine, .launch])
    #expect(restored == [false, true])
  }

  @Test(
    "R65, R77: stack and sheet come back in a window shown in will-finish or in did-finish",
    arguments: [false, true])
  func windowMayBecomeVisibleLate(isLate: Bool) {
    let second = firstLife().relaunch { $0.showsWindowInDidFinish = isLate }
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.sheets == ["Sheet"])
    #expect(second.host.shownWindows.count == 1)
  }

  @Test("R65: restored sheets wait for a window that did-finish-launching creates")
  func windowMayBeMadeLate() {
    let first = firstLife()
    var root: NavigationController?
    let second = first.relaunch { delegate in
      delegate.makesWindow = false
      delegate.lookUp = { path, _ in
        guard path == ["Nav"] else { return path.last == "Home" ? Screen("Home") : nil }
        root = navigation()
        return root
      }
      delegate.didFinish = { application, _ in
        Window(application: application).rootViewController = root
        application.windows[0].makeKeyAndVisible()
      }
    }
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.sheets == ["Sheet"])
    #expect(second.relaunch().sheets == ["Sheet"])
  }

  @Test("R175: a restore animates nothing, and no window is shown before its end")
  func restoringIsNotSeen() {
    let first = device.launch()
    first.navigation?.pushViewController(Watcher("Watcher"), animated: true)
    #expect(first.navigation?.isTransitionAnimated == true)
    let calls = relaunchCalls(first)
    #expect(calls.contains("shown 0 animated false"))
    #expect(calls.contains("animated false"))
    #expect(!calls.contains { $0.hasPrefix("slideIn") })
  }
}

/// A screen that records the host and pushes when restoring has ended.
@MainActor final class Watcher: MadeScreen {
  override func applicationFinishedRestoringState() {
    let shown = (window?.application?.host as? HeadlessHost)?.shownWindows.count ?? -1
    CallLog.add("shown \(shown) animated \(navigationController?.isTransitionAnimated ?? true)")
    navigationController?.pushViewController(Screen("More"), animated: true)
    CallLog.add("animated \(navigationController?.isTransitionAnimated ?? true)")
  }
}
