// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ViewControllers

/// Windows that the user closes before the application ends.
@MainActor struct ClosedWindowTests {
  private let shelf = WindowShelf()

  private func close(_ windows: [Window], _ session: Session, in order: [Int]) {
    for index in order { session.application.windowWillClose(windows[index]) }
  }

  @Test(
    "R27, R212: windows closed one after another, down to the last, all come back",
    arguments: [["A", "B", "C"], ["A", "A", "A"], [nil, nil, nil]],
    [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func closeAll(names: [String?], order: [Int]) {
    let first = shelf.launch(names[0])
    for (index, name) in names.enumerated().dropFirst() {
      shelf.open(name, note: index, in: first.application)
    }
    close(first.application.windows, first, in: order)
    #expect(first.host.exitStatus == 0)
    let second = shelf.launch(names[0])
    #expect(second.application.windows.map(\.restorationIdentifier) == names)
    #expect(second.rootNotes == [0, 1, 2])
    #expect(second.host.shownWindows.count == 3)
  }

  @Test("R163, R212: closing the front window each time keeps the order of windows")
  func orderOfClosedWindows() {
    let first = shelf.launch("A")
    for name in ["B", "C"] { shelf.open(name, note: 0, in: first.application) }
    let ordered = first.application.orderedWindows
    #expect(ordered.map(\.restorationIdentifier) == ["C", "B", "A"])
    for (index, window) in ordered.enumerated() {
      first.application.windowWillClose(window)
      if index < 2 { first.application.windowDidBecomeKey(ordered[index + 1]) }
    }
    let second = shelf.launch("A").application
    #expect(second.orderedWindows.map(\.restorationIdentifier) == ["C", "B", "A"])
  }

  @Test("R150, R212: saves between closing windows keep all of them")
  func savesInBetween() async {
    let first = shelf.launch("A")
    for name in ["B", "C"] { shelf.open(name, note: 1, in: first.application) }
    let windows = first.application.windows
    for (index, window) in windows.enumerated() {
      (windows.last?.rootViewController as? Screen)?.invalidateRestorableState()
      first.host.advance(by: .milliseconds(900))
      await first.application.written()
      if index == 1 { first.application.didEnterBackground() }
      first.application.windowWillClose(window)
    }
    #expect(shelf.launch("A").application.windows.count == 3)
  }

  @Test("R27, R212: a window closed three seconds before a kill stays closed")
  func closedBefore() async {
    let first = shelf.launch("A")
    shelf.open("B", note: 1, in: first.application)
    shelf.open("C", note: 2, in: first.application)
    first.application.windowWillClose(first.application.windows[1])
    #expect(first.application.windows.map(\.restorationIdentifier) == ["A", "C"])
    first.host.advance(by: .seconds(3))
    await first.application.written()
    let second = shelf.launch("A")  // the first launch was killed
    #expect(second.application.windows.map(\.restorationIdentifier) == ["A", "C"])
    #expect(second.restorationReport?.outcomes.contains { $0.address.scene == "B" } == false)
    #expect(shelf.asked == ["C"])
  }

  @Test("R27, R212: an explicit save omits the windows closed before it")
  func explicitSave() {
    let first = shelf.launch("A")
    shelf.open("B", note: 1, in: first.application)
    first.application.windowWillClose(first.application.windows[1])
    first.application.preserve()
    first.application.terminate()
    #expect(shelf.launch("A").application.windows.count == 1)
    #expect(shelf.asked == [])
  }

  @Test("R27, R163, R212: a closed window that is shown again stays, and the application with it")
  func openedAgain() {
    let first = shelf.launch("A")
    let window = shelf.open("B", note: 1, in: first.application)
    first.application.windowWillClose(window)
    window.makeKeyAndVisible()
    #expect(first.application.windows.map(\.restorationIdentifier) == ["A", "B"])
    first.host.advance(by: .seconds(3))
    #expect(first.application.windows.count == 2)
    first.application.windowWillClose(first.window)
    #expect(first.host.exitStatus == nil)
    first.application.terminate()
    #expect(shelf.launch("A").rootNotes == [0, 1])
  }

  @Test("R224: a closed window leaves nothing to the next one, not even what it had not shown")
  func nextWindowIsNew() {
    let first = shelf.launch("A")
    let window = shelf.open("B", note: 1, in: first.application)
    let sent = Draft(of: window.rootViewController, in: first.application)
    sent.text = "sent"
    withExtendedLifetime(sent) { first.application.terminate() }
    let second = shelf.launch("A")
    let closed = second.application.windows[1]
    second.application.windowWillClose(closed)
    let next = shelf.open("B", note: 0, in: second.application)
    withExtendedLifetime(closed) {
      #expect(Draft(of: next.rootViewController, in: second.application).text == "")
    }
  }

  @Test("A closed window is released after two seconds")
  func isLetGo() {
    let first = shelf.launch("A")
    weak let window = shelf.open("B", note: 1, in: first.application)
    window.map { first.application.windowWillClose($0) }
    first.host.advance(by: .seconds(2))
    #expect(window == nil)
  }
}

/// An object that a screen registers when it is needed.
@MainActor private final class Draft: @MainActor StatePreserving {
  var text = ""
  private weak var screen: ViewController?

  init(of screen: ViewController?, in application: Application) {
    self.screen = screen
    application.registerObject(forStateRestoration: self, restorationIdentifier: "Draft")
  }

  var restorationParent: (any StateRestoring)? { screen }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(text, forKey: "text")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    text = coder.decode(String.self, forKey: "text") ?? ""
  }
}
