// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !WebKit
import Foundation
import Testing
import ViewControllers

@testable import ConferenceSchedule
@testable import Schedule

/// Pages about a session open in the visitor's browser.
@MainActor @Suite(.timeLimit(.minutes(1))) struct LinkTests {
  private let visitor: Visitor

  private let page: URL

  init() throws {
    visitor = try Visitor()
    page = try #require(URL(string: "https://example.org/undo"))
    for index in visitor.schedule.days[0].events.indices {
      visitor.schedule.days[0].events[index].links = [.init(title: "Slides", url: page)]
    }
  }

  /// Returns the button for a page about a session, in its details.
  private func linkButton() throws -> Button {
    try visitor.choose("undo", in: visitor.scheduleController)
    let details = try #require(visitor.navigation.details)
    func find(_ view: View) -> Button? {
      if let button = view as? Button, button.styleNames == ["link"] { return button }
      return view.subviews.lazy.compactMap(find).first
    }
    return try #require(find(details.view))
  }

  @Test("A click opens the page in the browser")
  func clickOpensThePage() throws {
    visitor.launch()
    let button = try linkButton()
    button.action?()
    #expect(button.title == "Slides")
    #expect(visitor.openedPages == [page])
    #expect(visitor.sheets.isEmpty)
  }

  @Test("An alert shows the address when there is no browser")
  func failureIsSaid() throws {
    visitor.hasBrowser = false
    visitor.launch()
    let button = try linkButton()
    button.action?()
    #expect(try visitor.sheet(AlertController.self).message == page.absoluteString)
  }

  @Test(
    "The command gets the address, and one that fails or is missing is reported",
    arguments: [
      ["false"], ["no-such-command-anywhere"],
      // Fails for this address only.
      ["sh", "-c", #"test "$1" != 'https://example.org/a?b=c&d=%20e'"#, "sh"],
    ])
  func failingCommands(command: [String]) async throws {
    let url = try #require(URL(string: "https://example.org/a?b=c&d=%20e"))
    await withCheckedContinuation { continuation in
      WebBrowser.open(url, with: command) { continuation.resume() }
    }
  }
}
#endif
