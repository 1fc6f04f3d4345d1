// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// The kinds of controllers that a scene can have.
enum ControllerKind: Hashable {
  case plain, navigation, tabBar, split, page
  /// A UIKit controller that this package does not provide.
  case other
  /// A scene of another storyboard.
  case placeholder

  private static let names: [String: ControllerKind] = [
    "viewController": .plain, "tableViewController": .plain, "collectionViewController": .plain,
    "navigationController": .navigation, "tabBarController": .tabBar,
    "splitViewController": .split, "pageViewController": .page,
    "viewControllerPlaceholder": .placeholder,
  ]

  init?(element: Element) {
    if let kind = Self.names[element.name] {
      self = kind
    } else if element.name.hasSuffix("Controller"), element.name != "searchDisplayController",
      element.id != nil
    {
      self = .other
    } else {
      return nil
    }
  }

  /// Creates a controller of the package's own class.
  @MainActor func make() -> ViewController {
    switch self {
    case .plain, .other, .placeholder: ViewController()
    case .navigation: NavigationController()
    case .tabBar: TabBarController()
    case .split: SplitViewController()
    case .page: PageViewController()
    }
  }

  /// Returns whether an application's controller can be used for this kind.
  @MainActor func accepts(_ controller: ViewController) -> Bool {
    switch self {
    case .plain, .other, .placeholder: true
    case .navigation: controller is NavigationController
    case .tabBar: controller is TabBarController
    case .split: controller is SplitViewController
    case .page: controller is PageViewController
    }
  }
}
