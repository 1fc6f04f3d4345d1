// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// The schedule's tab: the list, and one session's details beside it, or over it where there is no
/// room for both.
///
/// What contains what does not depend on the width, so that a place saved in a wide window comes
/// back in a narrow one. The navigation controllers in the columns are there for their bars alone;
/// without identifiers they add nothing to the paths `Root Tab Bar, Schedule Nav, Schedule` and
/// `Root Tab Bar, Schedule Nav, SessionDetails`, and what they show is saved by reference (R36).
@MainActor final class ScheduleNavigation: SplitViewController {
  @Restorable private(set) var scheduleController: ScheduleController
  /// The details in the second column.
  @Restorable(key: "SessionDetails") private(set) var details: SessionDetailsController? = nil
  private let detailsNavigation = NavigationController(rootViewController: PlaceholderController())

  init(_ conference: Conference) {
    let schedule = ScheduleController(conference)
    _scheduleController = Restorable(wrappedValue: schedule, key: "Schedule")
    super.init(
      primary: NavigationController(rootViewController: schedule),
      secondary: detailsNavigation)
    restorationIdentifier = "Schedule Nav"
    tabBarItem = TabBarItem(title: "Schedule", iconName: "x-office-calendar-symbolic")
    dividerPosition = 440
  }

  func show(_ details: SessionDetailsController) {
    self.details = details
    detailsNavigation.setViewControllers([details], animated: false)
    show(.secondary, animated: true)
  }

  // MARK: State

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(topColumn == .secondary, forKey: "ShowsSessionDetails")
    super.encodeRestorableState(with: coder)
  }

  /// Details that are gone leave the list.
  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    guard let details else { return }
    detailsNavigation.setViewControllers([details], animated: false)
    if coder.decodeBool(forKey: "ShowsSessionDetails") { show(.secondary, animated: false) }
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
