// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import ViewControllers

/// A windowed application in which every text field has text.
///
/// It has tabs with a stack of screens each.
@MainActor public final class ScreenProgram {
  private let (tabCount, screenCount, fieldCount): (Int, Int, Int)
  private let (store, keys) = (MemoryStore(), MemoryKeyProvider())

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - tabs: The number of tabs.
  ///   - screens: The number of screens on each stack.
  ///   - fields: The number of fields on each screen.
  public init(tabs: Int, screens: Int, fields: Int) {
    (tabCount, screenCount, fieldCount) = (tabs, screens, fields)
  }

  /// The number of windows, containers, screens and fields.
  public var objectCount: Int { 1 + 1 + tabCount * (1 + screenCount * (1 + fieldCount)) }

  /// Launches the application, uses it, and ends it after a last save.
  ///
  /// - Parameter use: The actions between launch and end.
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

  /// Creates a program without a tree that has the values of the last save.
  ///
  /// - Throws: The error of reading them.
  public func withoutTree() throws -> FlatProgram {
    guard let state = Archiver(store: store, keys: keys).load().snapshot else {
      throw NothingSaved()
    }
    return try FlatProgram(state)
  }

  /// A life of the program must come first.
  private struct NothingSaved: Error {}

  /// Fills the stacks with screens, and every field with text.
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

  /// The number of objects restored at launch with their values.
  public var restoredCount: Int {
    let outcomes = application.lastRestorationReport?.outcomes ?? []
    return outcomes.count { $0.result == .restored }
  }

  /// Types into one field, as the user does.
  public func typeOnce() {
    next += 1
    screens[next * 7 % screens.count].type("Typed \(next)", into: 0)
  }

  /// Pushes a screen, or pops the last one pushed.
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
