// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct ContainerTests {
  private let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }

  /// Launches and pushes screens.
  ///
  /// Each note is the screen's index in the stack.
  private func launch(pushing screens: [Screen]) -> Session {
    let session = device.launch()
    for (index, screen) in screens.enumerated() {
      if screen.note == 0 { screen.note = index + 1 }
      session.navigation?.pushViewController(screen, animated: false)
    }
    return session
  }

  private func gone(_ identifier: String) -> MadeScreen {
    let screen = MadeScreen(identifier)
    screen.note = MadeScreen.goneNote
    return screen
  }

  @Test("R76: a controller that cannot be found truncates the stack there")
  func missingControllerTruncatesTheStack() {
    let first = launch(pushing: [MadeScreen("A"), gone("B"), MadeScreen("C")])
    let made = CallLog.entries("decode") { #expect(first.relaunch().stack == ["Home", "A"]) }
    #expect(!made.contains("C"))
  }

  @Test("R185: the launch-time stack stays when no controller of the saved one is found")
  func launchTimeStackStays() {
    let device = Device { $0.rootViewController = navigation(root: Screen(nil)) }
    let first = device.launch()
    first.navigation?.pushViewController(gone("A"), animated: false)
    #expect(first.relaunch().stack == [nil])
  }

  @Test("R185, R151: an unnamed controller in a stack is reported, and those above move down")
  func unnamedChildIsLeftOut() {
    let first = launch(pushing: [MadeScreen("A"), Screen(nil), MadeScreen("C")])
    let second = first.relaunch()
    #expect(second.stack == ["Home", "A", "C"])
    #expect((second.navigation?.topViewController as? Screen)?.note == 3)
    let diagnostics = first.preservationReports.last?.diagnostics ?? []
    #expect(
      diagnostics.contains(
        "Nav: ViewControllersTests.Screen has no restoration identifier and is left out of the "
          + "stack; the controllers above it move down"))
  }

  @Test("R76, R185: a missing controller below an unnamed one truncates the stack there")
  func unnamedChildIsNoSupport() {
    let first = launch(pushing: [gone("A"), Screen(nil), MadeScreen("C")])
    #expect(first.relaunch().stack == ["Home"])
  }

  @Test("R185: an unnamed controller on top of a stack is left out without a diagnostic")
  func unnamedTopIsLeftOut() {
    let first = launch(pushing: [MadeScreen("A"), Screen(nil)])
    #expect(first.relaunch().stack == ["Home", "A"])
    #expect(first.preservationReports.last?.diagnostics == [])
  }

  @Test("The host hears of a controller removed outside its stack", arguments: [false, true])
  func hostHearsOfRemoval(movesToAnotherStack: Bool) {
    let session = launch(pushing: [Screen("A")])
    let peer = CountingPeer()
    session.navigation?.view.peer = peer
    guard let top = session.navigation?.topViewController else { return }
    if movesToAnotherStack {
      _ = navigation("Other", root: top)
    } else {
      top.removeFromParent()
    }
    #expect(session.stack == ["Home"])
    #expect(peer.changes > 0)
  }

  @Test("A completed swipe back pops nothing from a stack that has changed since it began")
  func swipeOverAChangedStack() {
    let session = launch(pushing: [Screen("A")])
    #expect(session.navigation?.hostDidBeginSwipeBack()?.restorationIdentifier == "Home")
    session.navigation?.pushViewController(Screen("B"), animated: false)
    session.navigation?.hostDidEndSwipeBack(isCompleted: true)
    #expect(session.stack == ["Home", "A", "B"])
  }

  private final class CountingPeer: ViewPeer {
    var changes = 0
    func viewDidChange(_ view: View) { changes += 1 }
  }

  @Test(
    "R77, R180: a presented controller that is missing or unnamed brings back the screen under it",
    arguments: [true, false])
  func sheetLeavesItsPresenter(isMissing: Bool) {
    let first = launch(pushing: [MadeScreen("A")])
    first.root?.present(isMissing ? gone("Sheet") : Screen(nil), animated: false)
    let second = first.relaunch()
    #expect(second.stack == ["Home", "A"])
    #expect(second.sheets == [])
    #expect(first.preservationReports.last?.diagnostics == [])
  }

  @Test("R77, R184: sheets come back in order, and go with the controller that presented the first")
  func sheetsGoWithTheirSource() {
    let first = launch(pushing: [MadeScreen("A"), MadeScreen("B")])
    let sheet = MadeScreen("Sheet")
    first.navigation?.topViewController?.present(sheet, animated: false)
    sheet.present(MadeScreen("Over"), animated: false)
    let second = first.relaunch()
    #expect(second.stack == ["Home", "A", "B"])
    #expect(second.sheets == ["Sheet", "Over"])
    (second.navigation?.topViewController as? Screen)?.note = MadeScreen.goneNote
    let third = second.relaunch()
    #expect(third.stack == ["Home", "A"])
    #expect(third.sheets == [])
  }

  @Test("R150: moving a child to another container or presenter changes its former container, too")
  func takenChildIsAChange() {
    let (left, right, child) = (Screen("Left"), Screen("Right"), Screen("Child"))
    left.addChild(child)
    let session = Device { $0.rootViewController = PairController("Pair", [left, right]) }.launch()
    session.application.preserve()
    let taken = CallLog.entries("encode") {
      right.addChild(child)
      session.host.advance(by: .seconds(1))
    }
    #expect(taken.sorted() == ["Left", "Right"])
    session.application.preserve()
    let presented = CallLog.entries("encode") {
      session.root?.present(child, animated: false)
      session.host.advance(by: .seconds(1))
    }
    #expect(presented.sorted() == ["Child", "Right"])
  }
}
