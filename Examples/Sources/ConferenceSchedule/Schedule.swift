// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A conference schedule, as read from a file.
public struct Schedule: Hashable, Sendable {
  /// The conference's name.
  public var title: String
  /// The days, in order.
  public var days: [Day]

  /// One day of a conference.
  public struct Day: Hashable, Sendable {
    /// The date as written in the file, such as `2014-12-27`.
    public var date: String
    /// The events, ordered by start.
    public var events: [Event]

    /// The beginning of the day in UTC; `nil` for an invalid date.
    public var midnight: Date? { try? Date(date, strategy: .iso8601.year().month().day()) }
  }

  /// One talk or workshop.
  public struct Event: Hashable, Sendable, Identifiable {
    /// The file's permanent identifier of the event.
    public var id: String
    /// The title.
    public var title: String
    /// The line below the title; may be empty.
    public var subtitle: String
    /// The start time, such as `11:30`.
    public var start: String
    /// The start with date and time zone, if the file has it.
    ///
    /// It orders events after midnight.
    var date: String
    /// The duration, such as `01:00`.
    public var duration: String
    /// The name of the room.
    public var room: String
    /// The subject area.
    public var track: String
    /// The speakers.
    public var persons: [String]
    /// The description.
    public var abstract: String
    /// The web pages about the event, in file order.
    public var links: [Link]

    /// The end time, such as `12:30`.
    ///
    /// It is empty if the file has no start or duration.
    public var end: String {
      guard let start = minutes(start), let duration = minutes(duration) else { return "" }
      let end = (start + duration) % (24 * 60)
      return String(format: "%02d:%02d", end / 60, end % 60)
    }

    /// Returns the minutes of a time or duration; `nil` for anything else.
    private func minutes(_ time: String) -> Int? {
      let parts = time.split(separator: ":").compactMap { Int($0) }
      guard parts.count > 1, parts.allSatisfy((0..<100).contains) else { return nil }
      return parts[0] * 60 + parts[1]
    }
  }

  /// A page about an event.
  public struct Link: Hashable, Sendable {
    /// The link's text in the file; its address if there is none.
    public var title: String
    /// Its address, with the scheme `http` or `https`.
    public var url: URL
  }

  /// The subject areas of all events, in alphabetical order.
  public var tracks: [String] {
    Set(days.flatMap { $0.events.map(\.track) }.filter { !$0.isEmpty }).sorted()
  }

  /// The moment when the conference has ended everywhere on Earth.
  ///
  /// That is when the last day ends in the westernmost zone, twelve hours behind UTC. It needs only
  /// the dates, which every file has. `nil` if no day has a readable date.
  public var end: Date? {
    days.compactMap(\.midnight).max()?.addingTimeInterval(36 * 60 * 60)
  }

  /// The schedule that comes with the examples.
  public static func bundled() throws -> Schedule {
    guard let url = Bundle.module.url(forResource: "schedule", withExtension: "xml") else {
      throw ScheduleError(line: 0, reason: "the schedule that comes with the examples is missing")
    }
    return try Schedule(contentsOf: url)
  }

  /// Reads a schedule in the XML that frab, pentabarf and pretalx publish.
  ///
  /// - Parameter url: The file.
  /// - Throws: ``ScheduleError`` with a line number, if the file is no such schedule.
  public init(contentsOf url: URL) throws {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw ScheduleError(line: 0, reason: "the file cannot be read")
    }
    self = try ScheduleParser.parse(data)
  }

  init(title: String, days: [Day]) { (self.title, self.days) = (title, days) }
}

/// An error in a schedule file, described in one sentence.
public struct ScheduleError: Error, CustomStringConvertible, Hashable {
  /// The line number; 0 if the error concerns the whole file.
  public var line: Int
  /// The description of the error.
  public var reason: String

  /// The line and the reason in one sentence.
  public var description: String {
    line == 0 ? "The schedule: \(reason)." : "The schedule, line \(line): \(reason)."
  }
}
