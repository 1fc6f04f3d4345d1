// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Closed things that stay closed: a sheet, a screen and a tab.
@MainActor final class GoneAgain: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = TabBarController(
      viewControllers: [
        NavigationController(
          rootViewController: NoteController("Notes"), restorationIdentifier: "Navigation"),
        NoteController("Other"),
      ], restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard let name = identifierComponents.last, ["Note", "Options", "Extra"].contains(name) else {
      return nil
    }
    return NoteController(name)
  }

  func use(_ user: User) {
    tabs(user).viewControllers.append(NoteController("Extra"))
    navigation(user).pushViewController(NoteController("Note"), animated: true)
    let options = NoteController("Options")
    navigation(user).present(options, animated: true)
    user.type("Soon gone", into: options.text)
  }

  func useAgain(_ user: User) -> Bool {
    navigation(user).dismiss(animated: true)
    navigation(user).popViewController(animated: true)
    tabs(user).viewControllers.removeLast()
    return true
  }

  private func tabs(_ user: User) -> TabBarController {
    guard let tabs = user.window.rootViewController as? TabBarController else {
      fatalError("The tabs are gone.")
    }
    return tabs
  }

  private func navigation(_ user: User) -> NavigationController {
    guard let navigation = tabs(user).viewControllers[0] as? NavigationController else {
      fatalError("The navigation is gone.")
    }
    return navigation
  }
}
