// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

@MainActor struct IdentityTests {
  @Test("R10: a nil identifier cuts off views, children and presented controllers")
  func nilIdentifierCutsOffTheSubtree() {
    let device = Device { window in
      let home = Screen("Home")
      let view = LoggingView("View")
      let pair = PairController(nil, [home, navigation(root: Screen("Inner"))])
      pair.view.addSubview(view)
      window.rootViewController = pair
    }
    let session = device.launch()
    session.root?.present(Screen("Sheet"), animated: false)
    #expect(CallLog.entries("encode") { session.application.terminate() } == [])
  }

  @Test(
    "R12: an object with an invalid identifier is left out, and a diagnostic says what is wrong",
    arguments: [("", "is empty"), ("a/b", "contains a slash"), (":[3]:", "looks like :[n]:")])
  func invalidIdentifierIsDiagnosed(identifier: String, flaw: String) {
    let device = Device { $0.rootViewController = Screen(identifier) }
    let session = device.launch {
      $0.willEncode = { $0.encode(1, forKey: "anything") }
    }
    let encoded = CallLog.entries("encode") { session.application.terminate() }
    #expect(encoded == [])
    let diagnostics = session.preservationReports.last?.diagnostics ?? []
    let name = archivedClassName(of: Screen.self)
    #expect(diagnostics.contains { $0.contains("of \(name) \(flaw), and is ignored") })
  }

  @Test("R13, R20, R21: lookups get the identifiers from the root down; reports show the indices")
  func lookupsGetNamesOnly() {
    let device = Device { $0.rootViewController = navigation(root: Screen("City")) }
    let first = device.launch()
    first.navigation?.pushViewController(MadeScreen("City"), animated: false)
    let (second, calls) = CallLog.recording { first.relaunch() }
    #expect(calls.contains("ask Nav") && calls.contains("ask Nav/City"))
    #expect(calls.contains("make Nav/City"))
    #expect(second.restorationReport?["Nav/:[0]:/City"] == .restored)
    #expect(second.restorationReport?["Nav/:[1]:/City"] == .restored)
  }

  @Test("R15: a window without identifier does not restore its size")
  func unnamedWindowIsAtItsDefault() {
    let first = Device { $0.rootViewController = Screen("Home") }.launch()
    first.window.size.width = 640
    #expect(first.relaunch().window.size.width == 1000)
  }

  @Test("R163, R151: a window that no code creates stays closed, with all in it, and is named")
  func unmadeWindowStaysClosed() throws {
    let device = Device { $0.rootViewController = Screen("Home") }
    let first = device.launch()
    first.application.showWindow("Inspector", MadeScreen("Inside"))
    let (second, calls) = CallLog.recording { first.relaunch() }
    #expect(!calls.contains("make Inside"))
    #expect(calls.contains("decode Home"))
    let report = try #require(second.restorationReport)
    #expect(
      report.diagnostics.contains("Inspector: no such window exists, and the delegate made none"))
    #expect(!report.isComplete)
  }

  @Test("R16: a view's path extends its controller's path by the identifiers of its superviews")
  func viewPathExtendsControllerPath() {
    let device = Device { window in
      let home = Screen("Schedule")
      let (outer, unnamed) = (View(restorationIdentifier: "Outer"), View())
      home.view.addSubview(LoggingView("Schedule Table"))
      home.view.addSubview(outer)
      outer.addSubview(unnamed)
      unnamed.addSubview(LoggingView("Inner"))
      window.rootViewController = navigation("Schedule Nav", root: home)
    }
    let decoded = CallLog.entries("view decode") { _ = device.launch().relaunch() }
    #expect(
      Set(decoded) == ["Schedule Nav/Schedule/Schedule Table", "Schedule Nav/Schedule/Outer/Inner"])
  }

  @Test("R19, R76, R161: a stack of equal identifiers comes back in order, each with its state")
  func equalIdentifiersInAStackKeepTheirStates() {
    let first = Device { $0.rootViewController = navigation(root: Screen("Home")) }.launch()
    for note in 1...3 {
      let city = MadeScreen("City")
      city.note = note
      first.navigation?.pushViewController(city, animated: false)
    }
    let second = first.relaunch()
    #expect(second.stack == ["Home", "City", "City", "City"])
    #expect(second.navigation?.viewControllers.map { ($0 as? Screen)?.note } == [0, 1, 2, 3])
  }

  @Test("R18, R34, R86: a custom container's children come back, even with equal names below them")
  func equalIdentifiersUnderDifferentParents() {
    let device = Device {
      $0.rootViewController = PairController(
        "Pair", [navigation("A", root: Screen("Same")), navigation("B", root: Screen("Same"))])
    }
    let first = device.launch()
    func screens(_ session: Session) -> [Screen] {
      session.root?.children.compactMap { $0.children.first as? Screen } ?? []
    }
    for (index, screen) in screens(first).enumerated() { screen.note = index + 1 }
    #expect(screens(first.relaunch()).map(\.note) == [1, 2])
  }

  @Test("R22: the first of two objects with one path is saved, and a diagnostic names the path")
  func firstOfTwoWithOnePathWins() {
    let first = Device {
      $0.rootViewController = PairController("Pair", [Screen("Same"), MadeScreen("Same")])
    }.launch()
    (first.root?.children[0] as? Screen)?.note = 1
    (first.root?.children[1] as? Screen)?.note = 2
    let second = first.relaunch()
    #expect((second.root?.children[0] as? Screen)?.note == 1)
    let diagnostics = first.preservationReports.last?.diagnostics.joined() ?? ""
    #expect(diagnostics.contains("Pair/Same") && diagnostics.contains("MadeScreen"))
  }

  @Test("R24: an object from a lookup gets its identifier and class back")
  func lookedUpObjectGetsIdentityBack() {
    let first = Device { $0.rootViewController = navigation(root: Screen("Home")) }.launch()
    first.navigation?.pushViewController(Forgetful(named: "Photo"), animated: false)
    let second = first.relaunch()
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.navigation?.topViewController?.restorationClass == Forgetful.self)
    #expect(second.relaunch().stack == ["Home", "Photo"])
  }
}

/// A screen that is recreated without identifier and class.
@MainActor final class Forgetful: ViewController, ViewControllerRestoration {
  convenience init(named identifier: String) {
    self.init()
    restorationIdentifier = identifier
    restorationClass = Forgetful.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { Forgetful() }
}
