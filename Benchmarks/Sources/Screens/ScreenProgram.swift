// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration
import ViewControllers

/// An application as those with a window are: tabs with a stack of screens each, on which the user has
/// typed into every field.
@MainActor public final class ScreenProgram {
  private let (tabCount, screenCount, fieldCount): (Int, Int, Int)
  private let (store, keys) = (MemoryStore(), MemoryKeyProvider())

  /// - Parameters:
  ///   - tabs: How many tabs there are.
  ///   - screens: How many screens lie on each stack.
  ///   - fields: How many fields each screen has.
  public init(tabs: Int, screens: Int, fields: Int) {
    (tabCount, screenCount, fieldCount) = (tabs, screens, fields)
  }

  /// How many windows, containers, screens and fields there are.
  public var objectCount: Int { 1 + 1 + tabCount * (1 + screenCount * (1 + fieldCount)) }

  /// Launches the application, lets it be used, and ends it in order, which saves everything.
  ///
  /// - Parameter use: What happens between launch and end.
  public func run(_ use: @escaping @MainActor (ScreenLife) -> Void) {
    Screen.fieldCount = fieldCount
    let delegate = ScreenDelegate(tabCount: tabCount)
    let host = HeadlessHost { use(ScreenLife($0, delegate)) }
    let application = Application(
      ApplicationDescription(identifier: "org.example.Screens", version: "1.0"),
      delegate: delegate, host: host, archiver: Archiver(store: store, keys: keys))
    application.installsFatalSignalHandlers = false
    _ = application.run(inBackground: false)
  }

  /// Fills the stacks up to the size, and every field.
  ///
  /// - Parameter life: A life of this program.
  public func fill(_ life: ScreenLife) {
    for stack in life.stacks {
      while stack.viewControllers.count < screenCount {
        stack.pushViewController(Screen(), animated: false)
      }
    }
    for screen in life.screens {
      _ = screen.view
      for field in 0..<fieldCount { screen.type("What was typed", into: field) }
    }
  }
}

/// One life of the program, from launch to end.
@MainActor public final class ScreenLife {
  private let application: Application
  private let delegate: ScreenDelegate
  private var next = 0

  init(_ application: Application, _ delegate: ScreenDelegate) {
    (self.application, self.delegate) = (application, delegate)
  }

  /// Saves and restores the application's state.
  public var restoration: RestorationCoordinator { application.restoration }

  /// How many objects came back at launch, with what they had.
  public var restoredCount: Int {
    let outcomes = application.lastRestorationReport?.outcomes ?? []
    return outcomes.count { $0.result == .restored }
  }

  /// The user types into one field.
  public func typeOnce() {
    next += 1
    screens[next * 7 % screens.count].type("Typed \(next)", into: 0)
  }

  /// A screen comes, or the one that came last goes.
  public func pushOrPop() {
    next += 1
    let stack = stacks[0]
    if next % 2 == 0 {
      stack.popViewController(animated: false)
    } else {
      stack.pushViewController(Screen(), animated: false)
      _ = stack.topViewController?.view
    }
  }

  var stacks: [NavigationController] {
    delegate.tabs.viewControllers.compactMap { $0 as? NavigationController }
  }

  var screens: [Screen] { stacks.flatMap { $0.viewControllers.compactMap { $0 as? Screen } } }
}
