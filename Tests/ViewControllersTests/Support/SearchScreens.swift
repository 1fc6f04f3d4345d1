// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Returns a program with a searchable list at the stack's bottom.
@MainActor func searchDevice(
  isMadeWithTheView: Bool = false, _ prepare: @escaping (ListScreen) -> Void = { _ in },
  search: @escaping @MainActor () -> LoggingSearch = { LoggingSearch() }
) -> Device {
  Device { window in
    let list = ListScreen(isMadeWithTheView: isMadeWithTheView, search: search())
    prepare(list)
    window.rootViewController = navigation(root: list)
  }
}

/// Launches that program and begins a search.
@MainActor func launchSearching(isMadeWithTheView: Bool = false) -> Session {
  let session = searchDevice(isMadeWithTheView: isMadeWithTheView).launch()
  beginSearch(searchList(session).search)
  return session
}

/// Opens the search, types, selects and chooses, as a user does.
@MainActor func beginSearch(_ search: SearchController) {
  search.isActive = true
  search.searchBar.hostDidEdit(text: "swift", selectedTextRange: 1..<3)
  search.searchBar.selectedScopeIndex = 1
}

@MainActor func expectSearch(
  _ search: SearchController, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(search.isActive, sourceLocation: sourceLocation)
  #expect(search.searchBar.text == "swift", sourceLocation: sourceLocation)
  #expect(search.searchBar.selectedTextRange == 1..<3, sourceLocation: sourceLocation)
  #expect(search.searchBar.selectedScopeIndex == 1, sourceLocation: sourceLocation)
}

@MainActor func searchList(_ session: Session) -> ListScreen {
  guard let list = session.navigation?.viewControllers.first as? ListScreen else {
    Issue.record("there is no list")
    return ListScreen(isMadeWithTheView: false)
  }
  return list
}

/// A controller with a search and a field that logs its queries.
@MainActor final class ListScreen: Screen, SearchResultsUpdating {
  let search: LoggingSearch
  let field = TextField()
  var updates: [String] = []
  var onDecode: ((ListScreen) -> Void)?
  var onWillAppear: ((ListScreen) -> Void)?
  private let isMadeWithTheView: Bool

  init(isMadeWithTheView: Bool, search: LoggingSearch = LoggingSearch()) {
    self.isMadeWithTheView = isMadeWithTheView
    self.search = search
    super.init("List")
    search.restorationIdentifier = "Search"
    search.searchBar.scopeTitles = ["Titles", "Speakers"]
    search.searchResultsUpdater = self
    field.restorationIdentifier = "Field"
    if !isMadeWithTheView { searchController = search }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(field)
    if isMadeWithTheView { searchController = search }
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    onDecode?(self)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    onWillAppear?(self)
  }

  func updateSearchResults(for searchController: SearchController) {
    let bar = searchController.searchBar
    updates.append("\(bar.text) \(bar.selectedScopeIndex) \(searchController.isActive)")
  }
}

@MainActor class LoggingSearch: SearchController {
  var encodes = 0
  var appearances = 0

  override func encodeRestorableState(with coder: RestorationEncoder) {
    encodes += 1
    super.encodeRestorableState(with: coder)
  }

  override func viewDidAppear(_ animated: Bool) { appearances += 1 }
  override func viewDidDisappear(_ animated: Bool) { appearances -= 1 }
}

/// A search that writes forged values.
///
/// They are encoded first, and the first value of a name wins.
@MainActor final class ForgingSearch: LoggingSearch {
  var forge: (RestorationEncoder) -> Void = { _ in }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    forge(coder)
    super.encodeRestorableState(with: coder)
  }
}

/// A search that does not call `super` when saving.
@MainActor final class SilentSearch: LoggingSearch {
  override func encodeRestorableState(with coder: RestorationEncoder) {}
}

/// A search controller that its own class recreates.
@MainActor final class MadeSearch: SearchController, ViewControllerRestoration {
  init(_ identifier: String?) {
    super.init()
    restorationIdentifier = identifier
    restorationClass = MadeSearch.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MadeSearch(identifierComponents.last) }
}
