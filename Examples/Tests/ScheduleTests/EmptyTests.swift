// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import ExampleSupport
import Foundation
import Testing
import ViewControllers

@testable import Schedule

/// The texts of empty lists.
@MainActor @Suite struct EmptyTests {
  let visitor: Visitor

  init() throws { visitor = try Visitor() }

  @Test("The list without favorites says how to get one")
  func noFavorites() throws {
    visitor.launch()
    let favorites = try #require(
      visitor.favoritesNavigation.viewControllers.first as? FavoritesController)
    _ = favorites.view
    #expect(!favorites.emptyPage.isHidden)
    #expect(favorites.emptyPage.title == "No Favorites")
    #expect(favorites.emptyPage.sentence == "Star a session to find it here.")
    try visitor.scheduleController.conference.notes.toggleFavorite(visitor.session("undo"))
    #expect(favorites.emptyPage.isHidden)
  }

  @Test("A search or a filter that finds nothing says so")
  func nothingMatches() throws {
    visitor.launch()
    let schedule = try visitor.scheduleController
    _ = schedule.view
    #expect(schedule.emptyPage.isHidden)
    try visitor.search(for: "xyzzy")
    #expect(!schedule.emptyPage.isHidden)
    #expect(schedule.emptyPage.title == "No Session Matches")
    #expect(schedule.emptyPage.sentence == "Search for something else.")
    schedule.searchController?.isActive = false
    #expect(schedule.emptyPage.isHidden)
    schedule.filter.showsOnlyFavorites = true
    #expect(!schedule.emptyPage.isHidden)
    #expect(schedule.emptyPage.title == "No Session Matches")
    #expect(schedule.emptyPage.sentence == "Show more with the filter.")
  }

  @Test("A day without sessions says so, even during a search")
  func emptyDay() throws {
    visitor.schedule.days[0].events = []
    visitor.launch()
    let schedule = try visitor.scheduleController
    _ = schedule.view
    let day = visitor.schedule.days[0].name(.long)
    for text in ["", "xyzzy"] {
      try visitor.search(for: text)
      #expect(!schedule.emptyPage.isHidden)
      #expect(schedule.emptyPage.title == "No Sessions")
      #expect(schedule.emptyPage.sentence == "There are no sessions on \(day).")
    }
    schedule.show(day: 1)
    schedule.searchController?.isActive = false
    #expect(schedule.emptyPage.isHidden)
  }
}
