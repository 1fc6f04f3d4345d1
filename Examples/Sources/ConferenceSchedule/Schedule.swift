// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The schedule of a conference, as read from a file.
public struct Schedule: Hashable, Sendable {
  /// The conference's name.
  public var title: String
  /// The days, in order.
  public var days: [Day]

  /// One day of a conference.
  public struct Day: Hashable, Sendable {
    /// The date as the file has it, such as `2014-12-27`.
    public var date: String
    /// The events in the order of their start.
    public var events: [Event]

    /// The beginning of the day in UTC; `nil` for a date that is none.
    public var midnight: Date? { try? Date(date, strategy: .iso8601.year().month().day()) }
  }

  /// One talk or workshop.
  public struct Event: Hashable, Sendable, Identifiable {
    /// The file's lasting name for the event.
    public var id: String
    /// The title.
    public var title: String
    /// The line below the title; may be empty.
    public var subtitle: String
    /// When it begins, such as `11:30`.
    public var start: String
    /// When it begins, with date and zone, where the file says so; orders events after midnight.
    var date: String
    /// How long it takes, such as `01:00`.
    public var duration: String
    /// Where it is.
    public var room: String
    /// The subject area.
    public var track: String
    /// Who speaks.
    public var persons: [String]
    /// What it is about.
    public var abstract: String
    /// Pages about it, in the order of the file; only what a browser would open.
    public var links: [Link]

    /// When it ends, such as `12:30`; empty where the file has no start or duration.
    public var end: String {
      guard let start = minutes(start), let duration = minutes(duration) else { return "" }
      let end = (start + duration) % (24 * 60)
      return String(format: "%02d:%02d", end / 60, end % 60)
    }

    /// Minutes since midnight, or of a duration; `nil` for what is neither.
    private func minutes(_ time: String) -> Int? {
      let parts = time.split(separator: ":").compactMap { Int($0) }
      guard parts.count > 1, parts.allSatisfy((0..<100).contains) else { return nil }
      return parts[0] * 60 + parts[1]
    }
  }

  /// A page about an event.
  public struct Link: Hashable, Sendable {
    /// What the file calls it; its address where it calls it nothing.
    public var title: String
    /// Its address, with the scheme `http` or `https`.
    public var url: URL
  }

  /// The subject areas of all events, in alphabetical order.
  public var tracks: [String] {
    Set(days.flatMap { $0.events.map(\.track) }.filter { !$0.isEmpty }).sorted()
  }

  /// The moment from which the conference is over, wherever it is: when the last day has ended in
  /// the westernmost zone, twelve hours behind UTC.
  ///
  /// Follows from dates alone, which every file has. `nil` when no day has a readable date.
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
  /// - Throws: ``ScheduleError``, with a line, when it is no such file.
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

/// What is wrong with a schedule file, in one sentence.
public struct ScheduleError: Error, CustomStringConvertible, Hashable {
  /// The line; 0 when it concerns the whole file.
  public var line: Int
  /// What is wrong.
  public var reason: String

  /// One sentence.
  public var description: String {
    line == 0 ? "The schedule: \(reason)." : "The schedule, line \(line): \(reason)."
  }
}
