// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Pages from a data source, where only the visible page exists.
///
/// A restoration class creates the page.
@MainActor final class Tutorial: Sample {
  private let source = ChapterSource()

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let pages = PageViewController(restorationIdentifier: "Pages")
    pages.dataSource = source
    pages.setCurrentPage(ChapterController(1), animated: false)
    window.rootViewController = pages
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let pages = user.controller(PageViewController.self)
    pages.turn(.forward, animated: true)
    pages.turn(.forward, animated: true)
    user.type("Understood", into: "Answer")
  }

  /// Returns the titles of the page and its two neighbours.
  func remarks(_ user: User) -> [String] {
    let pages = user.controller(PageViewController.self)
    let titles = [pages.page(.reverse), pages.currentPage, pages.page(.forward)]
      .map { $0?.title ?? "none" }
    return ["before, now and after: \(titles.joined(separator: ", "))"]
  }
}

private final class ChapterSource: PageViewControllerDataSource {
  func pageViewController(
    _ pageViewController: PageViewController, viewControllerBefore viewController: ViewController
  ) -> ViewController? { chapter(viewController, movedBy: -1) }

  func pageViewController(
    _ pageViewController: PageViewController, viewControllerAfter viewController: ViewController
  ) -> ViewController? { chapter(viewController, movedBy: 1) }

  private func chapter(_ controller: ViewController, movedBy distance: Int) -> ViewController? {
    guard let number = (controller as? ChapterController)?.number,
      (1...5).contains(number + distance)
    else { return nil }
    return ChapterController(number + distance)
  }
}

/// One page; its number makes its identifier unique, as pages need.
final class ChapterController: ViewController, ViewControllerRestoration {
  let number: Int

  init(_ number: Int) {
    self.number = number
    super.init(restorationIdentifier: "Chapter \(number)")
    restorationClass = ChapterController.self
    title = "Chapter \(number)"
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    let words = identifierComponents.last?.split(separator: " ") ?? []
    return words.last.flatMap { Int($0) }.map { ChapterController($0) }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Answer"))
  }
}
