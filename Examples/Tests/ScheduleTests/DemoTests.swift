// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import Testing
import ViewControllersTesting

@testable import Schedule

/// The talk's demonstrations, and the additions of a desktop.
@MainActor @Suite struct DemoTests {
  let visitor: Visitor

  init() throws { visitor = try Visitor() }

  @Test(
    "R41, R60, R83: a search behind details and feedback comes back, and the way back leads to it")
  func searchBehindDetailsBehindFeedback() throws {
    visitor.options.windowSize = Visitor.narrow
    visitor.launch()
    try visitor.search(for: "fsy")
    try visitor.choose("fsync", in: visitor.scheduleController)
    try visitor.writeFeedback("One\nTwo\nThr", on: #require(visitor.navigation.details))
    visitor.launch()
    visitor.launch()

    #expect(try visitor.sheet(FeedbackController.self).commentTextView.text == "One\nTwo\nThr")
    let search = try #require(visitor.scheduleController.searchController)
    #expect(!search.isActive)
    try visitor.sheet(FeedbackController.self).dismiss(animated: false)
    #expect(try visitor.navigation.details?.session.id == "fsync")
    let bar = try #require(visitor.navigation.secondaryViewController as? NavigationController)
    #expect(bar.goBack(animated: false))
    #expect(search.isActive)
    #expect(search.searchBar.text == "fsy")
    #expect(try visitor.listedSessions == ["fsync"])
    search.isActive = false
    #expect(try visitor.listedSessions == visitor.schedule.days[0].events.map(\.id))
    #expect(try visitor.scheduleController.selectedSession?.id == "fsync")
  }

  @Test("R83: a search finds titles and speakers of the day", arguments: ["fsYnc", "mei t"])
  func searchFinds(text: String) throws {
    visitor.launch()
    try visitor.search(for: text)
    let found = try visitor.listedSessions
    #expect(found.contains("fsync"))
    #expect(found.count < visitor.schedule.days[0].events.count)
  }

  @Test("R25, R64, R81: state saved wide and restored narrow loses nothing")
  func savedWideRestoredNarrow() throws {
    visitor.launch()
    let schedule = try visitor.scheduleController
    schedule.show(day: 2)
    schedule.filter.setTrack("Breaks", isShown: false)
    try visitor.choose("sheets", in: schedule)
    try visitor.writeFeedback("Three layers", on: #require(visitor.navigation.details))
    #expect(try !visitor.navigation.isCollapsed)

    visitor.launch()
    let wide = visitor.report?.outcomes
    try expectPlace()
    visitor.options.windowSize = Visitor.narrow
    visitor.launch()
    #expect(try visitor.navigation.isCollapsed)
    #expect(try visitor.navigation.visibleColumns == [.secondary])
    #expect(visitor.report?.outcomes == wide)
    try expectPlace()

    visitor.options.windowSize = Visitor.wide
    visitor.launch()
    #expect(try visitor.navigation.visibleColumns == [.primary, .secondary])
    #expect(visitor.report?.outcomes == wide)
    try expectPlace()
  }

  private func expectPlace() throws {
    let schedule = try visitor.scheduleController
    #expect(schedule.selectedDay == 2)
    #expect(!schedule.filter.shows(track: "Breaks"))
    #expect(schedule.selectedSession?.id == "sheets")
    #expect(try visitor.navigation.details?.session.id == "sheets")
    let feedback = try visitor.sheet(FeedbackController.self)
    #expect(feedback.commentTextView.text == "Three layers")
  }

  @Test("R151: the round trip and a kill bring back details and feedback")
  func everythingComesBack() throws {
    visitor.launch()
    try visitor.choose("fsync", in: visitor.scheduleController)
    try visitor.openFavorite("crashes")
    try visitor.tabs.selectedIndex = 0
    try visitor.writeFeedback("One\nTwo\nThr", on: #require(visitor.navigation.details))
    try expectRoundTrip(visitor.program)
    let before = try visitor.program.state
    visitor.launch(.killed)
    expectRestored(visitor.report)
    try expectRestored(before, visitor.program.state)
  }

  @Test("R81: the list comes back in a narrow window after going back to it")
  func narrowListComesBack() throws {
    visitor.options.windowSize = Visitor.narrow
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    let bar = try #require(visitor.navigation.secondaryViewController as? NavigationController)
    #expect(bar.goBack(animated: false))
    visitor.launch()
    #expect(try visitor.navigation.visibleColumns == [.primary])
    #expect(try visitor.scheduleController.selectedSession?.id == "undo")
  }
}
