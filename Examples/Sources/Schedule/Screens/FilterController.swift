// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import ViewControllers

/// A sheet over the schedule with a switch for each track.
///
/// It has no state: its switches show the schedule's filter.
@MainActor final class FilterController: ViewController {
  @Restorable private var scheduleController: ScheduleController
  private let favoritesSwitch = Switch()
  private var trackSwitches: [(track: String, control: Switch)] = []

  init(_ schedule: ScheduleController) {
    _scheduleController = Restorable(wrappedValue: schedule, key: "ScheduleViewController")
    super.init(restorationIdentifier: "Filter")
    preferredContentSize = CGSize(width: 420, height: 468)
    trackSwitches = schedule.conference.schedule.tracks.map { ($0, Switch()) }
  }

  // MARK: Views

  override func loadView() -> View {
    let heading = Label("Filter")
    heading.styleNames = ["sheet-heading"]
    heading.layout.expandsHorizontally = true
    let done = Button("Done") { [weak self] in self?.dismiss(animated: true) }
    done.styleNames = ["suggested-action"]
    let top = StackView(axis: .horizontal, spacing: 12, arrangedSubviews: [heading, done])

    let rows = StackView(axis: .vertical, spacing: 4)
    rows.addSubview(row("Favorites only", favoritesSwitch))
    for (track, control) in trackSwitches { rows.addSubview(row(track, control)) }
    rows.layout.vertical = .start
    rows.layout.margins.right = 14
    let scrollView = ScrollView(restorationIdentifier: "Filter View")
    scrollView.layout.expandsVertically = true
    scrollView.addSubview(rows)

    favoritesSwitch.onChange = { [weak self] in
      self?.scheduleController.filter.showsOnlyFavorites = $0
    }
    for (track, control) in trackSwitches {
      control.onChange = { [weak self] in
        self?.scheduleController.filter.setTrack(track, isShown: $0)
      }
    }
    let column = StackView(axis: .vertical, spacing: 14, arrangedSubviews: [top, scrollView])
    column.layout.margins = EdgeInsets(all: 20)
    return column
  }

  /// Shows the schedule's filter, which is decoded by now.
  ///
  /// It doesn't matter which of the two was restored first.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    let filter = scheduleController.filter
    favoritesSwitch.isOn = filter.showsOnlyFavorites
    for (track, control) in trackSwitches { control.isOn = filter.shows(track: track) }
  }

  private func row(_ title: String, _ control: Switch) -> View {
    let label = Label(title)
    label.truncates = true
    label.layout.expandsHorizontally = true
    control.accessibilityLabel = title
    control.layout.vertical = .center
    let row = StackView(axis: .horizontal, spacing: 12, arrangedSubviews: [label, control])
    row.layout.minimumSize.height = 36
    return row
  }
}
