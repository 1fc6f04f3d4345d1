// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

@MainActor struct PageViewTests {
  private func device(_ identifiers: [String?]) -> Device {
    Device { $0.rootViewController = pageView("Pages", identifiers.map { Screen($0) }) }
  }

  @Test("R34, R82: the current page comes back, and each page has its state")
  func currentPageComesBack() {
    let first = device(["A", "B", "C"]).launch()
    first.numberChildren()
    #expect(first.pages?.turn(.forward, animated: false) == true)
    let second = first.relaunch()
    #expect(second.pages?.currentPage?.restorationIdentifier == "B")
    #expect(second.notes == [1, 2, 3])
    #expect(second.onScreen == ["Pages", "B"])
  }

  @Test("R26: a page's path contains no index, so reordering keeps each page's state")
  func pagePathsAreScopedByTheContainer() {
    var order = ["A", "B"]
    let device = Device { $0.rootViewController = pageView("Pages", order.map { Screen($0) }) }
    let first = device.launch()
    first.numberChildren()
    let tree = first.application.tree
    #expect(
      first.root?.children.last.flatMap { try? tree.address(of: $0).path.description }
        == "Pages/B")
    first.pages?.turn(.forward, animated: false)
    order = ["B", "A"]
    let second = first.relaunch()
    #expect(second.notes == [2, 1])
    #expect(second.pages?.currentIndex == 0)
  }

  @Test("R185: the launch-time page stays when the current one is gone or has no identifier")
  func goneCurrentPage() {
    var identifiers: [String?] = ["A", "B", nil]
    let device = Device { window in
      window.rootViewController = pageView("Pages", identifiers.map { Screen($0) })
    }
    let first = device.launch()
    first.pages?.turn(.forward, animated: false)
    identifiers = ["A"]
    let second = first.relaunch()
    #expect(second.pages?.currentIndex == 0)
    identifiers = ["A", "B", nil]
    let third = second.relaunch()
    third.pages?.turn(.forward, animated: false)
    third.pages?.turn(.forward, animated: false)
    #expect(third.onScreen == ["Pages", nil])
    #expect(third.relaunch().onScreen == ["Pages", "A"])
  }

  @Test("R71, R82: a restored page replaces the data source's page without a diagnostic")
  func pageFromDataSource() throws {
    let source = Letters()
    let device = Device { window in
      let controller = pageView("Pages", [MadeScreen("A")])
      controller.dataSource = source
      window.rootViewController = controller
    }
    let first = device.launch()
    #expect(first.pages?.currentIndex == nil)
    #expect(first.pages?.turn(.reverse, animated: false) == false)
    (first.pages?.currentPage as? Screen)?.note = 5
    let second = first.relaunch()
    #expect((second.pages?.currentPage as? Screen)?.note == 5)
    #expect(try #require(second.restorationReport).diagnostics == [])
    #expect(second.pages?.turn(.forward, animated: false) == true)
    #expect(second.pages?.turn(.forward, animated: false) == true)
    (second.pages?.currentPage as? Screen)?.note = 6
    #expect(second.pages?.turn(.forward, animated: false) == false)
    let third = second.relaunch()
    #expect(third.pages?.pages.map(\.restorationIdentifier) == ["C"])
    #expect((third.pages?.currentPage as? Screen)?.note == 6)
    #expect(third.pages?.page(.reverse)?.restorationIdentifier == "B")
  }

  @Test("R150: a turn to another page is saved soon")
  func turningIsAChange() async {
    let session = device(["A", "B"]).launch()
    session.pages?.turn(.reverse, animated: false)
    session.host.advance(by: .seconds(1))
    #expect(session.application.restoration.saving.writing == nil)
    session.pages?.turn(.forward, animated: false)
    await session.saveChanges()
    #expect(session.preservationReports.map(\.reason) == [.changed])
    #expect(session.device.launch().pages?.currentIndex == 1)
  }

  @Test("R60, R175: turning animates the new page; restoring animates nothing")
  func turningAnimates() {
    let first = device(["A", "B"]).launch()
    let turn = CallLog.entries { first.pages?.turn(.forward, animated: true) }
    #expect(turn == ["load B", "willDisappear A", "slideIn B", "disappear A", "appear B"])
    #expect(first.pages?.isTransitionAnimated == true)
    #expect(first.pages?.direction == .forward)
    let (second, calls) = CallLog.recording { first.relaunch() }
    #expect(!calls.contains { $0.hasPrefix("slideIn") })
    #expect(second.pages?.isTransitionAnimated == false)
  }

  @Test("The page at a removed page's position is shown")
  func removedPage() {
    let (a, b, c) = (Screen("A"), Screen("B"), Screen("C"))
    let pages = PageViewController(pages: [a, b, c])
    pages.setCurrentPage(b, animated: false)
    pages.pages = [a, c]
    #expect(pages.currentPage === c)
    pages.setCurrentPage(b, animated: false)
    #expect(pages.currentPage === c)
    let wrapper = NavigationController(rootViewController: c)
    pages.pages = [a, wrapper]
    #expect(pages.currentPage === wrapper)
    pages.pages = []
    #expect(pages.currentPage == nil)
    #expect(!pages.turn(.forward, animated: false))
  }
}

/// A data source that creates a page for each of three letters.
@MainActor private final class Letters: PageViewControllerDataSource {
  private let letters = ["A", "B", "C"]

  private func page(_ step: Int, from page: ViewController) -> ViewController? {
    guard let index = letters.firstIndex(of: page.restorationIdentifier ?? ""),
      letters.indices.contains(index + step)
    else { return nil }
    return MadeScreen(letters[index + step])
  }

  func pageViewController(
    _ pageViewController: PageViewController, viewControllerBefore viewController: ViewController
  ) -> ViewController? { page(-1, from: viewController) }

  func pageViewController(
    _ pageViewController: PageViewController, viewControllerAfter viewController: ViewController
  ) -> ViewController? { page(1, from: viewController) }
}
