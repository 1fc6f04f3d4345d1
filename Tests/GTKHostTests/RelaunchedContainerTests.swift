// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import RestorationArchive
  import StateRestoration
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  /// Containers and sheets in the first frame after a relaunch.
  final class RelaunchedContainerTests: XCTestCase {
    /// R76, R77: the first frame shows the stack and its sheet.
    func testStackAndSheetAreInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try launch(device)
        try pushAndPresent(["A", "B"], sheet: "Sheet", in: first)
        XCTAssertEqual(try titles(in: first), ["B", "Sheet"])
        first.end()

        let second = try launch(device)
        defer { second.end() }
        let shown = try second.atFirstPaint { try titles(in: second) }
        XCTAssertEqual(shown, ["B", "Sheet"])
        let navigation = try second.root(NavigationController.self)
        navigation.dismiss(animated: false)
        navigation.goBack(animated: false)
        second.settle()
        XCTAssertEqual(try titles(in: second), ["A"])
      }
    }

    /// R76, R77, R185: a missing screen removes everything over it.
    ///
    /// Nothing of it is on screen.
    func testGoneScreenIsOneStepBack() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try launch(device)
        try pushAndPresent(["A", "B"], sheet: "Sheet", in: first)
        first.end()

        let second = try launch(device, gone: ["B"])
        defer { second.end() }
        let shown = try second.atFirstPaint { try titles(in: second) }
        XCTAssertEqual(shown, ["A"])
        XCTAssertNil(try second.root().presentedViewController)
        guard case .dropped? = second.report?["Stack/:[2]:/B"] else {
          return XCTFail("\(String(describing: second.report?.outcomes))")
        }
      }
    }

    /// R185: without a restorable stack, the window shows launch code's interface.
    func testLaunchTimeStackStays() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try launch(device, root: "Home")
        try first.root(NavigationController.self)
          .setViewControllers([NamedScreen("A")], animated: false)
        first.settle()
        XCTAssertEqual(try titles(in: first), ["A"])
        first.end()
        let second = try launch(device, gone: ["A"], root: "Other")
        defer { second.end() }
        XCTAssertEqual(try second.atFirstPaint { try titles(in: second) }, ["Other"])
      }
    }

    /// R79, R82: the first frame shows the selected tab and current page.
    func testSelectedTabAndPageAreInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func root() -> ViewController {
          let pages = PageViewController(pages: ["One", "Two", "Three"].map(NamedScreen.init))
          pages.restorationIdentifier = "Pages"
          let tabs = TabBarController(viewControllers: [NamedScreen("Home"), pages])
          tabs.restorationIdentifier = "Tabs"
          return tabs
        }
        let first = try device.launch(root: root)
        let tabs = try first.root(TabBarController.self)
        tabs.selectedIndex = 1
        (tabs.selectedViewController as? PageViewController)?.turn(.forward, animated: false)
        first.end()

        let second = try device.launch(root: root)
        defer { second.end() }
        XCTAssertEqual(try second.atFirstPaint { try titles(in: second) }, ["Two"])
        let peer = try XCTUnwrap(try second.root(TabBarController.self).view.peer as? TabBarPeer)
        XCTAssertEqual(
          peer.switcher.buttons.map { gtk_toggle_button_get_active($0.cast()) }, [0, 1])
      }
    }

    /// R25, R64, R81: a wide layout is restored in one column.
    ///
    /// The screens and the report are the same as in a wide window.
    func testSavedWideIsRestoredNarrow() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func root() -> ViewController {
          let details = NavigationController(rootViewController: NamedScreen("None"))
          details.restorationIdentifier = "Details"
          let split = SplitViewController(primary: NamedScreen("List"), secondary: details)
          split.restorationIdentifier = "Split"
          split.dividerPosition = 300
          return split
        }
        @MainActor func launch(width: Double) throws -> Life {
          try device.launch(
            size: CGSize(width: width, height: 600),
            make: { $0 == "Talk" ? NamedScreen("Talk") : nil }, root: root)
        }
        let first = try launch(width: 1000)
        let split = try first.root(SplitViewController.self)
        split.dividerPosition = 350
        (split.secondaryViewController as? NavigationController)?
          .pushViewController(NamedScreen("Talk"), animated: false)
        split.show(.secondary, animated: false)
        first.settle()
        XCTAssertEqual(try titles(in: first), ["List", "Talk"])
        first.end()

        let narrow = try launch(width: 400)
        XCTAssertEqual(try narrow.atFirstPaint { try titles(in: narrow) }, ["Talk"])
        XCTAssertTrue(try narrow.root(SplitViewController.self).isCollapsed)
        let narrowReport = narrow.report?.outcomes
        narrow.end()

        let wide = try launch(width: 1000)
        defer { wide.end() }
        XCTAssertEqual(try wide.atFirstPaint { try titles(in: wide) }, ["List", "Talk"])
        XCTAssertEqual(try wide.root(SplitViewController.self).dividerPosition, 350)
        XCTAssertEqual(narrowReport?.isEmpty, false)
        XCTAssertEqual(wide.report?.outcomes, narrowReport)
      }
    }

    /// R34, R86: a custom container shows its children as before.
    func testCustomContainerIsInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        let first = try device.launch { Drawer() }
        try first.root(Drawer.self).isOpen = true
        first.settle()
        XCTAssertEqual(try titles(in: first), ["Menu", "Content"])
        first.end()
        let second = try device.launch { Drawer() }
        defer { second.end() }
        XCTAssertEqual(try second.atFirstPaint { try titles(in: second) }, ["Menu", "Content"])
      }
    }
  }

  /// A navigation stack on launch code's root controller.
  ///
  /// Screens over it are created on demand, except missing ones.
  @MainActor private func launch(
    _ device: Device, gone: Set<String> = [], root: String = "Home"
  ) throws -> Life {
    let made = Set(["A", "B", "Sheet"]).subtracting(gone)
    return try device.launch(make: { $0.flatMap { made.contains($0) ? NamedScreen($0) : nil } }) {
      let navigation = NavigationController(rootViewController: NamedScreen(root))
      navigation.restorationIdentifier = "Stack"
      return navigation
    }
  }

  @MainActor private func pushAndPresent(_ names: [String], sheet: String, in life: Life) throws {
    let navigation = try life.root(NavigationController.self)
    for name in names { navigation.pushViewController(NamedScreen(name), animated: false) }
    navigation.topViewController?.present(NamedScreen(sheet), animated: false)
    life.settle()
  }

  /// The titles mapped on screen, children before sheets.
  @MainActor private func titles(in life: Life) throws -> [String] {
    @MainActor func shown(in controller: ViewController) -> [String] {
      let own = (controller as? NamedScreen).flatMap { $0.isShown ? $0.label.text : nil }
      let sheet = controller.presentedViewController.flatMap {
        $0.presentingViewController === controller ? $0 : nil
      }
      return [own].compactMap { $0 } + controller.children.flatMap(shown)
        + (sheet.map(shown) ?? [])
    }
    return shown(in: try life.root())
  }

  /// A screen that shows its own name.
  @MainActor private final class NamedScreen: ViewController {
    let label: Label

    init(_ name: String) {
      label = Label(name)
      super.init()
      restorationIdentifier = name
    }

    override func viewDidLoad() { view.addSubview(label) }

    /// Whether GTK shows the label on screen.
    var isShown: Bool {
      isViewLoaded && ((label.peer as? Peer).map { gtk_widget_get_mapped($0.widget) != 0 } ?? false)
    }
  }

  /// A menu beside the content that the user can hide.
  @MainActor private final class Drawer: ViewController {
    private let menu = NamedScreen("Menu")
    private let content = NamedScreen("Content")
    var isOpen = false { didSet { menu.view.isHidden = !isOpen } }

    init() {
      super.init(restorationIdentifier: "Drawer")
      for child in [menu, content] { addChild(child) }
    }

    override func viewDidLoad() {
      menu.view.isHidden = true
      view.addSubview(StackView(axis: .horizontal, arrangedSubviews: [menu.view, content.view]))
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      coder.encode(isOpen, forKey: "open")
      coder.encode(children, forKey: "children")
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      super.decodeRestorableState(with: coder)
      isOpen = coder.decodeBool(forKey: "open")
    }
  }
#endif
