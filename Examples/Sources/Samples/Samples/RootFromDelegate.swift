// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A delegate that creates all controllers during lookup, even the root.
///
/// One class serves under two parents, which the path tells apart.
@MainActor final class RootFromDelegate: Sample {
  private var window: Window?

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    if window?.rootViewController == nil { window?.rootViewController = tabs() }
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    switch identifierComponents {
    case ["Tabs"]:
      let root = TabBarController(restorationIdentifier: "Tabs")
      window?.rootViewController = root
      return root
    case ["Tabs", "First"], ["Tabs", "Second"]:
      return NavigationController(restorationIdentifier: identifierComponents[1])
    case ["Tabs", "First", "Page"]: return page("First")
    case ["Tabs", "Second", "Page"]: return page("Second")
    default: return nil
    }
  }

  private func tabs() -> ViewController {
    let tabs = ["First", "Second"].map {
      NavigationController(rootViewController: page($0), restorationIdentifier: $0)
    }
    return TabBarController(viewControllers: tabs, restorationIdentifier: "Tabs")
  }

  private func page(_ title: String) -> ViewController {
    NoteController("Page", title: title)
  }

  func use(_ user: User) {
    for index in 0...1 {
      user.controller(TabBarController.self).selectedIndex = index
      user.type("In tab \(index)", into: "Text")
    }
  }
}
