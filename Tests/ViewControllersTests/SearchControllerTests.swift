// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct SearchControllerTests {
  @Test(
    "R68, R83: activity, focus, text, selection and scope come back once, after one question",
    arguments: [true, false])
  func searchComesBack(isMadeWithTheView: Bool) {
    let first = launchSearching(isMadeWithTheView: isMadeWithTheView)
    let (second, calls) = CallLog.recording { first.relaunch() }
    #expect(calls.filter { $0 == "ask Nav/List/Search" }.count == 1)
    let search = searchList(second).search
    expectSearch(search)
    #expect(second.window.firstResponder === search.searchBar)
    #expect(second.restorationReport?["Nav/:[0]:/List/Search"] == .restored)
    #expect(searchList(second).updates == ["swift 1 true"], "once, with everything in place")
    search.isActive = false
    second.navigation?.pushViewController(Screen("Details"), animated: false)
    second.navigation?.popViewController(animated: false)
    #expect(!search.isActive)
    #expect(searchList(second).updates == ["swift 1 true", " 1 false"])
  }

  @Test("R83, R197: a search saved without focus comes back without it")
  func notEditing() {
    let first = launchSearching()
    searchList(first).search.searchBar.resignFirstResponder()
    let second = first.relaunch()
    #expect(searchList(second).search.isActive)
    #expect(second.window.firstResponder == nil)
    #expect(second.relaunch().window.firstResponder == nil)
  }

  @Test("R41, R60, R83: a covered search waits, is saved unchanged, and appears when uncovered")
  func coveredSearchWaits() {
    let first = launchSearching()
    first.navigation?.pushViewController(MadeScreen("Details"), animated: false)
    var session = first
    for _ in 0..<3 {
      session = session.relaunch()
      #expect(session.stack == ["List", "Details"])
      let search = searchList(session).search
      #expect(!search.isActive)
      #expect(search.searchBar.text == "")
      #expect(searchList(session).updates == [])
      #expect(session.window.firstResponder == nil)
    }
    session.navigation?.popViewController(animated: false)
    expectSearch(searchList(session).search)
    #expect(session.window.firstResponder === searchList(session).search.searchBar)
    #expect(searchList(session).updates == ["swift 1 true"])
  }

  @Test("R83, R207: leaving a search empties its bar, even with unrestored text")
  func leavingBringsNothingBack() {
    let first = launchSearching()
    first.navigation?.pushViewController(MadeScreen("Details"), animated: false)
    let second = first.relaunch()
    let search = searchList(second).search
    search.searchBar.text = "set"
    #expect(search.searchBar.unrestoredText == "swift")
    second.navigation?.popViewController(animated: false)
    search.isActive = true
    search.isActive = false
    #expect(search.searchBar.text == "")
    #expect(search.searchBar.unrestoredText == "swift")
  }

  @Test("R41, R83: a search under a sheet is active and waits for the focus")
  func searchUnderASheet() {
    let first = launchSearching()
    first.root?.present(MadeScreen("Sheet"), animated: false)
    let second = first.relaunch().relaunch()
    #expect(second.sheets == ["Sheet"])
    expectSearch(searchList(second).search)
    #expect(second.window.firstResponder == nil)
    second.root?.dismiss(animated: false)
    #expect(second.window.firstResponder === searchList(second).search.searchBar)
  }

  @Test("R83: a value that the application sets meanwhile wins over the whole waiting search")
  func applicationWins() {
    let settings: [(SearchController) -> Void] = [
      { $0.isActive = false }, { $0.searchBar.text = "" }, { $0.searchBar.selectedScopeIndex = 0 },
    ]
    for set in settings {
      let first = launchSearching()
      let second = first.relaunch { delegate in
        delegate.didFinish = { application, _ in
          let navigation = application.windows[0].rootViewController as? NavigationController
          (navigation?.topViewController as? ListScreen).map { set($0.search) }
        }
      }
      #expect(!searchList(second).search.isActive)
      #expect(searchList(second).search.searchBar.text == "")
      #expect(!searchList(second.relaunch()).search.isActive, "it is saved so, too")
    }
  }

  @Test("R83: text set during the owner's decode wins; text set before does not")
  func applicationWinsWhileDecoding() {
    var (launchText, decodeText): (String?, String?)
    let device = searchDevice { list in
      if let launchText { list.search.searchBar.text = launchText }
      if let decodeText { list.onDecode = { $0.search.searchBar.text = decodeText } }
    }
    let first = device.launch()
    beginSearch(searchList(first).search)
    (launchText, decodeText) = ("launch", "decode")
    let second = first.relaunch()
    #expect(searchList(second).search.searchBar.text == "decode")
    #expect(!searchList(second).search.isActive)
    decodeText = nil
    #expect(searchList(second.relaunch()).search.searchBar.text == "decode")
  }

  @Test("R9, R10, R83: nothing is saved when the search or its owner has no identifier")
  func optedOut() {
    let unnamed: [(ListScreen) -> Void] = [
      { $0.search.restorationIdentifier = nil }, { $0.restorationIdentifier = nil },
    ]
    for change in unnamed {
      let device = Device { window in
        let list = ListScreen(isMadeWithTheView: false)
        change(list)
        window.rootViewController = list
      }
      let first = device.launch()
      (first.root as? ListScreen).map { beginSearch($0.search) }
      let second = first.relaunch()
      let issues = first.preservationReports.last?.diagnostics ?? []
      #expect(!issues.contains { $0.contains("LoggingSearch") })
      let search = (second.root as? ListScreen)?.search
      #expect(search?.isActive == false)
      #expect(search?.searchBar.text == "")
      let addresses = second.restorationReport?.outcomes.map(\.address.description) ?? []
      #expect(!addresses.contains { $0.contains("Search") })
    }
  }

  @Test("R51, R83, R186, R210: invalid saved values are ignored, and the report names them")
  func forgedValues() {
    let first = searchDevice(search: { ForgingSearch() }).launch()
    let forged = searchList(first).search as? ForgingSearch
    forged?.forge = {
      $0.encode("yes", forKey: "SearchController.isEditing")
      $0.encode(7, forKey: "SearchController.text")
      $0.encode(99, forKey: "SearchController.selectedScopeIndex")
      $0.encode([3, -1], forKey: "SearchController.selectedTextRange")
    }
    beginSearch(searchList(first).search)
    let second = first.relaunch()
    let search = searchList(second).search
    #expect(search.isActive, "what is right is put back")
    #expect(search.searchBar.text == "")
    #expect(search.searchBar.selectedScopeIndex == 1, "the nearest that there is")
    #expect(search.searchBar.selectedTextRange == 0..<0)
    #expect(second.window.firstResponder == nil)
    let diagnostics = second.restorationReport?.diagnostics ?? []
    #expect(diagnostics.contains { $0.contains("List/Search") && $0.contains(".text") })
    #expect(diagnostics.contains { $0.contains("List/Search") && $0.contains(".isEditing") })
  }

  @Test(
    "R51, R186: an invalid saved selection puts the caret at the end",
    arguments: [[2, 500], [-1, 2], [3, 1], [1, 2, 3], []])
  func selectionThatDoesNotFit(selection: [Int]) {
    let first = searchDevice(search: { ForgingSearch() }).launch()
    (searchList(first).search as? ForgingSearch)?.forge = {
      $0.encode(selection, forKey: "SearchController.selectedTextRange")
    }
    beginSearch(searchList(first).search)
    #expect(searchList(first.relaunch()).search.searchBar.selectedTextRange == 5..<5)
  }

  @Test("R62, R83: a search missing in the next version is dropped, and a diagnostic names it")
  func searchIsGone() {
    let first = launchSearching()
    first.application.terminate()
    let second = Device(sharing: first.device) { window in
      window.rootViewController = navigation(root: Screen("List"))
    }.launch()
    #expect(second.navigation?.topViewController?.searchController == nil)
    #expect(second.restorationReport?["Nav/:[0]:/List/Search"]?.droppedReason != nil)
    #expect(
      second.restorationReport?.diagnostics.contains { $0.contains("List/Search") } == true)
  }

  @Test("R20, R76, R83: a stack's own search comes back independently of its controllers")
  func searchOfAContainer() {
    let first = Device { window in
      let stack = navigation(root: Screen("List"))
      stack.searchController = LoggingSearch()
      stack.searchController?.restorationIdentifier = "Search"
      window.rootViewController = stack
    }.launch()
    let gone = MadeScreen("Details")
    gone.note = MadeScreen.goneNote
    first.navigation?.pushViewController(gone, animated: false)
    first.root?.searchController.map { beginSearch($0) }
    let second = first.relaunch()
    #expect(second.stack == ["List"])
    #expect(second.root?.searchController?.isActive == true)
    #expect(second.restorationReport?["Nav/Search"] == .restored)
  }

  @Test("R67, R83: a search from a restoration class becomes its owner's search")
  func madeSearch() {
    let device = Device { window in
      window.rootViewController = navigation(root: Screen("List"))
    }
    let first = device.launch()
    first.navigation?.topViewController?.searchController = MadeSearch("Search")
    first.navigation?.topViewController?.searchController?.isActive = true
    let second = first.relaunch()
    let search = second.navigation?.topViewController?.searchController
    #expect(search is MadeSearch)
    #expect(search?.isActive == true)
  }

  @Test("R83: a search that launch code starts gives way to the saved search and focus")
  func launchTimeSearchGivesWay() {
    let first = searchDevice { $0.search.isActive = true }.launch()
    #expect(searchList(first).search.searchBar.isFirstResponder)
    searchList(first).field.becomeFirstResponder()
    let second = first.relaunch()
    #expect(searchList(second).search.isActive)
    #expect(second.window.firstResponder === searchList(second).field)
    searchList(second).search.isActive = false
    let third = second.relaunch()
    #expect(!searchList(third).search.isActive)
    #expect(third.window.firstResponder === searchList(third).field)
  }

  @Test("R33, R83: a search that saved nothing keeps launch code's text")
  func silentSearch() {
    var text = ""
    let device = searchDevice({ $0.search.searchBar.text = text }, search: { SilentSearch() })
    let first = device.launch()
    beginSearch(searchList(first).search)
    text = "launch"
    #expect(searchList(first.relaunch()).search.searchBar.text == "launch")
  }

  @Test("R77, R184: a controller presented by a search comes back")
  func sheetOfASearch() {
    let ways = [(false, false), (false, true), (true, false), (true, true)]
    for (isMadeWithTheView, isItsOwn) in ways {
      let first = searchDevice(isMadeWithTheView: isMadeWithTheView).launch()
      let search = searchList(first).search
      search.isActive = true
      search.definesPresentationContext = isItsOwn
      let sheet = MadeScreen("Sheet")
      sheet.modalPresentationStyle = .overCurrentContext
      search.present(sheet, animated: false)
      #expect(first.sheets == ["Sheet"])
      let second = first.relaunch()
      #expect(second.sheets == ["Sheet"], "\(isMadeWithTheView) \(isItsOwn)")
      #expect(second.relaunch().sheets == ["Sheet"])
    }
  }
}
