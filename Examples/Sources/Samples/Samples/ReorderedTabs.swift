// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Tabs that the user may reorder; selection and state follow.
///
/// The application keeps the order.
@MainActor final class ReorderedTabs: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = ReorderableTabBar()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    for index in 0..<3 {
      tabs.selectedIndex = index
      user.type("Typed in tab \(index)", into: "Text")
    }
    tabs.selectedIndex = 1
    tabs.viewControllers.swapAt(0, 2)
  }
}

private final class ReorderableTabBar: TabBarController {
  init() {
    super.init(restorationIdentifier: "Tabs")
    viewControllers = ["News", "Mail", "Photos"].map { SectionController($0) }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(viewControllers.map(\.restorationIdentifier), forKey: "order")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let order = coder.decode([String?].self, forKey: "order") ?? []
    func place(_ controller: ViewController) -> Int {
      order.firstIndex(of: controller.restorationIdentifier) ?? order.count
    }
    viewControllers = viewControllers.sorted { place($0) < place($1) }
  }
}

private final class SectionController: ViewController {
  init(_ title: String) {
    super.init(restorationIdentifier: title)
    self.title = title
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Text"))
  }
}
