// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing
import ViewControllers

/// The talk's first demonstration: a tab bar, a stack and a table with identifiers, the two answers
/// of the delegate, and no other code.
@MainActor @Suite struct IdentifiersOnlyTests {
  let store = MemoryStore()
  let keys = MemoryKeyProvider()

  @Test("R176: with the opt-in and identifiers only, tab, scroll position and selection come back")
  func optInAndIdentifiersAreEnough() throws {
    let first = try launch()
    first.tabs.selectedIndex = 1
    let table = try #require(first.list.view as? TableView)
    table.selectRow(at: IndexPath(item: 30, section: 0))
    table.contentOffset.y = 1000
    first.application.terminate()

    let second = try launch()
    #expect(second.tabs.selectedIndex == 1)
    let restored = try #require(second.list.view as? TableView)
    #expect(restored.indexPathsForSelectedRows == [IndexPath(item: 30, section: 0)])
    #expect(restored.contentOffset.y == 1000)
  }

  private func launch() throws -> (
    application: Application, tabs: TabBarController, list: ListController
  ) {
    let application = Application(
      ApplicationDescription(identifier: "test", version: "1.0"), delegate: PlainDelegate(),
      host: HeadlessHost(), archiver: Archiver(store: store, keys: keys))
    application.launch()
    let tabs = try #require(application.windows.first?.rootViewController as? TabBarController)
    let navigation = try #require(tabs.viewControllers.last as? NavigationController)
    return (application, tabs, try #require(navigation.topViewController as? ListController))
  }
}

@MainActor private final class PlainDelegate: StateRestoringApplicationDelegate {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let controllers = ["Schedule", "Favorites"].map { name in
      let list = ListController()
      list.restorationIdentifier = name
      let navigation = NavigationController(rootViewController: list)
      navigation.restorationIdentifier = "\(name) Nav"
      return navigation
    }
    let tabs = TabBarController(viewControllers: controllers)
    tabs.restorationIdentifier = "Root Tab Bar"
    let window = Window(application: application)
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    return true
  }

  func application(_ application: Application, shouldSaveApplicationState coder: RestorationEncoder)
    -> Bool
  { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}

@MainActor private final class ListController: ViewController, TableViewDataSource {
  override func loadView() -> View {
    let table = TableView()
    table.restorationIdentifier = "Table"
    table.dataSource = self
    return table
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 100 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.textLabel.text = "Row \(indexPath.item)"
    return cell
  }
}
