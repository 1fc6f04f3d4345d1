// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// An active search with text and scope, which filters a list.
@MainActor final class Searching: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: ProductsController(), restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    guard user.window.hostDidPressFind(),
      let bar = user.controller(ProductsController.self).searchController?.searchBar
    else { fatalError("There is nothing to search in.") }
    user.type("ta", into: bar)
    bar.selectedScopeIndex = 1
    user.view("Products", TableView.self)
      .hostDidSelectElement(at: IndexPath(item: 1, section: 0), extending: false)
  }

  func remarks(_ user: User) -> [String] {
    ["found: \(user.controller(ProductsController.self).shown.joined(separator: ", "))"]
  }
}

private final class ProductsController: ViewController, SearchResultsUpdating {
  struct Product: Identifiable {
    let id: String
  }

  private static let all = ["lamp", "oak table", "stand", "tall lamp", "tablet", "taper"]

  private(set) var shown = ProductsController.all
  private let table = TableView(restorationIdentifier: "Products")

  init() {
    super.init(restorationIdentifier: "List")
    title = "Products"
  }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    super.viewDidLoad()
    table.dataSource = self
    let search = SearchController(restorationIdentifier: "Search")
    search.searchBar.scopeTitles = ["Anywhere", "At the beginning"]
    search.searchResultsUpdater = self
    searchController = search
  }

  func updateSearchResults(for searchController: SearchController) {
    let bar = searchController.searchBar
    shown = Self.all.filter { name in
      bar.text.isEmpty
        || (bar.selectedScopeIndex == 0 ? name.contains(bar.text) : name.hasPrefix(bar.text))
    }
    table.reloadData()
  }
}

extension ProductsController: TableViewDataSource, IdentifiableElements {
  func elements(in view: View) -> [[Product]] { [shown.map(Product.init)] }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.textLabel.text = shown[indexPath.item]
    return cell
  }
}
