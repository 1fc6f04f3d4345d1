// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// Controllers that get their content when their views load.
@MainActor struct LoadedViewsTests {
  /// A container that creates or names its children in `viewDidLoad`.
  enum Late: CaseIterable {
    case tabs, stack, split, pages, container, names

    @MainActor func make(_ identifier: String?) -> ViewController {
      let controller: ViewController =
        switch self {
        case .tabs: LateTabs()
        case .stack: LateStack()
        case .split: LateSplit()
        case .pages: LatePages()
        case .container: LateContainer()
        case .names: LateNames()
        }
      controller.restorationIdentifier = identifier
      return controller
    }
  }

  @Test(
    "R60, R214: children created or named in the visible root's viewDidLoad come back",
    arguments: Late.allCases)
  func visibleRootIsFilledBeforeTheLookup(late: Late) throws {
    var session = Device { $0.rootViewController = late.make("Late") }.launch()
    session.numberChildren()
    for _ in 0..<2 {
      session = session.relaunch()
      #expect(session.notes == [1, 2])
      let report = try #require(session.restorationReport)
      #expect(report.isComplete && report.diagnostics == [])
    }
  }

  @Test(
    "R40, R60: children created or named in a hidden controller's viewDidLoad come back",
    arguments: Late.allCases)
  func hiddenControllerIsFilledBeforeItDecodes(late: Late) throws {
    let first = Device {
      $0.rootViewController = tabBar("Tabs", [Screen("Front"), late.make("Late")])
    }.launch()
    let controller = first.tabs?.viewControllers[1]
    _ = controller?.view
    for (index, child) in (controller?.children ?? []).enumerated() {
      (child as? Screen)?.note = index + 1
    }
    let second = first.relaunch()
    #expect(second.tabs?.selectedIndex == 0)
    #expect(second.tabs?.viewControllers[1].children.map { ($0 as? Screen)?.note } == [1, 2])
    #expect(try #require(second.restorationReport).isComplete)
  }

  @Test(
    "R214: visible views load before the restore, without appearing", arguments: [true, false])
  func shownViewsAreLoadedBeforeTheRestore(isVisibleFirst: Bool) {
    let device = Device { window in
      if isVisibleFirst { window.makeKeyAndVisible() }
      let stack = navigation(root: Screen("Below"))
      stack.pushViewController(Screen("Top"), animated: false)
      window.rootViewController = tabBar("Tabs", [stack, Screen("Hidden")])
      stack.present(Screen("Sheet"), animated: false)
    }
    device.launch().application.terminate()
    let calls = CallLog.entries { _ = device.launch() }
    let restored = calls.prefix { $0 != "shouldRestore" }
    #expect(restored.filter { $0.hasPrefix("load") } == ["load Top", "load Sheet"])
    let begun = calls.prefix { $0 != "didFinish" }
    #expect(!begun.contains { $0.hasPrefix("willAppear") || $0.hasPrefix("appear") })
    #expect(calls.contains("appear Top") && calls.contains("appear Sheet"))
  }

  @Test("R214: a window shown in did-finish-launching loads its views then")
  func laterWindowIsLoadedLater() {
    let device = Device { $0.rootViewController = Screen("Root") }
    let calls = CallLog.entries { _ = device.launch { $0.showsWindowInDidFinish = true } }
    #expect(calls.firstIndex(of: "didFinish").map { calls[$0...].contains("load Root") } == true)
  }

  @Test("R40, R196: loading a view only for decode changes no saved state")
  func viewLoadedForDecodeIsNoChange() async throws {
    let device = Device {
      $0.rootViewController = tabBar("Tabs", [MarkedScreen("A"), MarkedScreen("B")])
    }
    let first = device.launch()
    first.application.terminate()
    let saved = device.store.load(.current, slot: nil)
    let second = device.launch()
    second.application.terminate()
    #expect(device.store.load(.current, slot: nil) == saved)
    // It is saved as soon as it appears on screen or changes.
    for isShown in [true, false] {
      let session = device.launch()
      let hidden = try #require(session.tabs?.viewControllers[1] as? MarkedScreen)
      #expect(hidden.isViewLoaded)
      if isShown { session.tabs?.selectedIndex = 1 }
      hidden.marked.mark = isShown ? 5 : 6
      hidden.marked.invalidateRestorableState()
      let again = session.relaunch()
      let restored = try #require(again.tabs?.viewControllers[1] as? MarkedScreen)
      #expect(restored.marked.mark == (isShown ? 5 : 6))
      again.tabs?.selectedIndex = 0
      again.application.terminate()
    }
  }
}

private final class LateTabs: TabBarController {
  override func viewDidLoad() {
    super.viewDidLoad()
    viewControllers = [Screen("A"), Screen("B")]
  }
}

private final class LateStack: NavigationController {
  override func viewDidLoad() {
    super.viewDidLoad()
    setViewControllers([Screen("A"), Screen("B")], animated: false)
  }
}

private final class LateSplit: SplitViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    setViewController(Screen("A"), for: .primary)
    setViewController(Screen("B"), for: .secondary)
  }
}

private final class LatePages: PageViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    pages = [Screen("A"), Screen("B")]
  }
}

private class LateContainer: ViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for name in ["A", "B"] {
      let child = Screen(name)
      addChild(child)
      view.addSubview(child.view)
    }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    for (index, child) in children.enumerated() { coder.encode(child, forKey: "child \(index)") }
  }
}

/// A controller with early children that get their names late.
private final class LateNames: LateContainer {
  override init(restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    for _ in 0..<2 { addChild(Screen(nil)) }
  }

  override func viewDidLoad() {
    for (index, child) in children.enumerated() {
      child.restorationIdentifier = "Child \(index)"
      view.addSubview(child.view)
    }
  }
}
