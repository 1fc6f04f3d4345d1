// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A search covered by a screen pushed from its results.
///
/// The search is there when the user goes back.
@MainActor final class CoveredSearch: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: LettersController(), restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    identifierComponents.last == "Letter" ? LetterController() : nil
  }

  func use(_ user: User) {
    guard user.window.hostDidPressFind(),
      let bar = user.controller(LettersController.self).searchController?.searchBar
    else { fatalError("There is nothing to search in.") }
    user.type("bill", into: bar)
    user.controller(NavigationController.self)
      .pushViewController(LetterController(), animated: true)
  }

  /// Goes back, since a covered search is restored when it is seen.
  func lookAround(_ user: User) {
    let letter = user.controller(LetterController.self)
    letter.navigationController?.popViewController(animated: true)
  }
}

private final class LettersController: ViewController {
  init() { super.init(restorationIdentifier: "Letters") }

  override func viewDidLoad() {
    super.viewDidLoad()
    searchController = SearchController(restorationIdentifier: "Search")
  }
}

private final class LetterController: ViewController {
  init() { super.init(restorationIdentifier: "Letter") }
}
