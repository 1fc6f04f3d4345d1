// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import ViewControllers

/// Creates the interface of every launch and decides about restoration.
@MainActor final class ScheduleDelegate: ScopedApplicationDelegate {
  /// The options of a launch.
  struct Options {
    /// Whether the visitor has to sign in first.
    var asksForLogin = false
    /// The size of the window, which overrides the saved one.
    var windowSize: CGSize?
  }

  private let conference: Conference
  private let options: Options
  private var window: Window?

  /// The title, since places in other conferences mean nothing here.
  var restorationScope: String { conference.schedule.title }

  private enum WindowName {
    static let main = "Main Window"

    /// Returns the name of an additional window, from number 2 on.
    static func other(_ number: Int) -> String { "Window \(number)" }
  }

  init(_ conference: Conference, options: Options = Options()) {
    (self.conference, self.options) = (conference, options)
  }

  /// Prepares every launch; only the first call has an effect.
  ///
  /// Whichever hook comes first calls it. Details and feedback of a deleted session are not created
  /// again. Details are not created again either if the conference has ended since they were open.
  private func commonLaunchInitialization(_ application: Application) {
    guard window == nil else { return }
    application.restoration.register(
      SessionDetailsController.self, showing: "session", find: conference.session(withID:)
    ) { [conference] session, coder in
      conference.hasEnded(since: coder.decodeDate(forKey: ReservedKey.timestamp))
        ? nil : SessionDetailsController(session, in: conference, fromSchedule: false)
    }
    application.restoration.register(
      FeedbackController.self, showing: "session", find: conference.session(withID:)
    ) { session, coder in
      let feedback = FeedbackController(session)
      feedback.delegate =
        coder.decodeObject(ViewController.self, forKey: "Delegate") as? FeedbackController.Delegate
      return feedback
    }
    application.restoration.register(FilterController.self) { _, coder in
      coder.decodeObject(forKey: "ScheduleViewController").map(FilterController.init)
    }
    #if WebKit
    application.restoration.register(WebPageController.self) { _, _ in WebPageController() }
    #endif
    let window = makeWindow(application, named: WindowName.main)
    window.makeKeyAndVisible()
    self.window = window
  }

  /// Returns a window with its own schedule.
  ///
  /// Its name keeps its state apart from that of other windows.
  private func makeWindow(_ application: Application, named name: String) -> Window {
    let favorites = NavigationController(
      rootViewController: FavoritesController(conference), restorationIdentifier: "Favorites Nav")
    favorites.tabBarItem = TabBarItem(title: "Favorites", iconName: "starred-symbolic")
    let tabs = TabBarController(
      viewControllers: [ScheduleNavigation(conference), favorites],
      restorationIdentifier: "Root Tab Bar")
    tabs.keyCommands = [
      KeyCommand(input: "n", discoverabilityTitle: "New window") { [weak self, weak application] in
        if let application { self?.openWindow(application) }
      }
    ]
    let window = Window(application: application, restorationIdentifier: name)
    window.title = conference.schedule.title
    window.rootViewController = tabs
    return window
  }

  /// Opens another window under the first unused name.
  private func openWindow(_ application: Application) {
    let taken = Set(application.windows.compactMap(\.restorationIdentifier))
    let names = (2...).lazy.map(WindowName.other)
    guard let name = names.first(where: { !taken.contains($0) }) else { return }
    makeWindow(application, named: name).makeKeyAndVisible()
  }

  /// Creates the additional windows that were open.
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
  ) -> Bool {
    commonLaunchInitialization(application)
    if let size = self.options.windowSize { window?.size = size }
    if self.options.asksForLogin {
      window?.rootViewController?.present(LoginController(), animated: false)
    }
    return true
  }
}
