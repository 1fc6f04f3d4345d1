// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation

  @testable import GTKHost
  @testable import ViewControllers

  /// Opens the search, types, selects and chooses, as a user does.
  @MainActor func beginSearch(_ search: SearchController) {
    search.isActive = true
    search.searchBar.hostDidEdit(text: "swift", selectedTextRange: 1..<3)
    search.searchBar.selectedScopeIndex = 1
  }

  /// A controller with a search and a field.
  @MainActor final class SearchableScreen: ViewController, SearchResultsUpdating {
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
  @MainActor final class SideBySide: ViewController {
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
  @MainActor func stack(_ list: SearchableScreen) -> NavigationController {
    let navigation = NavigationController(rootViewController: list)
    navigation.restorationIdentifier = "Nav"
    return navigation
  }
#endif
