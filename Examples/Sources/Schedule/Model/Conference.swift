// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation

/// One talk or workshop.
typealias Session = Schedule.Event

/// The open conference, its sessions by identifier, and the visitor's notes.
@MainActor final class Conference {
  let schedule: Schedule
  let notes: VisitorNotes
  /// Opens a page in the visitor's browser; on failure calls the closure.
  let openPage: OpenPage
  private let now: () -> Date
  private let sessions: [String: (session: Session, day: Int)]

  typealias OpenPage = @MainActor (URL, @escaping @MainActor @Sendable () -> Void) -> Void

  init(
    _ schedule: Schedule, notes: VisitorNotes, now: @escaping () -> Date = Date.init,
    openPage: @escaping OpenPage = { WebBrowser.open($0, onFailure: $1) }
  ) {
    (self.schedule, self.notes, self.now) = (schedule, notes, now)
    self.openPage = openPage
    let places = schedule.days.enumerated().flatMap { day, content in
      content.events.map { ($0.id, (session: $0, day: day)) }
    }
    sessions = Dictionary(places) { first, _ in first }
  }

  func session(withID id: String) -> Session? { sessions[id]?.session }

  /// Returns the index of the day of a session.
  func day(of session: Session) -> Int? { sessions[session.id]?.day }

  /// Whether the conference has ended between a moment and now.
  ///
  /// A place left in the middle of a conference is stale once the conference is over. A place left
  /// afterwards is not stale: the visitor is reading about past sessions.
  func hasEnded(since moment: Date?) -> Bool {
    guard let end = schedule.end, let moment else { return false }
    return moment < end && end <= now()
  }
}
