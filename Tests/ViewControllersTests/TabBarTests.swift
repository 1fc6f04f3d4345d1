// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

@MainActor struct TabBarTests {
  private func device(_ identifiers: [String?]) -> Device {
    Device { $0.rootViewController = tabBar("Tabs", identifiers.map { Screen($0) }) }
  }

  @Test("R25, R64, R79: reordered tabs keep launch code's order, their state and the selection")
  func stateFollowsReorderedTabs() {
    var order = ["A", "B", "C"]
    let device = Device { $0.rootViewController = tabBar("Tabs", order.map { Screen($0) }) }
    let first = device.launch()
    first.numberChildren()
    first.tabs?.selectedIndex = 1
    order = ["C", "New", "A", "B"]
    var launched: [ViewController] = []
    let second = first.relaunch { delegate in
      delegate.shouldRestore = { _ in
        launched = delegate.application?.windows.first?.rootViewController?.children ?? []
        return true
      }
    }
    #expect(launched.count == 4)
    #expect(second.root?.children.map(\.restorationIdentifier) == ["C", "New", "A", "B"])
    #expect(second.root?.children.elementsEqual(launched, by: ===) == true)
    #expect(second.notes == [3, 0, 1, 2])
    #expect(second.tabs?.selectedViewController?.restorationIdentifier == "B")
  }

  @Test("R25: the stack in a moved tab comes back in that tab")
  func stackBelowMovedTab() {
    var isMoved = false
    let device = Device { window in
      let nav = navigation("Nav", root: Screen("Home"))
      window.rootViewController = tabBar("Tabs", (isMoved ? [Screen("New")] : []) + [nav])
    }
    let first = device.launch()
    let photo = MadeScreen("Photo")
    photo.note = 4
    (first.tabs?.viewControllers.first as? NavigationController)?
      .pushViewController(photo, animated: false)
    isMoved = true
    let nav = first.relaunch().tabs?.viewControllers.last as? NavigationController
    #expect(nav?.viewControllers.map(\.restorationIdentifier) == ["Home", "Photo"])
    #expect((nav?.topViewController as? Screen)?.note == 4)
  }

  @Test("R19, R20, R25: equal identifiers in tabs are told apart by their index, even when swapped")
  func equalIdentifiersStayWithTheirIndex() {
    var isSwapped = false
    let device = Device { window in
      let (one, two) = (Screen("Same"), Screen("Same"))
      (one.title, two.title) = ("One", "Two")
      window.rootViewController = tabBar("Tabs", isSwapped ? [two, one] : [one, two])
    }
    let first = device.launch()
    first.numberChildren()
    first.tabs?.selectedIndex = 1
    isSwapped = true
    let second = first.relaunch()
    #expect(second.root?.children.map(\.title) == ["Two", "One"])
    #expect(second.notes == [1, 2])
    #expect(second.restorationReport?["Tabs/:[1]:/Same"] == .restored)
    #expect(second.tabs?.selectedIndex == 1)
  }

  @Test("R25: a path that fits two tabs restores neither, and the report says so")
  func ambiguousTabIsDropped() {
    var identifiers: [String] = ["Same"]
    let device = Device { window in
      window.rootViewController = tabBar("Tabs", identifiers.map { Screen($0) })
    }
    let first = device.launch()
    first.numberChildren()
    identifiers = ["New", "Same", "Same"]
    let second = first.relaunch()
    #expect(second.notes == [0, 0, 0])
    #expect(second.restorationReport?["Tabs/:[0]:/Same"] != .restored)
  }

  @Test("R25: a controller is not found at another index of a navigation stack")
  func placeOnStackCounts() {
    var isDeeper = false
    let device = Device { window in
      let nav = navigation("Nav", root: Screen(isDeeper ? "New" : "Home"))
      if isDeeper { nav.pushViewController(Screen("Home"), animated: false) }
      window.rootViewController = nav
    }
    let first = device.launch()
    (first.navigation?.topViewController as? Screen)?.note = 3
    isDeeper = true
    let second = first.relaunch()
    #expect((second.navigation?.topViewController as? Screen)?.note == 0)
    #expect(second.restorationReport?["Nav/:[0]:/Home"] != .restored)
  }

  @Test(
    "R25, R86: tabs that a restored tab bar creates are found, even at another index",
    arguments: [["A", "B"], ["B", "A"]])
  func tabsOfMadeTabBar(order: [String]) {
    MadeTabs.order = ["A", "B"]
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let first = device.launch()
    let made = MadeTabs()
    first.navigation?.pushViewController(made, animated: false)
    (made.viewControllers[1] as? Screen)?.note = 9
    MadeTabs.order = order
    let notes: [Int?] = order.map { $0 == "B" ? 9 : 0 }
    let second = first.relaunch().navigation?.topViewController as? MadeTabs
    #expect(second?.viewControllers.map { ($0 as? Screen)?.note } == notes)
  }

  @Test("R185: the launch-time selection stays when the selected tab is gone or has no identifier")
  func goneSelectionIsLaunchTimes() {
    var identifiers: [String?] = ["A", "B", "C"]
    let device = Device { window in
      let tabs = tabBar("Tabs", identifiers.map { Screen($0) })
      tabs.selectedIndex = 1
      window.rootViewController = tabs
    }
    let first = device.launch()
    first.tabs?.selectedIndex = 2
    identifiers = ["A", "B", nil]
    let second = first.relaunch()
    #expect(second.tabs?.selectedIndex == 1)
    second.tabs?.selectedIndex = 2
    let third = second.relaunch()
    #expect(third.tabs?.selectedIndex == 1)
    #expect(third.tabs?.viewControllers.count == 3)
    #expect(second.preservationReports.last?.diagnostics == [])
  }

  @Test("R150: selecting another tab is saved soon")
  func selectionIsAChange() async {
    let session = device(["A", "B"]).launch()
    session.tabs?.selectedIndex = 0
    session.host.advance(by: .seconds(1))
    #expect(session.application.restoration.saving.writing == nil)
    session.tabs?.selectedIndex = 1
    await session.saveChanges()
    #expect(session.preservationReports.map(\.reason) == [.changed])
    #expect(session.device.launch().tabs?.selectedIndex == 1)
  }

  @Test("R40, R60: only the selected tab appears, but all restored tabs have their views")
  func onlySelectedTabAppears() {
    let first = device(["A", "B", "C"]).launch()
    let change = CallLog.entries { first.tabs?.selectedIndex = 2 }
    #expect(
      change == ["load C", "willDisappear A", "willAppear C", "disappear A", "appear C"])
    let (second, calls) = CallLog.recording { first.relaunch() }
    #expect(calls.filter { $0.hasPrefix("appear") } == ["appear C"])
    #expect(second.tabs?.viewControllers.map(\.isViewLoaded) == [true, true, true])
  }

  @Test("R34, R79: tabs come back with their state and the selection, even one that a class makes")
  func madeTabComesBack() {
    let first = device(["A", "C"]).launch()
    let made = MadeScreen("B")
    first.tabs?.viewControllers.insert(made, at: 1)
    first.numberChildren()
    first.tabs?.selectedViewController = made
    let second = first.relaunch()
    #expect(second.root?.children.map(\.restorationIdentifier) == ["A", "B", "C"])
    #expect(second.notes == [1, 2, 3])
    #expect(second.tabs?.selectedIndex == 1)
  }

  @Test("R67, R86: a tab from a restoration class replaces the launch-time tab of that name")
  func madeTabReplacesLaunchTimes() {
    let first = Device {
      $0.rootViewController = tabBar("Tabs", [Screen("A"), MadeScreen("B"), Screen("C")])
    }.launch()
    first.numberChildren()
    let second = first.relaunch()
    #expect(second.root?.children.map(\.restorationIdentifier) == ["A", "B", "C"])
    #expect(second.notes == [1, 2, 3])
  }

  @Test("The tab at a removed tab's position is selected")
  func removedSelection() {
    let (a, b, c) = (Screen("A"), Screen("B"), Screen("C"))
    let tabs = TabBarController(viewControllers: [a, b, c])
    tabs.selectedIndex = 1
    tabs.viewControllers = [a, c]
    #expect(tabs.selectedViewController === c)
    a.removeFromParent()
    #expect(tabs.selectedViewController === c)
    tabs.selectedIndex = 7
    tabs.selectedViewController = b
    #expect(tabs.selectedIndex == 0)
    tabs.viewControllers = []
    #expect(tabs.selectedIndex == nil)
  }

  @Test("A selected tab stays selected inside a wrapper, and is replaced when it is taken away")
  func takenSelection() {
    let (a, b, c) = (Screen("A"), Screen("B"), Screen("C"))
    let tabs = TabBarController(viewControllers: [a, b, c])
    tabs.selectedIndex = 1
    let wrapper = NavigationController(rootViewController: b)
    #expect(tabs.selectedViewController === c)
    tabs.viewControllers = [c, a, wrapper]
    #expect(tabs.selectedViewController === wrapper)
    let other = ViewController()
    other.addChild(wrapper)
    #expect(tabs.selectedViewController === a)
    tabs.viewControllers = [c, Screen("D"), a]
    #expect(tabs.selectedViewController === a)
  }

  @Test("A tab shows the child's item, its title, or that of its stack's root")
  func itemOfTab() {
    let (plain, special, home) = (Screen(nil), Screen(nil), Screen(nil))
    (plain.title, home.title) = ("Plain", "Home")
    special.tabBarItem = TabBarItem(title: "Special", iconName: "starred-symbolic")
    let nav = navigation(root: home)
    let tabs = TabBarController(viewControllers: [plain, special, nav])
    #expect(
      tabs.viewControllers.map(tabs.item(for:)) == [
        TabBarItem(title: "Plain"),
        TabBarItem(title: "Special", iconName: "starred-symbolic"),
        TabBarItem(title: "Home"),
      ])
    #expect(home.tabBarController === tabs)
  }
}

/// A recreated tab bar whose tabs follow a variable order.
@MainActor final class MadeTabs: TabBarController, ViewControllerRestoration {
  static var order: [String] = []

  init() {
    super.init(viewControllers: Self.order.map { Screen($0) })
    restorationIdentifier = "Tabs"
    restorationClass = MadeTabs.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MadeTabs() }
}
