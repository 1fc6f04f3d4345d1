// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A screen with references to objects created later in another tab.
///
/// That tab creates a screen and an object in `viewDidLoad`.
@MainActor final class LateReference: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = TabBarController(
      viewControllers: [RecentController(), LibraryController(application)],
      restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    let recent = user.controller(RecentController.self)
    tabs.selectedIndex = 1
    recent.last = user.controller(BookController.self)
    recent.bookmark = user.controller(LibraryController.self).bookmark
    tabs.selectedIndex = 0
  }

  func remarks(_ user: User) -> [String] {
    let library = user.controller(TabBarController.self).viewControllers[1]
    let recent = user.controller(RecentController.self)
    return [
      "refers to a book: \(recent.last != nil)",
      "to the one in the other tab: \(recent.last === library.children.first)",
      "refers to a bookmark: \(recent.bookmark != nil)",
      "to the one in the other tab: \(recent.bookmark === (library as? LibraryController)?.bookmark)",
    ]
  }
}

private final class RecentController: ViewController {
  weak var last: ViewController? { didSet { invalidateRestorableState() } }
  weak var bookmark: Bookmark? { didSet { invalidateRestorableState() } }

  init() { super.init(restorationIdentifier: "Recent") }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(last, forKey: "last")
    coder.encode(bookmark, forKey: "bookmark")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    last = coder.decodeObject(ViewController.self, forKey: "last")
    bookmark = coder.decodeObject(Bookmark.self, forKey: "bookmark")
  }
}

private final class Bookmark: StateRestoring {}

private final class LibraryController: NavigationController {
  private let application: Application
  private(set) var bookmark: Bookmark?

  init(_ application: Application) {
    self.application = application
    super.init(restorationIdentifier: "Library")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    pushViewController(BookController(), animated: false)
    let bookmark = Bookmark()
    application.registerObject(forStateRestoration: bookmark, restorationIdentifier: "Bookmark")
    self.bookmark = bookmark
  }
}

private final class BookController: ViewController {
  init() { super.init(restorationIdentifier: "Book") }
}
