// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import Testing
import ViewControllers

@testable import Schedule

/// The saved state of each screen, and the ways to restore it.
@MainActor @Suite struct ScreenTests {
  let visitor: Visitor

  init() throws { visitor = try Visitor() }

  @Test(
    "R13, R16, R36: paths are those of the talk, in wide and narrow windows",
    arguments: [Visitor.wide, Visitor.narrow])
  func pathsAreThoseOfTheTalk(size: CGSize) throws {
    visitor.options.windowSize = size
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    try visitor.openFavorite("fsync")
    try visitor.scheduleController.present(
      FilterController(visitor.scheduleController), animated: false)
    visitor.launch()
    let expected: Set = [
      ["Root Tab Bar", "Schedule Nav", "Schedule", "Schedule Table"],
      ["Root Tab Bar", "Schedule Nav", "Details Nav", "SessionDetails"],
      ["Root Tab Bar", "Favorites Nav", "Favorites", "Favorites Table"],
      ["Root Tab Bar", "Favorites Nav", "SessionDetails"],
      ["Root Tab Bar", "Filter"],
    ]
    #expect(expected.subtracting(visitor.restoredPaths) == [])
    #expect(visitor.report?.diagnostics == [])
  }

  @Test("R69, R171: the schedule comes back with its day, its filter and that day's table")
  func scheduleComesBack() throws {
    visitor.launch()
    let schedule = try visitor.scheduleController
    schedule.show(day: 2)
    schedule.filter.setTrack("Craft", isShown: false)
    try visitor.choose("sheets", in: schedule)
    let table = try visitor.table(of: schedule)
    table.contentOffset.y = 120
    visitor.launch()
    let restored = try visitor.scheduleController
    #expect(restored.selectedDay == 2)
    #expect(restored.filter == schedule.filter)
    #expect(restored.selectedSession?.id == "sheets")
    #expect(try visitor.table(of: restored).contentOffset.y == 120)
    let list = try #require(visitor.table(of: restored).dataSource as? SessionList)
    #expect(list.indexPath(ofSessionWithID: "bookbinding") == nil)
    #expect(try visitor.navigation.details?.session.id == "sheets")
  }

  @Test(
    "The details beside the list follow the arrow keys; below it, they wait for Return",
    arguments: [Visitor.wide, Visitor.narrow])
  func arrowKeys(size: CGSize) throws {
    visitor.options.windowSize = size
    visitor.launch()
    let schedule = try visitor.scheduleController
    let table = try visitor.table(of: schedule)
    let list = try #require(table.dataSource as? SessionList)
    let row = try #require(list.indexPath(ofSessionWithID: "undo"))
    table.hostDidMoveSelection(to: row)
    #expect(schedule.selectedSession?.id == "undo")
    #expect(try visitor.navigation.details?.session.id == (size == Visitor.wide ? "undo" : nil))
    #expect(try visitor.navigation.visibleColumns.contains(.primary))
  }

  @Test("R25, R81: beside its restored details, the list has their session selected")
  func selectionAgreesWithDetails() throws {
    visitor.options.windowSize = Visitor.narrow
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    try visitor.navigation.show(.primary, animated: false)
    let table = try visitor.table(of: visitor.scheduleController)
    let list = try #require(table.dataSource as? SessionList)
    table.hostDidMoveSelection(to: try #require(list.indexPath(ofSessionWithID: "fsync")))
    visitor.launch()
    #expect(try visitor.scheduleController.selectedSession?.id == "fsync")
    visitor.options.windowSize = Visitor.wide
    visitor.launch()
    #expect(try visitor.navigation.details?.session.id == "undo")
    #expect(try visitor.scheduleController.selectedSession?.id == "undo")
  }

  @Test("R67, R79, R161: registered details come back, each with its own session and origin")
  func detailsAreMadeByTheirClass() throws {
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    try visitor.openFavorite("fsync")
    visitor.launch()
    let own = try #require(visitor.navigation.details)
    #expect(own.session.id == "undo")
    #expect(own.launchedFromTheScheduleView)
    let favorite = try #require(
      visitor.favoritesNavigation.topViewController as? SessionDetailsController)
    #expect(favorite.session.id == "fsync")
    #expect(!favorite.launchedFromTheScheduleView)
    #expect(try visitor.tabs.selectedIndex == 1)
  }

  @Test("R58: the filter gets the schedule in its lookup and shows the schedule's values")
  func filterGetsTheSchedule() throws {
    visitor.launch()
    let schedule = try visitor.scheduleController
    schedule.filter.setTrack("Design", isShown: false)
    schedule.filter.showsOnlyFavorites = true
    try #require(schedule.rightBarButtonItems.first).action()
    visitor.launch()
    let switches = switches(in: try visitor.sheet(FilterController.self).view)
    let tracks = visitor.schedule.tracks
    #expect(switches.map(\.accessibilityLabel) == ["Favorites only"] + tracks)
    #expect(switches.map(\.isOn) == [true] + tracks.map { $0 != "Design" })
    let design = try #require(switches.first { $0.accessibilityLabel == "Design" })
    design.onChange?(true)
    #expect(try visitor.scheduleController.filter.shows(track: "Design"))
  }

  private func switches(in view: View) -> [Switch] {
    (view as? Switch).map { [$0] } ?? view.subviews.flatMap(switches)
  }

  @Test(
    "R41, R58, R67, R102, R197: feedback comes back with session, delegate and text, each time")
  func feedbackComesBack() throws {
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    try visitor.writeFeedback("One\nTwo\nThr", on: #require(visitor.navigation.details))
    for _ in 1...2 {
      visitor.launch()
      let feedback = try visitor.sheet(FeedbackController.self)
      #expect(feedback.session.id == "undo")
      #expect(feedback.delegate === (try visitor.navigation.details))
      #expect(feedback.delegate != nil)
      #expect(feedback.commentTextView.text == "One\nTwo\nThr")
      #expect(feedback.commentTextView.selectedRange == 11..<11)
    }
    let feedback = try visitor.sheet(FeedbackController.self)
    #expect(feedback.commentTextView.isFirstResponder)
    feedback.delegate?.feedbackController(feedback, didFinishWith: "Good")
    #expect(visitor.sheets.isEmpty)
    #expect(
      try visitor.scheduleController.conference.notes.feedback(on: visitor.session("undo"))
        == "Good")
  }

  @Test("R30, R196: a restored program that is left alone writes nothing")
  func nothingIsWrittenAgain() throws {
    visitor.launch()
    let schedule = try visitor.scheduleController
    for track in visitor.schedule.tracks.dropFirst(3) {
      schedule.filter.setTrack(track, isShown: false)
    }
    try visitor.search(for: "un")
    try visitor.choose("undo", in: schedule)
    try visitor.writeFeedback("Half a sent", on: #require(visitor.navigation.details))
    visitor.launch()
    #expect(visitor.saves == 1)
    visitor.launch()
    #expect(visitor.saves == 1)
  }

  @Test("R98, R106: position and selection follow the sessions when the file's order has changed")
  func reorderedScheduleKeepsItsPlace() throws {
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    let table = try visitor.table(of: visitor.scheduleController)
    layOut(table)
    table.hostDidScroll(to: CGPoint(x: 0, y: 300))
    let first = try firstVisible(in: table)
    let selected = table.indexPathsForSelectedRows

    visitor.schedule.days[0].events.reverse()
    visitor.launch()
    let restored = try visitor.table(of: visitor.scheduleController)
    layOut(restored)
    #expect(try visitor.scheduleController.selectedSession?.id == "undo")
    #expect(restored.indexPathsForSelectedRows != selected)
    // The row is the first visible one, or as far up as the end of the list allows.
    let isAtEnd = restored.contentOffset.y == restored.contentSize.height - 500
    #expect(try isAtEnd || firstVisible(in: restored) == first)
    #expect(try visible(in: restored).contains(first))
    #expect(restored.contentOffset.y != 300)
  }

  private func layOut(_ table: TableView) {
    table.hostDidLayOut(size: CGSize(width: 420, height: 500))
    table.hostDidMeasureContent(
      size: table.elementLayout(keepingElementsOf: nil).contentSize(forWidth: 420))
  }

  private func firstVisible(in table: TableView) throws -> String {
    try #require(try visible(in: table).first)
  }

  private func visible(in table: TableView) throws -> [String] {
    let list = try #require(table.dataSource as? SessionList)
    return table.indexPathsForVisibleRows.compactMap { list.session(at: $0)?.id }
  }
}
