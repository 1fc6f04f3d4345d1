// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import RestorationArchive
import StateRestoration

/// A person's place in a schedule: the day, the event, what was starred, what was looked for.
///
/// All that restoration needs is in the two hooks at the end.
final class Reader: StatePreserving {
  private let schedule: Schedule
  private(set) var day = 0
  private(set) var eventID: String?
  private(set) var starred: Set<String> = []
  private(set) var search = ""

  init(_ schedule: Schedule) {
    self.schedule = schedule
    eventID = events.first?.id
  }

  private var allEvents: [Schedule.Event] { schedule.days[day].events }

  /// The events of the day that contain what is looked for.
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
    day = number - 1
    eventID = events.first?.id
    return true
  }

  func look(for text: String) { search = text }

  func toggleStar() {
    guard let event else { return }
    if starred.remove(event.id) == nil { starred.insert(event.id) }
  }

  // MARK: State

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(day, forKey: "day")
    coder.encode(eventID, forKey: "event")
    coder.encode(starred.sorted(), forKey: "starred")
    coder.encode(search, forKey: "search")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    let saved = coder.decodeInteger(forKey: "day")
    if schedule.days.indices.contains(saved) { day = saved }
    eventID = coder.decodeString(forKey: "event")
    starred = Set(coder.decode([String].self, forKey: "starred") ?? [])
    search = coder.decodeString(forKey: "search") ?? ""
  }
}
