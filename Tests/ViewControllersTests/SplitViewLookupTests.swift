// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Lookups below a split view that launch code has rearranged.
@MainActor struct SplitViewLookupTests {
  @Test("R25, R64: a controller moved to another column or into a stack is found there")
  func regroupedBelowSplitView() {
    var isRegrouped = false
    let device = Device { window in
      let (list, details) = (Screen("List"), Screen("Details"))
      guard isRegrouped else {
        return window.rootViewController = split("Split", list, details)
      }
      let nav = navigation("Nav", root: details)
      window.rootViewController = split("Split", nav, list)
    }
    let first = device.launch()
    first.numberChildren()
    isRegrouped = true
    let second = first.relaunch()
    let nav = second.split?.primaryViewController as? NavigationController
    #expect((nav?.topViewController as? Screen)?.note == 2)
    #expect((second.split?.secondaryViewController as? Screen)?.note == 1)
    #expect(second.onScreen == ["Split", "Nav", "Details", "List"])
  }

  /// Returns a device whose launch code depends on the width.
  ///
  /// In a wide window, the details are the second column, in a stack or not. In a narrow one, they
  /// lie on the list's stack.
  private func regrouping(_ isWide: @escaping () -> Bool, detailsInStack: Bool) -> Device {
    Device { window in
      let nav = navigation("Nav", root: Screen("List"))
      let details = Screen("Details")
      guard isWide() else {
        nav.pushViewController(details, animated: false)
        return window.rootViewController = split("Split", nav, nil)
      }
      let second = detailsInStack ? navigation("DetailsNav", root: details) : details
      window.rootViewController = split("Split", nav, second)
    }
  }

  private func screens(_ session: Session) -> [String: Int] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.children.flatMap(collect)
    }
    let screens = session.root.map(collect)?.compactMap { $0 as? Screen } ?? []
    return Dictionary(
      screens.map { ($0.restorationIdentifier ?? "", $0.note) }, uniquingKeysWith: +)
  }

  private func setNotes(_ session: Session, list: Int, details: Int) {
    for controller in session.split?.children ?? [] {
      for screen in [controller] + controller.children {
        (screen as? Screen)?.note = screen.restorationIdentifier == "List" ? list : details
      }
    }
  }

  @Test(
    "R25, R64: details change between a wide window's column and a narrow one's stack",
    arguments: [false, true], [false, true])
  func detailsChangePlaces(isWideFirst: Bool, detailsInStack: Bool) {
    var isWide = isWideFirst
    let first = regrouping({ isWide }, detailsInStack: detailsInStack).launch()
    setNotes(first, list: 1, details: 2)
    isWide.toggle()
    let second = first.relaunch()
    let nav = second.split?.primaryViewController as? NavigationController
    let stack: [String?] = isWide ? ["List"] : ["List", "Details"]
    #expect(nav?.viewControllers.map(\.restorationIdentifier) == stack)
    if isWide { #expect(second.onScreen.last == "Details") }
    #expect(screens(second) == ["List": 1, "Details": 2])
  }

  @Test("R25: a path that fits two controllers below a split view restores neither")
  func ambiguousBelowSplitView() {
    var isRegrouped = false
    let device = Device { window in
      let details = Screen("Details")
      window.rootViewController =
        isRegrouped
        ? split(
          "Split", navigation("Nav", root: Screen("Details")), navigation("Nav", root: details))
        : split("Split", Screen("List"), details)
    }
    let first = device.launch()
    first.numberChildren()
    isRegrouped = true
    let second = first.relaunch()
    #expect(second.restorationReport?["Split/:[1]:/Details"] != .restored)
    let tops = second.split?.children.compactMap {
      ($0 as? NavigationController)?.topViewController
    }
    #expect(tops?.map { ($0 as? Screen)?.note } == [0, 0])
  }
}
