// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ViewControllers

@MainActor struct SplitViewTests {
  private let wide = CGSize(width: 1000, height: 700)
  private let narrow = CGSize(width: 400, height: 700)

  /// A device that shows a list and a placeholder.
  ///
  /// The details are created by their restoration class.
  private let device = Device {
    $0.rootViewController = split("Split", Screen("List"), Screen(nil))
  }

  private func launch(_ size: CGSize) -> Session { relaunch(nil, size) }

  private func relaunch(_ session: Session?, _ size: CGSize) -> Session {
    session?.application.terminate()
    return device.launch { delegate in
      delegate.shouldRestore = { _ in
        delegate.application?.windows.first?.size = size
        return true
      }
      delegate.didFinish = { application, _ in application.windows.first?.size = size }
    }
  }

  private func showDetails(_ note: Int, in session: Session) {
    let details = MadeScreen("Details")
    details.note = note
    session.split?.showDetailViewController(details, animated: false)
  }

  @Test("R25, R34, R81: state saved wide and restored narrow shows the details and loses nothing")
  func wideToNarrow() {
    let first = launch(wide)
    showDetails(7, in: first)
    first.numberChildren()
    first.split?.dividerPosition = 410.5
    let second = relaunch(first, narrow)
    #expect(second.split?.isCollapsed == true)
    #expect(second.onScreen == ["Split", "Details"])
    #expect(second.notes == [1, 2])
    #expect(second.split?.dividerPosition == 410.5)
    let again = relaunch(second, wide)
    #expect(again.split?.isCollapsed == false)
    #expect(again.onScreen == ["Split", "List", "Details"])
    #expect(again.split?.dividerPosition == 410.5)
    #expect(results(second) == results(again))
    #expect(results(again).count == 3)
  }

  private func results(_ session: Session) -> [String] {
    session.restorationReport?.outcomes.map { "\($0.address) \($0.result)" } ?? []
  }

  @Test("R76, R81: the first column is shown when the second column's stack is gone")
  func stackThatIsGone() throws {
    let device = Device { [narrow] in
      $0.rootViewController = split("Split", Screen("List"), navigation("Stack", root: Screen(nil)))
      $0.size = narrow
    }
    func open(_ note: Int, in session: Session) throws {
      let details = MadeScreen("Details")
      details.note = note
      let stack = session.split?.secondaryViewController as? NavigationController
      try #require(stack).setViewControllers([details], animated: false)
      session.split?.show(.secondary, animated: false)
    }
    let first = device.launch()
    try open(7, in: first)
    first.application.terminate()
    let second = device.launch()
    #expect(second.onScreen == ["Split", "Stack", "Details"])
    try open(MadeScreen.goneNote, in: second)
    second.application.terminate()
    #expect(device.launch().onScreen == ["Split", "List"])
  }

  @Test("R76, R81: a missing controller in a hidden column changes nothing on screen")
  func hiddenStackThatIsGone() throws {
    let device = Device { [narrow] in
      $0.rootViewController = SplitViewController(
        primary: Screen("Feeds"), supplementary: navigation("Timeline", root: Screen(nil)),
        secondary: navigation("Article", root: Screen(nil)), restorationIdentifier: "Split")
      $0.size = narrow
    }
    func show(_ note: Int, in column: SplitViewController.Column, _ session: Session) throws {
      let details = MadeScreen("Details")
      details.note = note
      let stack = session.split?.controller(in: column) as? NavigationController
      try #require(stack).setViewControllers([details], animated: false)
    }
    let first = device.launch()
    try show(MadeScreen.goneNote, in: .supplementary, first)
    try show(7, in: .secondary, first)
    first.split?.show(.secondary, animated: false)
    let second = first.relaunch()
    #expect(second.onScreen == ["Split", "Article", "Details"])
    try show(MadeScreen.goneNote, in: .secondary, second)
    second.split?.show(.primary, animated: false)
    #expect(second.relaunch().onScreen == ["Split", "Feeds"])
  }

  @Test("R185: the second column is shown when the third one's controller is gone")
  func goneThirdColumn() {
    let device = Device { [narrow] in
      $0.rootViewController = SplitViewController(
        primary: Screen("Feeds"), supplementary: Screen("Timeline"), secondary: Screen(nil),
        restorationIdentifier: "Split")
      $0.size = narrow
    }
    let first = device.launch()
    showDetails(MadeScreen.goneNote, in: first)
    #expect(first.relaunch().onScreen == ["Split", "Timeline"])
  }

  @Test("R81: state saved narrow with the list on top shows both columns when restored wide")
  func narrowToWide() {
    let first = launch(narrow)
    showDetails(7, in: first)
    #expect(first.onScreen == ["Split", "Details"])
    first.split?.show(.primary, animated: false)
    #expect(first.onScreen == ["Split", "List"])
    let second = relaunch(first, narrow)
    #expect(second.onScreen == ["Split", "List"])
    #expect((second.split?.secondaryViewController as? Screen)?.note == 7)
    #expect(relaunch(second, wide).onScreen == ["Split", "List", "Details"])
  }

  @Test(
    "R185: missing or unnamed details show the list and keep the launch-time second column",
    arguments: [true, false])
  func goneDetails(areMissing: Bool) {
    let first = launch(narrow)
    if areMissing {
      showDetails(MadeScreen.goneNote, in: first)
    } else {
      first.split?.show(.secondary, animated: false)
      #expect(first.onScreen == ["Split", nil])
    }
    let second = relaunch(first, narrow)
    #expect(second.onScreen == ["Split", "List"])
    #expect(second.split?.secondaryViewController?.restorationIdentifier == nil)
    #expect(second.split?.children.count == 2)
    if !areMissing { #expect(first.preservationReports.last?.diagnostics == []) }
  }

  @Test("R19, R20: the column's index distinguishes equal identifiers")
  func columnsDisambiguate() {
    let second = Screen("Same")
    let session = Device { $0.rootViewController = split("Split", Screen("Same"), second) }.launch()
    let tree = session.application.tree
    #expect((try? tree.address(of: second))?.path.description == "Split/:[1]:/Same")
    session.split?.setViewController(nil, for: .primary)
    #expect((try? tree.address(of: second))?.path.description == "Split/:[1]:/Same")
  }

  @Test("R60: a column appears and disappears as the view's width changes")
  func widthChangesWhatIsOnScreen() {
    let session = launch(wide)
    showDetails(1, in: session)
    session.split?.view.hostDidLayOut(size: wide)
    let shrink = CallLog.entries { session.split?.view.hostDidLayOut(size: narrow) }
    #expect(shrink == ["willDisappear List", "disappear List"])
    #expect(session.split?.isCollapsed == true)
    let back = CallLog.entries { session.split?.show(.primary, animated: false) }
    #expect(
      back == ["willDisappear Details", "willAppear List", "disappear Details", "appear List"])
    let grow = CallLog.entries { session.split?.view.hostDidLayOut(size: wide) }
    #expect(grow == ["willAppear Details", "appear Details"])
  }

  @Test("R81, R150: moving the divider and collapsing are saved soon; other widths are no change")
  func dividerIsAChange() async {
    let session = launch(wide)
    session.split?.view.hostDidLayOut(size: wide)
    session.split?.view.hostDidLayOut(size: CGSize(width: 900, height: 700))
    for width in [320, -3, 0, .nan, .infinity] { session.split?.dividerPosition = width }
    session.host.advance(by: .seconds(1))
    #expect(session.application.restoration.saving.writing == nil)
    session.split?.dividerPosition = 200
    await session.saveChanges()
    #expect(session.preservationReports.map(\.reason) == [.changed])
    session.split?.view.hostDidLayOut(size: narrow)
    await session.saveChanges()
    #expect(session.preservationReports.map(\.reason) == [.changed, .changed])
    #expect(session.device.launch().split?.dividerPosition == 200)
  }

  @Test("A key goes to the second column first, then to the first")
  func keysInBothColumns() {
    let (list, details) = (Screen("List"), Screen("Details"))
    let nav = navigation("Nav", root: list)
    let session = Device { $0.rootViewController = split("Split", nav, details) }.launch()
    var pressed: [String] = []
    list.keyCommands = ["a", "b"].map { key in KeyCommand(input: key) { pressed.append("list") } }
    details.keyCommands = [KeyCommand(input: "b") { pressed.append("details") }]
    #expect(session.window.hostDidPressKey("a"))
    #expect(session.window.hostDidPressKey("b"))
    #expect(!session.window.hostDidPressKey("c"))
    #expect(pressed == ["list", "details"])
  }

  @Test("Going back leads through a column's stack and the columns before it to the first")
  func wayBack() {
    let stacks = ["Feeds", "Timeline", "Article"].map { name in
      let screen = Screen(name)
      screen.title = name
      return navigation(name, root: screen)
    }
    let session = Device {
      $0.rootViewController = SplitViewController(
        primary: stacks[0], supplementary: stacks[1], secondary: stacks[2],
        restorationIdentifier: "Split")
    }.launch()
    session.split?.view.hostDidLayOut(size: narrow)
    session.split?.show(.secondary, animated: false)
    stacks[2].pushViewController(Screen("Comments"), animated: false)
    for (stack, title) in [(stacks[2], "Article"), (stacks[2], "Timeline"), (stacks[1], "Feeds")] {
      #expect(stack.backTitle == title)
      #expect(stack.goBack(animated: false))
    }
    #expect(stacks[0].backTitle == nil)
    #expect(!stacks[0].goBack(animated: false))
    session.split?.view.hostDidLayOut(size: CGSize(width: 1200, height: 700))
    #expect(stacks[2].backTitle == nil)
    #expect(!stacks[2].goBack(animated: false))
  }

  // MARK: Three columns

  private let threeColumns = Device {
    $0.rootViewController = SplitViewController(
      primary: Screen("Feeds"), supplementary: Screen("Timeline"), secondary: Screen("Article"),
      restorationIdentifier: "Split")
  }

  @Test("R81: three columns collapse to two and to one, and each leads back to the one before it")
  func threeColumnsCollapse() throws {
    let session = threeColumns.launch()
    let split = try #require(session.split)
    for child in split.children { child.title = child.restorationIdentifier }
    split.view.hostDidLayOut(size: CGSize(width: 1200, height: 700))
    #expect(split.visibleColumns == [.primary, .supplementary, .secondary])
    #expect(split.column(behind: .primary) == nil)
    split.view.hostDidLayOut(size: CGSize(width: 900, height: 700))
    #expect(split.visibleColumns == [.primary, .supplementary])
    split.show(.secondary, animated: false)
    #expect(split.visibleColumns == [.supplementary, .secondary])
    #expect(split.column(behind: .supplementary) == .primary)
    #expect(split.column(behind: .secondary) == nil)
    #expect(session.onScreen == ["Split", "Timeline", "Article"])
    split.view.hostDidLayOut(size: narrow)
    #expect(split.visibleColumns == [.secondary])
    #expect(split.column(behind: .secondary) == .supplementary)
    split.show(.supplementary, animated: false)
    #expect(session.onScreen == ["Split", "Timeline"])
    #expect(split.column(behind: .supplementary) == .primary)
    split.setViewController(nil, for: .supplementary)
    #expect(split.visibleColumns == [.secondary], "an empty column is never shown alone")
  }

  @Test("R34, R81: three columns come back with their state, width and top column")
  func threeColumnsComeBack() throws {
    let first = threeColumns.launch()
    for (number, child) in (first.split?.children ?? []).enumerated() {
      (child as? Screen)?.note = number + 1
    }
    first.split?.supplementaryColumnWidth = 250
    first.split?.supplementaryColumnWidth = -1
    first.split?.show(.supplementary, animated: false)
    let second = first.relaunch()
    #expect(second.split?.children.map { ($0 as? Screen)?.note } == [1, 2, 3])
    #expect(second.split?.supplementaryColumnWidth == 250)
    #expect(second.split?.topColumn == .supplementary)
    second.split?.view.hostDidLayOut(size: narrow)
    #expect(second.onScreen == ["Split", "Timeline"])
  }
}
