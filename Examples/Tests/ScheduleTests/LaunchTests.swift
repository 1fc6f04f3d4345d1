// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import Testing
import ViewControllers

@testable import Schedule

/// The launch as in the talk: shared set-up, and a final login.
@MainActor @Suite struct LaunchTests {
  let visitor: Visitor

  init() throws { visitor = try Visitor() }

  @Test("R174: the login lies over the restored sheets")
  func loginLiesOverRestoredSheets() throws {
    visitor.launch()
    let schedule = try visitor.scheduleController
    schedule.present(FilterController(schedule), animated: false)
    visitor.options.asksForLogin = true
    visitor.launch()
    #expect(visitor.application?.windows.count == 1)
    #expect(visitor.sheets.count == 2)
    #expect(visitor.sheets.first is FilterController)
    try visitor.sheet(LoginController.self).dismiss(animated: false)
    #expect(visitor.sheets.map { $0 is FilterController } == [true])
  }

  @Test("R180: the login is not restored, but the details under it are")
  func loginIsNotRestored() throws {
    visitor.options.asksForLogin = true
    visitor.launch()
    try visitor.choose("undo", in: visitor.scheduleController)
    visitor.options.asksForLogin = false
    visitor.launch()
    #expect(visitor.sheets.isEmpty)
    #expect(try visitor.navigation.details?.session.id == "undo")
  }

  @Test("Favorites and feedback have a file of their own, and belong to one conference")
  func notesAreNoState() throws {
    visitor.launch()
    let session = try visitor.session("undo")
    let notes = try visitor.scheduleController.conference.notes
    notes.toggleFavorite(session)
    notes.send("Good", on: session)
    let other = VisitorNotes(file: visitor.notesFile, conference: "Another Conference")
    #expect(!other.isFavorite(session))
    let again = VisitorNotes(file: visitor.notesFile, conference: visitor.schedule.title)
    #expect(again.isFavorite(session))
    #expect(again.feedback(on: session) == "Good")
  }

  @Test("An unreadable file of notes is set aside, not overwritten")
  func damagedNotesAreSetAside() throws {
    visitor.launch()
    let session = try visitor.session("undo")
    try visitor.scheduleController.conference.notes.toggleFavorite(session)
    try Data("{".utf8).write(to: visitor.notesFile)
    let notes = VisitorNotes(file: visitor.notesFile, conference: visitor.schedule.title)
    #expect(!notes.isFavorite(session))
    notes.toggleFavorite(session)
    let aside = visitor.notesFile.appendingPathExtension("damaged")
    #expect(try Data(contentsOf: aside) == Data("{".utf8))
  }
}
