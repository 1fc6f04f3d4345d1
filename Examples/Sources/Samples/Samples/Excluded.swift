// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Screens excluded on purpose: they have no identifier.
@MainActor final class Excluded: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    // The child has an identifier, which has no effect without one on its container.
    let account = NavigationController(
      rootViewController: EntryController("Account", restorationIdentifier: "Account"))
    let notes = EntryController("Notes", restorationIdentifier: "Notes")
    window.rootViewController = TabBarController(
      viewControllers: [notes, account], restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    tabs.selectedIndex = 1
    user.type("Not to be kept", into: "Entry")
    tabs.selectedIndex = 0
    user.type("To be kept", into: "Entry")
    user.controller(EntryController.self).present(EntryController("Help"), animated: true)
    user.type("Where is", into: "Entry")
  }

  /// Removes the sheet and resets the account.
  ///
  /// Notes stay as they were, with the caret.
  func prepareNextLaunch(_ user: User) {
    let tabs = user.window.rootViewController as? TabBarController
    tabs?.dismiss(animated: false)
    for case let account as NavigationController in tabs?.viewControllers ?? [] {
      account.setViewControllers(
        [EntryController("Account", restorationIdentifier: "Account")], animated: false)
    }
  }
}

private final class EntryController: ViewController {
  init(_ title: String, restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    self.title = title
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Entry"))
  }
}
