// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import Testing
import ViewControllers

@testable import Schedule

/// Restoration after the schedule, the day or the conference has changed.
@MainActor @Suite struct ChangedConferenceTests {
  let visitor: Visitor

  init() throws { visitor = try Visitor() }

  private func openEverything() throws {
    visitor.launch()
    try visitor.openFavorite("fsync")
    try visitor.tabs.selectedIndex = 0
    try visitor.choose("undo", in: visitor.scheduleController)
    try visitor.writeFeedback("Half a sent", on: #require(visitor.navigation.details))
  }

  @Test(
    "R62, R184: a removed session leads one step back, without its feedback",
    arguments: [Visitor.wide, Visitor.narrow])
  func vanishedSession(size: CGSize) throws {
    visitor.options.windowSize = size
    try openEverything()
    visitor.schedule.days[0].events.removeAll { $0.id == "undo" }
    visitor.launch()
    #expect(try visitor.navigation.details == nil)
    #expect(try visitor.navigation.visibleColumns.first == .primary)
    #expect(visitor.sheets.isEmpty)
    #expect(try visitor.scheduleController.selectedSession == nil)
    #expect(try visitor.favoritesNavigation.viewControllers.count == 2)
  }

  @Test("R76: removed details in Favorites lead back to the list")
  func vanishedFavorite() throws {
    try openEverything()
    visitor.schedule.days[0].events.removeAll { $0.id == "fsync" }
    visitor.launch()
    #expect(try visitor.favoritesNavigation.viewControllers.count == 1)
    #expect(try visitor.navigation.details?.session.id == "undo")
    #expect(visitor.sheets.count == 1)
  }

  @Test("R51: a removed day leads to the first one")
  func vanishedDay() throws {
    visitor.launch()
    try visitor.scheduleController.show(day: 2)
    visitor.schedule.days.removeLast()
    visitor.launch()
    #expect(try visitor.scheduleController.selectedDay == 0)
  }

  @Test("R181: details opened during a conference are refused once it is over")
  func detailsOfConferenceThatIsOver() throws {
    setDates(from: Date())
    try openEverything()
    let end = try #require(visitor.schedule.end)
    visitor.now = end.addingTimeInterval(-1)
    visitor.launch()
    #expect(try visitor.navigation.details?.session.id == "undo")
    visitor.now = end
    visitor.launch()
    #expect(try visitor.navigation.details == nil)
    #expect(visitor.sheets.isEmpty)
    #expect(try visitor.favoritesNavigation.viewControllers.count == 1)
  }

  @Test("R181: details opened after the conference come back")
  func detailsOpenedAfterTheConference() throws {
    setDates(from: Date(timeIntervalSinceNow: -30 * 24 * 60 * 60))
    try openEverything()
    visitor.now = Date(timeIntervalSinceNow: 24 * 60 * 60)
    visitor.launch()
    #expect(try visitor.navigation.details?.session.id == "undo")
  }

  /// Moves the conference to other days.
  private func setDates(from start: Date) {
    for index in visitor.schedule.days.indices {
      let day = start.addingTimeInterval(Double(index) * 24 * 60 * 60)
      visitor.schedule.days[index].date = day.formatted(.iso8601.year().month().day())
    }
  }

  @Test("R182: state of another conference is refused")
  func otherConference() throws {
    try openEverything()
    visitor.schedule.title = "Another Conference"
    visitor.launch()
    #expect(visitor.report?.isRefused == true)
    #expect(try visitor.navigation.details == nil)
  }
}
