// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import StateRestoration

/// A person's place in a schedule.
///
/// That is the day, the event, the starred events and the search text. Restoration needs only the
/// attributes of the five properties.
final class Reader: StateRestoring {
  private let schedule: Schedule
  @Restorable(key: "day") private var savedDay = 0
  @Restorable(key: "event") private var eventID: String? = nil
  @Restorable private(set) var starred: Set<String> = []
  @Restorable private var search = ""
  @Restorable private(set) var reminders = 0

  init(_ schedule: Schedule) {
    self.schedule = schedule
    eventID = events.first?.id
  }

  /// The saved day, or the first if the schedule is shorter now.
  private var day: Int { schedule.days.indices.contains(savedDay) ? savedDay : 0 }

  private var allEvents: [Schedule.Event] { schedule.days[day].events }

  /// The events of the day that contain the search text.
  var events: [Schedule.Event] {
    guard !search.isEmpty else { return allEvents }
    return allEvents.filter { event in
      ([event.title, event.subtitle, event.track] + event.persons)
        .contains { $0.localizedCaseInsensitiveContains(search) }
    }
  }

  var event: Schedule.Event? { events.first { $0.id == eventID } ?? events.first }

  var date: String { schedule.days[day].date }

  func move(by steps: Int) {
    guard let event, let index = events.firstIndex(of: event) else { return }
    eventID = events[min(max(index + steps, 0), events.count - 1)].id
  }

  func goToDay(_ number: Int) -> Bool {
    guard schedule.days.indices.contains(number - 1) else { return false }
    savedDay = number - 1
    eventID = events.first?.id
    return true
  }

  func countReminder() { reminders += 1 }

  func look(for text: String) { search = text }

  func toggleStar() {
    guard let event else { return }
    if starred.remove(event.id) == nil { starred.insert(event.id) }
  }
}
