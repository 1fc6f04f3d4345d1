// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

import struct Foundation.CGSize

@testable import ViewControllers

/// The matching of saved states to windows.
@MainActor struct WindowIdentityTests {
  private let shelf = WindowShelf()

  @Test("R163, R212: windows of one identifier have separate states; the delegate makes the others")
  func equalIdentifiers() {
    let first = shelf.launch("Editor")
    for (note, width) in [(1, 500.0), (2, 600.0)] {
      shelf.open("Editor", note: note, in: first.application).size.width = width
    }
    first.application.terminate()
    let second = shelf.launch("Editor")
    #expect(second.rootNotes == [0, 1, 2])
    #expect(second.application.windows.map(\.size.width) == [1000, 500, 600])
    #expect(shelf.asked == ["Editor", "Editor"])
    #expect(second.restorationReport?.diagnostics == [])
    #expect(first.preservationReports.last?.diagnostics == [])
  }

  @Test("R212: the delegate is asked for windows without identifier by their order")
  func noIdentifiers() {
    let first = shelf.launch(nil)
    for note in 1...2 { shelf.open(nil, note: note, in: first.application) }
    // The front-to-back order does not affect a window's identity.
    first.application.windowDidBecomeKey(first.application.windows[0])
    first.application.terminate()
    for _ in 0..<2 {
      shelf.asked = []
      let next = shelf.launch(nil)
      #expect(next.rootNotes == [0, 1, 2])
      #expect(shelf.asked == [":[1]:", ":[2]:"])
      #expect(next.application.windows.allSatisfy { $0.restorationIdentifier == nil })
      let order = next.application.orderedWindows.map { window in
        next.application.windows.firstIndex { $0 === window }
      }
      #expect(order == [0, 2, 1])
      (next.root as? Screen)?.invalidateRestorableState()
      next.application.terminate()
      #expect(next.preservationReports.last.map(\.diagnostics) ?? [] == [])
    }
  }

  @Test("R212: the delegate is asked for the only window without identifier, too")
  func onlyOneWithoutIdentifier() {
    let first = shelf.launch("Main")
    shelf.open(nil, note: 1, in: first.application)
    first.application.windowWillClose(first.application.windows[0])
    first.host.advance(by: .seconds(2))
    first.application.terminate()
    let second = shelf.launch("Main")
    #expect(shelf.asked == [":[0]:"])
    #expect(second.rootNotes == [0, 1])
  }

  @Test(
    "R163, R212: a window that the delegate declines passes its state to no other",
    arguments: ["Editor", nil])
  func leftClosed(name: String?) {
    let first = shelf.launch(name)
    for note in 1...3 { shelf.open(name, note: note, in: first.application) }
    first.application.terminate()
    shelf.declined = [1]
    let second = shelf.launch(name)
    #expect(second.rootNotes == [0, 2, 3])
    shelf.declined = []
    second.application.terminate()
    #expect(shelf.launch(name).rootNotes == [0, 2, 3])
  }

  @Test("R212: launch code's window gets the state of the next one when the first was closed")
  func firstIsClosed() async {
    for name in ["Editor", nil] {
      let shelf = WindowShelf()
      let first = shelf.launch(name)
      for note in 1...2 { shelf.open(name, note: note, in: first.application) }
      first.application.preserve()
      await first.application.written()
      first.application.windowWillClose(first.application.windows[0])
      first.host.advance(by: .seconds(3))
      await first.application.written()
      #expect(shelf.launch(name).rootNotes == [1, 2])  // the first launch was killed
    }
  }

  @Test("R12, R212: an invalid window identifier is reported")
  func invalidIdentifier() {
    let first = shelf.launch("a/b")
    first.application.terminate()
    let second = shelf.launch("a/b")
    #expect(second.application.windows.map(\.restorationIdentifier) == ["a/b"])
    #expect(first.preservationReports.last?.diagnostics.isEmpty == false)
  }

  @Test("R15, R212, R226: a window comes back no larger than the screen, which changes no size")
  func smallerScreen() {
    let first = shelf.launch("Main")
    first.window.size = CGSize(width: 3000, height: 500)
    first.application.terminate()
    shelf.screenSize = CGSize(width: 1200, height: 800)
    let small = shelf.launch("Main")
    #expect(small.window.size == CGSize(width: 1200, height: 500))
    small.window.hostDidForce(size: CGSize(width: 1180, height: 500))
    #expect(small.window.size == CGSize(width: 1180, height: 500))
    small.application.terminate()
    shelf.screenSize = CGSize(width: 4000, height: 2000)
    #expect(shelf.launch("Main").window.size == CGSize(width: 3000, height: 500))
  }

  @Test(
    "R188, R226: a saved size that is read late is wanted, also where the screen forces the same")
  func sizeThatIsForcedAlready() {
    let window = Window(application: nil)
    window.hostDidForce(size: CGSize(width: 600, height: 400))
    window.size = CGSize(width: 600, height: 400)
    #expect(window.wantedSize == CGSize(width: 600, height: 400))
  }
}
