// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateRestoration
import ViewControllers

/// The schedule's tab: the list, and one session's details beside it, or over it where there is no
/// room for both.
///
/// What contains what does not depend on the width, so that a place saved in a wide window comes
/// back in a narrow one. The navigation controller of the list is there for its bar alone; without
/// an identifier it adds nothing to the path `Root Tab Bar, Schedule Nav, Schedule`, and what it
/// shows is saved by reference (R36).
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

/// What is beside the list before a session is chosen.
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
