// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Creates the window, the tabs and each stack's first screen.
///
/// It allows saving and restoring.
@MainActor final class ScreenDelegate: StateRestoringApplicationDelegate {
  let tabs = TabBarController(restorationIdentifier: "Tabs")
  private let tabCount: Int

  init(tabCount: Int) { self.tabCount = tabCount }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    tabs.viewControllers = (0..<tabCount).map {
      NavigationController(rootViewController: Screen(), restorationIdentifier: "Stack \($0)")
    }
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }
}
