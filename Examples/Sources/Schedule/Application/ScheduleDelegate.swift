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

  init(_ conference: Conference, options: Options = Options()) {
    (self.conference, self.options) = (conference, options)
  }

  /// What every launch needs; done once, by whichever hook comes first.
  private func commonLaunchInitialization(_ application: Application) {
    guard window == nil else { return }
    Conference.current = conference
    let favorites = NavigationController(rootViewController: FavoritesController(conference))
    favorites.restorationIdentifier = "Favorites Nav"
    favorites.tabBarItem = TabBarItem(title: "Favorites", iconName: "starred-symbolic")
    let tabs = TabBarController(viewControllers: [ScheduleNavigation(conference), favorites])
    tabs.restorationIdentifier = "Root Tab Bar"

    let window = Window(application: application)
    window.restorationIdentifier = "Main Window"
    window.title = conference.schedule.title
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    self.window = window
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
