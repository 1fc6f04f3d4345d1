// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// Makes the interface that exists at every launch, and decides what is restored.
@MainActor final class ScheduleDelegate: ScopedApplicationDelegate {
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

  /// A place in another conference means nothing in this one (R182).
  var restorationScope: String { conference.schedule.title }

  private enum WindowName {
    static let main = "Main Window"

    /// The name of the second window, and of every one after it.
    static func other(_ number: Int) -> String { "Window \(number)" }
  }

  init(_ conference: Conference, options: Options = Options()) {
    (self.conference, self.options) = (conference, options)
  }

  /// What every launch needs; done once, by whichever hook comes first.
  ///
  /// Details and feedback of a session that is gone are not made again, and neither are details of a
  /// conference that has ended since they were open (R181).
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

  /// A window with a schedule of its own; its name keeps its state apart from others' (R163).
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
  ) -> Bool {
    commonLaunchInitialization(application)
    if let size = self.options.windowSize { window?.size = size }
    if self.options.asksForLogin {
      window?.rootViewController?.present(LoginController(), animated: false)
    }
    return true
  }
}
