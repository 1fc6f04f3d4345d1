// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

import struct Foundation.CGSize

@testable import ViewControllers

/// Sizes, states and order of several windows.
@MainActor struct WindowOrderTests {
  /// A device whose launch code creates One, Two and Three, in order.
  private let device = Device { window in
    window.restorationIdentifier = "One"
    window.rootViewController = Screen("Home")
    for name in ["Two", "Three"] { window.application?.showWindow(name, Screen("Home")) }
  }

  private func names(_ windows: [Window]) -> [String?] { windows.map(\.restorationIdentifier) }

  @Test("R163: the window shown last is in front, and a closed one is not in the order")
  func frontToBack() {
    let session = device.launch()
    let application = session.application
    #expect(names(application.windows) == ["One", "Two", "Three"])
    #expect(names(application.orderedWindows) == ["One", "Three", "Two"])
    let two = application.windows[1]
    two.makeKeyAndVisible()
    #expect(names(application.orderedWindows) == ["Two", "One", "Three"])
    application.windowWillClose(two)
    #expect(names(application.orderedWindows) == ["One", "Three"])
    application.windowDidBecomeKey(two)
    #expect(names(application.orderedWindows) == ["One", "Three"])
  }

  @Test("R163: an impossible window size is not restored", arguments: [1e12, 0.5, .infinity])
  func impossibleSizes(width: Double) {
    let first = device.launch()
    let size = first.application.windows[0].size
    first.application.windows[0].size = CGSize(width: width, height: 300)
    let second = first.relaunch()
    #expect(second.restorationReport?.isRestored == true)
    #expect(second.application.windows[0].size == size)
  }

  @Test("R163: windows are shown from back to front, in their former order")
  func orderComesBack() {
    let first = device.launch()
    let windows = first.application.windows
    first.application.windowDidBecomeKey(windows[2])
    first.application.windowDidBecomeKey(windows[0])
    first.application.windowDidBecomeKey(windows[1])
    let second = first.relaunch()
    #expect(names(second.application.orderedWindows) == ["Two", "One", "Three"])
    #expect(names(second.host.shownWindows) == ["Three", "One", "Two"])
    #expect(names(second.application.windows) == ["One", "Two", "Three"])
  }

  @Test("R150, R163: bringing a window to the front is saved soon")
  func orderIsAChange() async throws {
    let first = device.launch()
    first.application.preserve()
    await first.application.written()
    first.application.windowDidBecomeKey(first.application.windows[1])
    await first.saveChanges()
    let second = device.launch()  // the first launch was killed
    #expect(names(second.application.orderedWindows).first == "Two")
  }

  @Test("R163: a window that was not saved lies in front of the others")
  func newWindowIsInFront() {
    let second = device.launch().relaunch { $0.willFinish = { $0.showWindow("New") } }
    #expect(names(second.application.orderedWindows).first == "New")
  }

  @Test("R163: windows of one name that were opened between two saves come back in their order")
  func openedBetweenSaves() async {
    func notes(_ windows: [Window]) -> [Int?] {
      windows.map { ($0.rootViewController as? Screen)?.note }
    }
    let first = device.launch().relaunch()
    for note in 1...5 {
      let screen = Screen("Home")
      screen.note = note
      first.application.showWindow("Document", screen)
      screen.invalidateRestorableState()
    }
    await first.saveChanges()
    first.application.leaveQuietly()
    let second = device.launch { $0.lookUpWindow = { $0.showWindow($1, Screen("Home")) } }
    #expect(notes(second.application.windows) == [0, 0, 0, 1, 2, 3, 4, 5])
    #expect(notes(second.application.orderedWindows) == [5, 4, 3, 2, 1, 0, 0, 0])
  }

  @Test("R15, R163: each window gets back its size and state, whatever the order")
  func statesComeBack() {
    let first = device.launch()
    let windows = first.application.windows
    windows[0].size = CGSize(width: 400, height: 300)
    windows[1].isMaximized = true
    windows[2].isFullScreen = true
    first.application.windowDidBecomeKey(windows[1])
    let again = first.relaunch().application.windows
    #expect(again.map(\.size.width) == [400, 1000, 1000])
    #expect(again.map(\.isMaximized) == [false, true, false])
    #expect(again.map(\.isFullScreen) == [false, false, true])
  }
}
