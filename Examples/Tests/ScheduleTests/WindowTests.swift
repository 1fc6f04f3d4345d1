// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

@testable import Schedule

/// Several windows on one schedule.
@MainActor @Suite struct WindowTests {
  let visitor: Visitor

  init() throws { visitor = try Visitor() }

  /// The day that each window shows.
  private var days: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: (visitor.application?.windows ?? []).compactMap { window in
        guard let name = window.restorationIdentifier,
          let tabs = window.rootViewController as? TabBarController,
          let navigation = tabs.viewControllers.first as? ScheduleNavigation
        else { return nil }
        return (name, navigation.scheduleController.selectedDay)
      })
  }

  /// Opens a window with its keyboard shortcut, and shows a day there.
  private func openWindow(day: Int) throws -> Window {
    let application = try #require(visitor.application)
    let before = application.windows
    #expect(try #require(before.last).hostDidPressKey("n"))
    let window = try #require(application.windows.last)
    #expect(!before.contains { $0 === window })
    #expect(window.hostDidPressKey(Character("\(day + 1)")))
    return window
  }

  @Test(
    "R163: each window comes back with its own state, even those that launch code does not make")
  func windowsComeBack() throws {
    visitor.launch()
    _ = try openWindow(day: 1)
    _ = try openWindow(day: 2)
    try visitor.tabs.selectedIndex = 1
    let before = days
    #expect(before.count == 3)
    visitor.launch()
    #expect(days == before)
    #expect(try visitor.tabs.selectedIndex == 1)
  }

  @Test("R163, R212: a closed window stays closed, and its name is free again")
  func closedWindowStaysClosed() throws {
    visitor.launch()
    let second = try openWindow(day: 1)
    let name = try #require(second.restorationIdentifier)
    _ = try openWindow(day: 2)
    visitor.application?.windowWillClose(second)
    try visitor.program.host.advance(by: .seconds(2))
    visitor.launch()
    #expect(days.count == 2)
    #expect(days[name] == nil)
    #expect(try openWindow(day: 1).restorationIdentifier == name)
  }
}
