// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// Makes the interface that exists at every launch, and decides what is restored.
@MainActor final class ScheduleDelegate: StateRestoringApplicationDelegate {
  /// How this launch differs from others.
  struct Options {
    /// Whether the visitor has to sign in first.
    var asksForLogin = false
    /// The size of the window, whatever was saved.
    var windowSize: CGSize?
  }

  private let conference: Conference
  private let options: Options
  private var window: Window?

  private enum WindowName {
    static let main = "Main Window"

    /// The name of the second window, and of every one after it.
    static func other(_ number: Int) -> String { "Window \(number)" }
  }

  init(_ conference: Conference, options: Options = Options()) {
    (self.conference, self.options) = (conference, options)
  }

  /// What every launch needs; done once, by whichever hook comes first.
  private func commonLaunchInitialization(_ application: Application) {
    guard window == nil else { return }
    Conference.current = conference
    let window = makeWindow(application, named: WindowName.main)
    window.makeKeyAndVisible()
    self.window = window
  }

  /// A window with a schedule of its own; its name keeps its state apart from others' (R163).
  private func makeWindow(_ application: Application, named name: String) -> Window {
    let favorites = NavigationController(rootViewController: FavoritesController(conference))
    favorites.restorationIdentifier = "Favorites Nav"
    favorites.tabBarItem = TabBarItem(title: "Favorites", iconName: "starred-symbolic")
    let tabs = TabBarController(viewControllers: [ScheduleNavigation(conference), favorites])
    tabs.restorationIdentifier = "Root Tab Bar"
    tabs.keyCommands = [
      KeyCommand(input: "n") { [weak self, weak application] in
        if let application { self?.openWindow(application) }
      }
    ]
    let window = Window(application: application)
    window.restorationIdentifier = name
    window.title = conference.schedule.title
    window.rootViewController = tabs
    return window
  }

  /// Opens one more window, under the first name that no open one has.
  private func openWindow(_ application: Application) {
    let taken = Set(application.windows.compactMap(\.restorationIdentifier))
    let names = (2...).lazy.map(WindowName.other)
    guard let name = names.first(where: { !taken.contains($0) }) else { return }
    makeWindow(application, named: name).makeKeyAndVisible()
  }

  /// The windows that were open beside the first one.
  func application(
    _ application: Application, windowWithRestorationIdentifier identifier: String,
    coder: RestorationDecoder
  ) -> Window? {
    commonLaunchInitialization(application)
    let window = makeWindow(application, named: identifier)
    window.makeKeyAndVisible()
    return window
  }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    commonLaunchInitialization(application)
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) {
    commonLaunchInitialization(application)
    if let size = self.options.windowSize { window?.size = size }
    if self.options.asksForLogin {
      window?.rootViewController?.present(LoginController(), animated: false)
    }
  }

  func application(_ application: Application, shouldSaveApplicationState coder: RestorationEncoder)
    -> Bool
  {
    coder.encode(conference.schedule.title, forKey: "conference")
    return true
  }

  /// A place in another conference means nothing in this one (R182).
  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { coder.decodeString(forKey: "conference") == conference.schedule.title }
}
