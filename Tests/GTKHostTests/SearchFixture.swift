// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import RestorationArchive
  import StateRestoration

  @testable import GTKHost
  @testable import ViewControllers

  /// What the user does: opens the search, types, selects, chooses.
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

    override init() {
      super.init()
      restorationIdentifier = "List"
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

  /// A page that its own class makes again.
  @MainActor final class DetailScreen: ViewController, ViewControllerRestoration {
    override init() {
      super.init()
      restorationIdentifier = "Detail"
      restorationClass = DetailScreen.self
    }

    override func viewDidLoad() { view.addSubview(TextField()) }

    static func viewController(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> ViewController? { DetailScreen() }
  }

  /// A container of the application's own.
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

  /// What outlives a run.
  @MainActor final class SearchDevice {
    private let store = MemoryStore()
    private let keys = MemoryKeyProvider()

    func makeApplication(isFieldNamed: Bool = true) -> SearchProgram {
      SearchProgram(store: store, keys: keys, isFieldNamed: isFieldNamed)
    }
  }

  /// One run: a stack with a searchable list at the bottom.
  @MainActor final class SearchProgram: StateRestoringApplicationDelegate {
    let host = GTKHost(isAnimated: false)
    let list = SearchableScreen()
    let navigation: NavigationController
    private let store: MemoryStore
    private let keys: MemoryKeyProvider

    private(set) lazy var application = Application(
      ApplicationDescription(identifier: "org.example.Tests", version: "1"), delegate: self,
      host: host, archiver: Archiver(store: store, keys: keys))

    init(store: MemoryStore, keys: MemoryKeyProvider, isFieldNamed: Bool) {
      (self.store, self.keys) = (store, keys)
      if !isFieldNamed { list.field.restorationIdentifier = nil }
      navigation = NavigationController(rootViewController: list)
      navigation.restorationIdentifier = "Nav"
    }

    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      let window = Window(application: application)
      window.rootViewController = navigation
      window.makeKeyAndVisible()
      return true
    }

    func application(
      _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
    ) {}

    func application(
      _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
    ) -> Bool { true }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
    ) -> Bool { true }
  }
#endif
