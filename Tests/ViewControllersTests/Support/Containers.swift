// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Returns a tab bar controller with an identifier.
@MainActor func tabBar(
  _ identifier: String? = "Tabs", _ children: [ViewController]
) -> TabBarController {
  TabBarController(viewControllers: children, restorationIdentifier: identifier)
}

/// Returns a split view controller with an identifier.
@MainActor func split(
  _ identifier: String? = "Split", _ primary: ViewController?, _ secondary: ViewController?
) -> SplitViewController {
  SplitViewController(
    primary: primary, secondary: secondary, restorationIdentifier: identifier)
}

/// Returns a page view controller with an identifier.
@MainActor func pageView(
  _ identifier: String? = "Pages", _ pages: [ViewController]
) -> PageViewController {
  PageViewController(pages: pages, restorationIdentifier: identifier)
}

extension Session {
  var tabs: TabBarController? { root as? TabBarController }
  var split: SplitViewController? { root as? SplitViewController }
  var pages: PageViewController? { root as? PageViewController }

  /// The identifiers of the controllers on screen, outermost first.
  var onScreen: [String?] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.visibleChildren.flatMap(collect)
    }
    return root.map(collect)?.map(\.restorationIdentifier) ?? []
  }

  /// The notes of the root's children.
  var notes: [Int?] { root?.children.map { ($0 as? Screen)?.note } ?? [] }

  /// Gives the root's children the notes 1, 2, 3 and so on.
  func numberChildren() {
    for (index, child) in (root?.children ?? []).enumerated() {
      (child as? Screen)?.note = index + 1
    }
  }
}
