// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import ExampleSupport
import Foundation
import ViewControllers

/// The data source of the schedule and the favorites.
///
/// It has the sessions of a table, in sections.
@MainActor final class SessionList: TableViewDataSource, IdentifiableElements {
  struct Section {
    var title: String
    var sessions: [Session]
  }

  private let conference: Conference
  private(set) var sections: [Section] = []

  init(_ conference: Conference) { self.conference = conference }

  /// Shows one day's sessions that match a filter and a search.
  func show(day: Int, filter: SessionFilter, search: String) {
    let days = conference.schedule.days
    let sessions = days.indices.contains(day) ? days[day].events : []
    sections = Self.partsOfDay(
      sessions.filter { session in
        filter.shows(track: session.track)
          && (!filter.showsOnlyFavorites || conference.notes.isFavorite(session))
          && Self.matches(session, search)
      })
  }

  /// Shows the favorites of all days, one section a day.
  func showFavorites() {
    sections = conference.schedule.days.map { day in
      Section(
        title: day.name(.long), sessions: day.events.filter(conference.notes.isFavorite))
    }.filter { !$0.sessions.isEmpty }
  }

  func session(at indexPath: IndexPath) -> Session? {
    guard sections.indices.contains(indexPath.section),
      sections[indexPath.section].sessions.indices.contains(indexPath.item)
    else { return nil }
    return sections[indexPath.section].sessions[indexPath.item]
  }

  func indexPath(ofSessionWithID id: String) -> IndexPath? {
    for (section, content) in sections.enumerated() {
      if let item = content.sessions.firstIndex(where: { $0.id == id }) {
        return IndexPath(item: item, section: section)
      }
    }
    return nil
  }

  private static func matches(_ session: Session, _ search: String) -> Bool {
    search.isEmpty
      || ([session.title, session.subtitle, session.track] + session.persons)
        .contains { $0.localizedCaseInsensitiveContains(search) }
  }

  /// Returns the sessions by part of day.
  ///
  /// A session that begins before six belongs to the night of the day before.
  private static func partsOfDay(_ sessions: [Session]) -> [Section] {
    var sections: [Section] = []
    for session in sessions {
      let title =
        switch session.start {
        case ..<"06:00": "Night"
        case ..<"12:00": "Morning"
        case ..<"18:00": "Afternoon"
        default: "Evening"
        }
      if sections.last?.title != title { sections.append(Section(title: title, sessions: [])) }
      sections[sections.count - 1].sessions.append(session)
    }
    return sections
  }

  // MARK: Table

  /// Returns the list's table, with a page for an empty list.
  func makeContent(_ tableView: TableView, _ emptyPage: StatusPage) -> View {
    tableView.layout = .expanding
    tableView.dataSource = self
    let content = View()
    content.addSubview(tableView)
    content.addSubview(emptyPage)
    return content
  }

  /// Returns the sessions, so that selection and position follow them.
  ///
  /// Without it they would follow row numbers.
  func elements(in view: View) -> [[Session]] { sections.map(\.sessions) }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].title
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(SessionCell.self)
    if let session = session(at: indexPath) {
      cell.show(session, isFavorite: conference.notes.isFavorite(session))
    }
    return cell
  }
}

extension Schedule.Day {
  enum NameLength { case short, long }

  /// Returns the day's name, such as `Sat 14` or `Saturday, 14 March`.
  func name(_ length: NameLength) -> String {
    guard let midnight else { return date }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_GB")
    formatter.timeZone = .gmt
    formatter.dateFormat = length == .short ? "EEE d" : "EEEE, d MMMM"
    return formatter.string(from: midnight)
  }
}
