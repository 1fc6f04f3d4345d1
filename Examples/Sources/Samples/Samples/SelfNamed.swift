// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Tabs that set their identifiers in `viewDidLoad`; both were opened.
@MainActor final class SelfNamedTabs: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = TabBarController(
      viewControllers: [SelfNamedListController(), SelfNamedListController()],
      restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    for index in [1, 0] {
      user.controller(TabBarController.self).selectedIndex = index
      user.type("In tab \(index)", into: "Text")
    }
  }
}

/// Screens that set identifier and restoration class in `viewDidLoad`.
@MainActor final class SelfNamed: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: SelfNamedListController(), restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.type("In the list", into: "Text")
    user.controller(NavigationController.self)
      .pushViewController(SelfNamedDetailController(), animated: true)
    user.type("In the detail", into: "Text")
  }
}

private final class SelfNamedListController: ViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    restorationIdentifier = "List"
    view.addSubview(TextField(restorationIdentifier: "Text"))
  }
}

final class SelfNamedDetailController: ViewController, ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { SelfNamedDetailController() }

  override func viewDidLoad() {
    super.viewDidLoad()
    restorationIdentifier = "Detail"
    restorationClass = SelfNamedDetailController.self
    view.addSubview(TextField(restorationIdentifier: "Text"))
  }
}
