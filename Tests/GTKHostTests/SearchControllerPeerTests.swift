// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// Searches over their owners' content in a real window.
final class SearchControllerPeerTests: XCTestCase {
  /// R83, R175, R197: the first paint after a relaunch shows the search.
  ///
  /// Its text, scope and caret are there.
  func testRelaunchPaintsTheSearchFirst() throws {
    try withDevice { device in
      let (used, list) = (SearchableScreen(), SearchableScreen())
      let first = try device.launch { stack(used) }
      first.settle()
      beginSearch(used.search)
      first.end()

      let second = try device.launch { stack(list) }
      defer { second.end() }
      try second.atFirstPaint {
        let peer = try XCTUnwrap(list.search.searchBar.peer as? SearchPeer)
        XCTAssertEqual(peer.shownText, "swift")
        XCTAssertEqual(peer.shownSelection, 1..<3)
        XCTAssertTrue(peer.entry.isMapped)
        XCTAssertGreaterThan(peer.widget.height, 0)
        XCTAssertEqual(
          peer.scopes.buttons.map { gtk_toggle_button_get_active($0.cast()) }, [0, 1])
        XCTAssertEqual(second.focus, WidgetPointer(peer.text))
      }
      XCTAssertEqual(list.updates, ["swift"])
    }
  }

  /// R83, R197: an untouched search never takes the focus.
  ///
  /// This holds however often it is shown.
  func testShownSearchDoesNotTakeTheFocus() throws {
    try withDevice { device in
      let used = SearchableScreen()
      let first = try device.launch { stack(used) }
      first.settle()
      beginSearch(used.search)
      used.field.becomeFirstResponder()
      first.end()
      for _ in 0..<2 {
        let list = SearchableScreen()
        list.field.restorationIdentifier = nil
        let next = try device.launch { stack(list) }
        next.settle()
        XCTAssertTrue(list.search.isActive)
        XCTAssertFalse(list.search.searchBar.isFirstResponder)
        XCTAssertTrue(list.field.isFirstResponder, "GTK focuses the first in the content")
        next.end()
      }
    }
  }

  /// R83: Ctrl+F starts the search, and Escape leaves it.
  ///
  /// The focus moves to the search and back.
  func testKeysBeginAndLeaveTheSearch() throws {
    try withFixture { fixture in
      let list = SearchableScreen()
      fixture.show(NavigationController(rootViewController: list))
      list.field.becomeFirstResponder()
      let window = try XCTUnwrap(fixture.windowPeer)
      let control = GDK_CONTROL_MASK.rawValue
      XCTAssertFalse(try fixture.press(GDK_KEY_f))
      XCTAssertFalse(try fixture.press(GDK_KEY_f, control | GDK_ALT_MASK.rawValue))
      XCTAssertTrue(try fixture.press(GDK_KEY_f, control))
      fixture.settle()
      let peer = try XCTUnwrap(list.search.searchBar.peer as? SearchPeer)
      XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
      XCTAssertEqual(gtk_widget_get_mapped(peer.entry), 1)
      gtk_editable_set_text(peer.text, "s")
      XCTAssertEqual(list.updates, ["", "s"])

      emit("stop-search", peer.entry.raw, gtk_search_entry_get_type())
      fixture.settle()
      XCTAssertFalse(list.search.isActive)
      XCTAssertEqual(peer.shownText, "")
      XCTAssertEqual(gtk_widget_get_mapped(peer.entry), 0)
      XCTAssertTrue(list.field.isFirstResponder)

      XCTAssertTrue(try fixture.press(GDK_KEY_F, control))
      list.field.becomeFirstResponder()
      XCTAssertTrue(window.userDidPressEscape(), "from anywhere on the page")
      XCTAssertFalse(list.search.isActive)
      XCTAssertFalse(window.userDidPressEscape())
    }
  }

  /// R83: the bar's button and the search follow each other.
  func testButtonAndSearchFollowEachOther() throws {
    try withFixture { fixture in
      let (list, other) = (SearchableScreen(), ViewController())
      let navigation = NavigationController(rootViewController: list)
      fixture.show(navigation)
      let peer = try XCTUnwrap(navigation.view.peer as? NavigationPeer)
      let button = peer.bar.searchToggle.widget
      XCTAssertEqual(gtk_widget_get_visible(button), 1)
      let height = list.view.bounds.size.height
      gtk_toggle_button_set_active(button.cast(), 1)
      fixture.settle()
      XCTAssertTrue(list.search.isActive)
      XCTAssertTrue(list.search.searchBar.isFirstResponder)
      let entry = try XCTUnwrap(list.search.searchBar.peer as? SearchPeer).entry
      XCTAssertLessThanOrEqual(list.view.bounds.size.height, height - CGFloat(entry.height))
      list.search.isActive = false
      fixture.settle()
      XCTAssertEqual(gtk_toggle_button_get_active(button.cast()), 0)
      XCTAssertEqual(list.view.bounds.size.height, height)
      navigation.pushViewController(other, animated: false)
      XCTAssertEqual(gtk_widget_get_visible(button), 0)
      other.searchController = list.search
      XCTAssertEqual(gtk_widget_get_visible(button), 1)
      list.search.isActive = true
      fixture.settle()
      XCTAssertTrue(entry.isMapped)
      XCTAssertEqual(gtk_widget_is_ancestor(entry, navigation.widgetOfTop), 1, "it has moved")
      navigation.popViewController(animated: false)
      fixture.settle()
      XCTAssertFalse(entry.isMapped)
      list.searchController = list.search
      XCTAssertEqual(gtk_widget_get_visible(button), 1)
      other.searchController = list.search
      XCTAssertEqual(gtk_widget_get_visible(button), 0, "it is not the list's any more")
    }
  }

  /// R83: the search is shown only over its owner, wherever that is.
  func testSearchWorksInEveryPlace() throws {
    try MainActor.assumeIsolated {
      let places: [(SearchableScreen) -> ViewController] = [
        { $0 },
        { NavigationController(rootViewController: $0) },
        { TabBarController(viewControllers: [$0, ViewController()]) },
        { SplitViewController(primary: $0, secondary: ViewController()) },
        { PageViewController(pages: [$0, ViewController()]) },
        { SideBySide([ViewController(), $0]) },
      ]
      for place in places {
        let fixture = try HostFixture()
        let list = SearchableScreen()
        let root = place(list)
        fixture.show(root)
        let height = list.view.bounds.size.height
        let control = GDK_CONTROL_MASK.rawValue
        XCTAssertTrue(try fixture.press(GDK_KEY_f, control))
        fixture.settle()
        let peer = try XCTUnwrap(list.search.searchBar.peer as? SearchPeer)
        XCTAssertEqual(gtk_widget_get_mapped(peer.entry), 1, "\(type(of: root))")
        XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
        XCTAssertLessThan(list.view.bounds.size.height, height, "\(type(of: root))")
        fixture.close()
      }
    }
  }

  /// R83: a search on a sheet belongs to the sheet.
  ///
  /// Escape leaves the search before the sheet.
  func testSearchOnASheet() throws {
    try withFixture { fixture in
      let (below, sheet) = (SearchableScreen(), SearchableScreen())
      fixture.show(below)
      below.present(sheet, animated: false)
      fixture.settle()
      let window = try XCTUnwrap(fixture.windowPeer)
      XCTAssertTrue(try fixture.press(GDK_KEY_f, GDK_CONTROL_MASK.rawValue))
      XCTAssertEqual([below, sheet].map(\.search.isActive), [false, true])
      XCTAssertTrue(window.userDidPressEscape())
      XCTAssertEqual(fixture.window.presentationChain.count, 2)
      sheet.search.isActive = true
      fixture.settle()
      let bar = try XCTUnwrap(sheet.search.searchBar.peer as? SearchPeer)
      emit("stop-search", bar.entry.raw, gtk_search_entry_get_type())
      XCTAssertFalse(sheet.search.isActive)
      XCTAssertEqual(fixture.window.presentationChain.count, 2, "one key leaves one thing")
      XCTAssertTrue(window.userDidPressEscape())
      XCTAssertEqual(fixture.window.presentationChain.count, 1)
    }
  }

  /// R83: a controller already on screen can get a search.
  ///
  /// The search is shown at once, with its focus.
  func testSearchGivenLater() throws {
    try withFixture { fixture in
      defer { setAnimated(false) }
      let controller = ViewController()
      let field = TextField()
      controller.view.addSubview(field)
      fixture.show(NavigationController(rootViewController: controller))
      let search = SearchController()
      controller.searchController = search
      fixture.settle()
      XCTAssertEqual(try XCTUnwrap(field.peer as? Peer).widget.isMapped, true)
      setAnimated(true)
      field.becomeFirstResponder()
      search.isActive = true
      XCTAssertTrue(fixture.host.settling.isBusy)
      fixture.settle()
      XCTAssertFalse(fixture.host.settling.isBusy)
      let peer = try XCTUnwrap(search.searchBar.peer as? SearchPeer)
      XCTAssertTrue(peer.entry.isMapped)
      XCTAssertTrue(search.searchBar.isFirstResponder)
      XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
      search.isActive = false
      fixture.settle()
      XCTAssertTrue(field.isFirstResponder)
      XCTAssertFalse(peer.entry.isMapped)
      controller.searchController = nil
      fixture.settle()
      XCTAssertNil(search.window)
    }
  }
}

/// Opens the search, types, selects and chooses, as a user does.
@MainActor private func beginSearch(_ search: SearchController) {
  search.isActive = true
  search.searchBar.hostDidEdit(text: "swift", selectedTextRange: 1..<3)
  search.searchBar.selectedScopeIndex = 1
}

/// A controller with a search and a field.
@MainActor private final class SearchableScreen: ViewController, SearchResultsUpdating {
  let search = SearchController()
  let field = TextField()
  var updates: [String] = []

  init() {
    super.init(restorationIdentifier: "List")
    field.restorationIdentifier = "Field"
  }

  override func viewDidLoad() {
    let stack = StackView(axis: .vertical, arrangedSubviews: [field])
    view.addSubview(stack)
    search.restorationIdentifier = "Search"
    search.searchBar.scopeTitles = ["Titles", "Speakers"]
    search.searchResultsUpdater = self
    searchController = search
  }

  func updateSearchResults(for searchController: SearchController) {
    updates.append(searchController.searchBar.text)
  }
}

/// A custom container.
@MainActor private final class SideBySide: ViewController {
  init(_ children: [ViewController]) {
    super.init()
    children.forEach(addChild)
  }

  override func loadView() -> View { StackView(axis: .horizontal) }

  override func viewDidLoad() {
    for child in children {
      child.view.layout.expandsVertically = true
      child.view.layout.expandsHorizontally = true
      view.addSubview(child.view)
    }
  }
}

/// Returns a stack with a searchable list at its bottom.
@MainActor private func stack(_ list: SearchableScreen) -> NavigationController {
  let navigation = NavigationController(rootViewController: list)
  navigation.restorationIdentifier = "Nav"
  return navigation
}

extension WidgetPointer {
  fileprivate var isMapped: Bool { gtk_widget_get_mapped(self) != 0 }
}

extension NavigationController {
  /// The frame widget of the top controller's view.
  fileprivate var widgetOfTop: WidgetPointer? { (topViewController?.view.peer as? Peer)?.frame }
}
#endif
