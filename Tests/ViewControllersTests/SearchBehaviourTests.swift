// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// The behaviour of a search while the program runs.
@MainActor struct SearchBehaviourTests {
  @Test("R150: every change by the user or the program is saved soon")
  func changesAreSaved() {
    let session = searchDevice().launch()
    let search = searchList(session).search
    let changes: [() -> Void] = [
      { search.isActive = true },
      { search.searchBar.hostDidEdit(text: "s", selectedTextRange: 1..<1) },
      { search.searchBar.hostDidSelect(0..<1) },
      { search.searchBar.text = "t" },
      { search.searchBar.selectedScopeIndex = 1 },
      { search.searchBar.resignFirstResponder() },
      { search.isActive = false },
      { searchList(session).searchController = nil },
    ]
    session.host.advance(by: .seconds(1))
    for (index, change) in changes.enumerated() {
      #expect(CallLog.entries { session.host.advance(by: .seconds(1)) } == [])
      change()
      let calls = CallLog.entries { session.host.advance(by: .seconds(1)) }
      #expect(calls.contains("shouldSave"), "\(index)")
    }
  }

  @Test("R196: restoring a search is no change")
  func applyingIsNoChange() {
    let first = launchSearching()
    first.navigation?.pushViewController(MadeScreen("Details"), animated: false)
    let second = first.relaunch()
    second.application.preserve()
    let search = searchList(second).search
    search.encodes = 0
    second.navigation?.popViewController(animated: false)
    #expect(search.isActive)
    second.host.advance(by: .seconds(1))
    #expect(search.encodes == 0, "the pop is saved, the search carried over")
  }

  @Test("R83: the updater hears once of each change of text, scope and activity")
  func updaterIsTold() {
    let session = searchDevice().launch()
    let screen = searchList(session)
    let bar = screen.search.searchBar
    screen.search.isActive = true
    bar.hostDidEdit(text: "s", selectedTextRange: 1..<1)
    bar.hostDidSelect(0..<0)
    bar.text = "s"
    bar.text = "sw"
    bar.selectedScopeIndex = 1
    screen.search.isActive = true
    screen.search.isActive = false
    #expect(screen.updates == [" 0 true", "s 0 true", "sw 0 true", "sw 1 true", " 1 false"])
  }

  @Test("R197: a search takes the focus and returns it")
  func searchTakesTheFocus() {
    let session = searchDevice().launch()
    let screen = searchList(session)
    screen.field.becomeFirstResponder()
    #expect(session.window.hostDidPressFind())
    #expect(screen.search.isActive)
    #expect(session.window.firstResponder === screen.search.searchBar)
    #expect(session.window.hostDidLeaveSearch())
    #expect(!screen.search.isActive)
    #expect(session.window.firstResponder === screen.field)
    #expect(!session.window.hostDidLeaveSearch())
    #expect(session.window.hostDidPressFind())
    screen.field.becomeFirstResponder()
    #expect(session.window.hostDidPressFind())
    #expect(screen.search.searchBar.isFirstResponder, "to search for something else")
    screen.field.becomeFirstResponder()
    screen.search.isActive = false
    #expect(session.window.firstResponder === screen.field)
  }

  @Test("R83, R197: the search gets the focus when a field waits for it, too")
  func oneFocusWins() {
    let first = launchSearching()
    first.navigation?.pushViewController(MadeScreen("Details"), animated: false)
    searchList(first).field.becomeFirstResponder()
    let second = first.relaunch()
    second.navigation?.popViewController(animated: false)
    #expect(second.window.firstResponder === searchList(second).search.searchBar)
    #expect(!searchList(second).field.isFirstResponder)
  }

  @Test("The find key does not open a covered controller's search")
  func keyReachesTheTop() {
    let session = searchDevice().launch()
    let below = searchList(session)
    session.navigation?.pushViewController(Screen("Details"), animated: false)
    #expect(!session.window.hostDidPressFind())
    #expect(!below.search.isActive)
    session.navigation?.popViewController(animated: false)
    session.root?.present(Screen("Sheet"), animated: false)
    #expect(!session.window.hostDidPressFind())
  }

  @Test("A search controller has one owner and lies below it")
  func containment() {
    let session = searchDevice().launch()
    let (screen, other) = (searchList(session), Screen("Other"))
    #expect(screen.search.parent === screen)
    #expect(screen.search.window === session.window)
    #expect(screen.children.isEmpty)
    other.searchController = screen.search
    #expect(screen.searchController == nil)
    #expect(screen.search.parent === other)
    screen.search.removeFromParent()
    #expect(other.searchController == nil)
    #expect(screen.search.parent == nil)
  }

  @Test("R60, R83: text set in the owner's viewWillAppear wins over the saved search")
  func ownerSaysOtherwise() {
    let first = launchSearching()
    first.navigation?.pushViewController(MadeScreen("Details"), animated: false)
    let second = first.relaunch()
    searchList(second).onWillAppear = { $0.search.searchBar.text = "other" }
    second.navigation?.popViewController(animated: false)
    #expect(searchList(second).search.searchBar.text == "other")
    #expect(!searchList(second).search.isActive)
  }

  @Test("R60: the search controller appears and disappears with its bar")
  func appearance() {
    let session = searchDevice().launch()
    let search = searchList(session).search
    #expect(search.appearances == 0)
    search.isActive = true
    #expect(search.appearances == 1)
    session.navigation?.pushViewController(Screen("Details"), animated: false)
    #expect(search.appearances == 0)
  }

  @Test(
    "R101, R102: restoresText = false leaves the text of a search out", arguments: [false, true])
  func searchTextCanBeLeftOut(isLeftOutLater: Bool) {
    var restoresText = isLeftOutLater
    let device = searchDevice({ $0.search.searchBar.restoresText = restoresText })
    let first = device.launch()
    beginSearch(searchList(first).search)
    let second: Session
    if isLeftOutLater {
      restoresText = false
      second = first.relaunch()
    } else {
      first.application.terminate()
      restoresText = true  // shows that nothing was saved
      second = device.launch()
    }
    let search = searchList(second).search
    #expect(search.isActive && search.searchBar.selectedScopeIndex == 1)
    #expect(search.searchBar.text == "")
    #expect(search.searchBar.unrestoredText == nil)
  }
}
