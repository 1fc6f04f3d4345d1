// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

/// The talk's first demonstration: identifiers alone restore the interface.
///
/// It has a tab bar, a stack, a table, the two answers of the delegate, and no other code.
@MainActor @Suite struct IdentifiersOnlyTests {
  let program = TestApplication<TabBarController> { PlainDelegate() }

  private func table() throws -> TableView {
    let navigation = try #require(program.root.viewControllers.last as? NavigationController)
    return try #require(navigation.topViewController?.view as? TableView)
  }

  @Test("R176: the opt-in and identifiers suffice for tab, scroll position and selection")
  func optInAndIdentifiersAreEnough() throws {
    program.root.selectedIndex = 1
    try table().selectRow(at: IndexPath(item: 30, section: 0))
    try table().contentOffset.y = 1000
    program.relaunch()
    #expect(program.root.selectedIndex == 1)
    #expect(try table().indexPathsForSelectedRows == [IndexPath(item: 30, section: 0)])
    #expect(try table().contentOffset.y == 1000)
    expectRestored(program.report)
    expectRoundTrip(program)
  }
}

@MainActor private final class PlainDelegate: StateRestoringApplicationDelegate {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let controllers = ["Schedule", "Favorites"].map { (name: String) in
      NavigationController(
        rootViewController: ListController(restorationIdentifier: name),
        restorationIdentifier: "\(name) Nav")
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
