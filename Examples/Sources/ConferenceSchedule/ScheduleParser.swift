// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects a schedule from the events of the XML parser.
final class ScheduleParser: NSObject, XMLParserDelegate {
  private var title = ""
  private var days: [Schedule.Day] = []
  private var event: Schedule.Event?
  private var text = ""
  private var linkAddress: String?
  private var path: [String] = []
  private var hasRoot = false
  private var problem: ScheduleError?

  static func parse(_ data: Data) throws -> Schedule {
    let collector = ScheduleParser()
    let parser = XMLParser(data: data)
    parser.delegate = collector
    let isWellFormed = parser.parse()
    if let problem = collector.problem { throw problem }
    let line = max(parser.lineNumber, 1)
    guard isWellFormed, collector.hasRoot else {
      throw ScheduleError(line: line, reason: "the XML is not well-formed")
    }
    // Foundation's parser on Linux reports no error for a truncated file.
    if let open = collector.path.last {
      throw ScheduleError(line: line, reason: "the file ends within <\(open)>")
    }
    guard !collector.days.isEmpty else {
      throw ScheduleError(line: line, reason: "there is no day in the schedule")
    }
    return Schedule(
      title: collector.title,
      days: collector.days.map { day in
        Schedule.Day(
          date: day.date,
          events: day.events.sorted { ($0.date, $0.start, $0.room) < ($1.date, $1.start, $1.room) })
      })
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if path.isEmpty, name != "schedule" {
      fail(parser, "the root element is <\(name)>, not <schedule>")
    }
    hasRoot = true
    path.append(name)
    text = ""
    switch name {
    case "day":
      guard let date = attributes["date"] else { return fail(parser, "a day has no date") }
      days.append(Schedule.Day(date: date, events: []))
    case "event":
      guard let id = attributes["guid"] ?? attributes["id"] else {
        return fail(parser, "an event has neither guid nor id")
      }
      guard !days.isEmpty else { return fail(parser, "an event lies outside of any day") }
      event = Schedule.Event(
        id: id, title: "", subtitle: "", start: "", date: "", duration: "", room: "", track: "",
        persons: [], abstract: "", links: [])
    case "link":
      linkAddress = attributes["href"]
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    text += String(decoding: block, as: UTF8.self)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    text = ""
    path.removeLast()
    switch (path.last, name) {
    case ("conference", "title"): title = value
    case ("event", "title"): event?.title = value
    case ("event", "subtitle"): event?.subtitle = value
    case ("event", "start"): event?.start = value
    case ("event", "date"): event?.date = value
    case ("event", "duration"): event?.duration = value
    case ("event", "room"): event?.room = value
    case ("event", "track"): event?.track = value
    case ("event", "abstract"): event?.abstract = value
    case ("persons", "person"): event?.persons.append(value)
    case ("links", "link"): addLink(title: value)
    case (_, "event"):
      if let event { days[days.count - 1].events.append(event) }
      event = nil
    default: break
    }
  }

  /// Adds a link, if it is a web page.
  ///
  /// A link from a file must not start a program.
  private func addLink(title: String) {
    guard let address = linkAddress, let url = URL(string: address),
      ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil
    else { return }
    event?.links.append(Schedule.Link(title: title.isEmpty ? address : title, url: url))
  }

  private func fail(_ parser: XMLParser, _ reason: String) {
    if problem == nil { problem = ScheduleError(line: parser.lineNumber, reason: reason) }
    parser.abortParsing()
  }
}
