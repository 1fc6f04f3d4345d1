// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// The schedule's tab: a list, and the details of one session.
///
/// The details are beside the list, or over it if the window is narrow. The hierarchy does not
/// depend on the width, so a place saved in a wide window is restored in a narrow one. The list's
/// navigation controller only provides the bar. It has no identifier, so it adds nothing to the
/// path `Root Tab Bar, Schedule Nav, Schedule`, and its screens are saved by reference.
@MainActor final class ScheduleNavigation: SplitViewController {
  @Restorable private(set) var scheduleController: ScheduleController
  private let detailsNavigation = NavigationController(
    rootViewController: PlaceholderController(), restorationIdentifier: "Details Nav")

  init(_ conference: Conference) {
    let schedule = ScheduleController(conference)
    _scheduleController = Restorable(wrappedValue: schedule, key: "Schedule")
    super.init(
      primary: NavigationController(rootViewController: schedule),
      secondary: detailsNavigation, restorationIdentifier: "Schedule Nav")
    tabBarItem = TabBarItem(title: "Schedule", iconName: "x-office-calendar-symbolic")
    dividerPosition = 440
  }

  /// The details in the second column.
  var details: SessionDetailsController? {
    detailsNavigation.topViewController as? SessionDetailsController
  }

  func show(_ details: SessionDetailsController) {
    detailsNavigation.setViewControllers([details], animated: false)
    show(.secondary, animated: true)
  }
}

/// The screen beside the list before a session is chosen.
@MainActor final class PlaceholderController: ViewController {
  override func loadView() -> View {
    let label = Label("Choose a session")
    label.layout.horizontal = .center
    label.layout.vertical = .center
    label.layout.expandsHorizontally = true
    label.layout.expandsVertically = true
    label.styleNames = ["dim-label"]
    let view = View()
    view.addSubview(label)
    return view
  }
}
