// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct AppearanceTests {
  private func launched(_ interface: @escaping (Window) -> Void) -> Session {
    Device(interface).launch { $0.shouldRestore = { _ in false } }
  }

  @Test("R60, R214: visible views load at once and appear only after did-finish-launching")
  func nothingAppearsBeforeDidFinish() {
    let calls = CallLog.entries {
      _ = launched { $0.rootViewController = Screen("Home") }
    }
    #expect(
      calls == ["willFinish", "load Home", "didFinish", "willAppear Home", "appear Home", "active"])
  }

  @Test("R60: a push makes the covered controller disappear, and the pop makes it appear again")
  func coveredControllerAppearsWhenUncovered() {
    let session = launched { $0.rootViewController = navigation(root: Screen("Home")) }
    let push = CallLog.entries {
      session.navigation?.pushViewController(Screen("Photo"), animated: false)
    }
    let pop = CallLog.entries { session.navigation?.popViewController(animated: false) }
    #expect(
      push == [
        "load Photo", "willDisappear Home", "willAppear Photo", "disappear Home", "appear Photo",
      ])
    #expect(pop == ["willDisappear Photo", "willAppear Home", "disappear Photo", "appear Home"])
  }

  @Test("A presenter stays on screen below its sheet")
  func sheetLeavesPresenterVisible() {
    let session = launched { $0.rootViewController = Screen("Home") }
    let calls = CallLog.entries {
      session.root?.present(Screen("Sheet"), animated: true)
      session.root?.dismiss(animated: true)
    }
    #expect(
      calls == [
        "load Sheet", "slideIn Sheet", "appear Sheet", "willDisappear Sheet", "disappear Sheet",
      ])
  }

  @Test("R60: a controller moved to a container without a window disappears and uncovers the next")
  func takenControllerLeavesTheScreen() {
    let session = launched { $0.rootViewController = navigation(root: Screen("Home")) }
    let photo = Screen("Photo")
    session.navigation?.pushViewController(photo, animated: false)
    let calls = CallLog.entries { _ = NavigationController(rootViewController: photo) }
    #expect(calls == ["willDisappear Photo", "willAppear Home", "disappear Photo", "appear Home"])
  }

  @Test("A custom container's child appears when its view is added to the container's view")
  func childAppearsWithItsView() {
    let child = Screen("Child")
    let session = launched { window in
      let home = Screen("Home")
      home.addChild(child)
      window.rootViewController = home
    }
    let calls = CallLog.entries { session.root?.view.addSubview(child.view) }
    #expect(calls == ["load Child", "willAppear Child", "appear Child"])
  }

  @Test("A leaving controller still has its parent or presenter in viewWillDisappear")
  func disappearingControllerKnowsItsPlace() {
    final class Leaver: Screen {
      var places: [Bool] = []
      override func viewWillDisappear(_ animated: Bool) { note() }
      override func viewDidDisappear(_ animated: Bool) { note() }
      private func note() { places.append(parent != nil || presentingViewController != nil) }
    }
    let session = launched { $0.rootViewController = navigation(root: Screen("Home")) }
    let (pushed, presented) = (Leaver("Pushed"), Leaver("Presented"))
    session.navigation?.pushViewController(pushed, animated: false)
    session.navigation?.popViewController(animated: false)
    session.root?.present(presented, animated: false)
    session.root?.dismiss(animated: false)
    #expect(pushed.places == [true, false])
    #expect(presented.places == [true, false])
  }

  @Test("A controller presented in viewDidAppear appears, too")
  func changeInsideCallbackIsFollowedUp() {
    final class Greeter: Screen {
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if presentedViewController == nil { present(Screen("Greeting"), animated: false) }
      }
    }
    let appeared = CallLog.entries("appear") {
      _ = launched { $0.rootViewController = Greeter("Home") }
    }
    #expect(appeared == ["Home", "Greeting"])
  }

  @Test("Closing one of two windows makes only its own controllers disappear")
  func closedWindowDisappears() {
    let session = launched { $0.rootViewController = Screen("First") }
    let second = session.application.showWindow(nil, Screen("Second"))
    let calls = CallLog.entries { session.application.windowWillClose(second) }
    #expect(calls == ["willDisappear Second", "disappear Second"])
    #expect(
      session.host.shownWindows.map(ObjectIdentifier.init) == [ObjectIdentifier(session.window)])
    #expect(session.host.exitStatus == nil)
  }
}
