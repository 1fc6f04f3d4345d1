// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import Testing
import ViewControllersTesting

@testable import Schedule

/// A visitor who uses the real screens without a display.
///
/// Each relaunch uses the same store, key and notes.
@MainActor final class Visitor {
  nonisolated static let wide = CGSize(width: 1000, height: 700)
  nonisolated static let narrow = CGSize(width: 480, height: 700)

  var schedule: ConferenceSchedule.Schedule
  var options = ScheduleDelegate.Options(windowSize: wide)
  var now = Date()
  /// Whether the desktop can open pages.
  var hasBrowser = true
  /// The pages opened in the browser.
  private(set) var openedPages: [URL] = []
  let notesFile: URL
  private let folder: URL
  private var runningProgram: TestApplication<TabBarController>?

  init() throws {
    schedule = try .bundled()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("schedule-\(UUID().uuidString)")
    notesFile = folder.appendingPathComponent("notes.json")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Ends the program if it runs, and starts it.
  func launch(_ end: ProgramEnd = .terminating) {
    // Tests compare the objects that they have kept from the former process.
    if let runningProgram { return runningProgram.relaunch(end, keepsControllers: true) }
    runningProgram = TestApplication { [unowned self] in
      let notes = VisitorNotes(file: notesFile, conference: schedule.title)
      let conference = Conference(schedule, notes: notes, now: { [now] in now }) {
        [unowned self] url, onFailure in
        openedPages.append(url)
        if !hasBrowser { onFailure() }
      }
      return ScheduleDelegate(conference, options: options)
    }
  }

  // MARK: State

  var program: TestApplication<TabBarController> { get throws { try #require(runningProgram) } }

  var application: Application? { runningProgram?.application }

  var report: RestorationReport? { runningProgram?.report }

  /// The number of writes.
  var saves: Int { runningProgram?.saves ?? 0 }

  var tabs: TabBarController { get throws { try program.root } }

  var navigation: ScheduleNavigation {
    get throws { try #require(tabs.viewControllers.first as? ScheduleNavigation) }
  }

  var scheduleController: ScheduleController { get throws { try navigation.scheduleController } }

  var favoritesNavigation: NavigationController {
    get throws { try #require(tabs.viewControllers.last as? NavigationController) }
  }

  /// The sheets over the tabs, from bottom to top.
  var sheets: [ViewController] { runningProgram?.sheets ?? [] }

  func sheet<Sheet: ViewController>(_ type: Sheet.Type = Sheet.self) throws -> Sheet {
    try #require(sheets.last as? Sheet)
  }

  func session(_ id: String) throws -> Session {
    try #require(schedule.days.flatMap(\.events).first { $0.id == id })
  }

  /// Returns a controller's view with an identifier.
  func view<Wanted: View>(
    _ identifier: String, in controller: ViewController, _ type: Wanted.Type = Wanted.self
  ) throws -> Wanted {
    func find(_ view: View) -> View? {
      if view.restorationIdentifier == identifier { return view }
      return view.subviews.lazy.compactMap(find).first
    }
    return try #require(find(controller.view) as? Wanted)
  }

  func table(of controller: ViewController) throws -> TableView {
    let identifier = try #require(controller.restorationIdentifier)
    return try view("\(identifier) Table", in: controller)
  }

  /// The sessions in the list, in order.
  var listedSessions: [String] {
    get throws {
      let list = try #require(table(of: scheduleController).dataSource as? SessionList)
      return list.sections.flatMap { $0.sessions.map(\.id) }
    }
  }

  // MARK: The visitor's actions

  /// Clicks the row of a session.
  func choose(_ id: String, in controller: ViewController) throws {
    let table = try table(of: controller)
    let source = try #require(table.dataSource as? SessionList)
    let row = try #require(source.indexPath(ofSessionWithID: id))
    table.hostDidSelectElement(at: row, extending: false)
  }

  /// Opens the search and types.
  @discardableResult func search(for text: String) throws -> SearchController {
    let search = try #require(scheduleController.searchController)
    search.isActive = true
    search.searchBar.hostDidEdit(text: text, selectedTextRange: text.count..<text.count)
    return search
  }

  /// Opens details in the favorites tab.
  func openFavorite(_ id: String) throws {
    try scheduleController.conference.notes.toggleFavorite(session(id))
    try tabs.selectedIndex = 1
    try choose(id, in: #require(favoritesNavigation.viewControllers.first))
  }

  /// Opens the feedback sheet and types.
  func writeFeedback(_ text: String, on details: SessionDetailsController) throws {
    let item = try #require(details.rightBarButtonItems.first { $0.title == "Feedback" })
    item.action()
    let range = text.unicodeScalars.count..<text.unicodeScalars.count
    try sheet(FeedbackController.self).commentTextView.hostDidEdit(
      text: text, selectedTextRange: range)
  }

  /// The restored paths in the report, as applications see them.
  var restoredPaths: Set<[String]> { runningProgram?.restoredPaths ?? [] }
}
