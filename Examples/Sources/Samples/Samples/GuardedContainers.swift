// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Containers that fill themselves only if they are still empty.
///
/// It doesn't matter who filled them.
@MainActor final class GuardedContainers: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = TabBarController(
      viewControllers: [NoteController("Home"), GuardedNavigation()],
      restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard let name = identifierComponents.last, ["List", "Detail"].contains(name) else {
      return nil
    }
    return NoteController(name)
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    tabs.selectedIndex = 1
    user.type("In the list", into: "Text")
    user.controller(NavigationController.self)
      .pushViewController(NoteController("Detail"), animated: true)
    user.type("In the detail", into: "Text")
    tabs.selectedIndex = 0
  }
}

private final class GuardedNavigation: NavigationController {
  init() { super.init(restorationIdentifier: "Navigation") }

  override func viewDidLoad() {
    super.viewDidLoad()
    if viewControllers.isEmpty { pushViewController(NoteController("List"), animated: false) }
  }
}
