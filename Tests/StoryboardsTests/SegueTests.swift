// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards
import Testing
import ViewControllers

/// Segues between scenes.
@MainActor @Suite struct SegueTests {
  private func sessions() throws -> (Session, SessionsController) {
    let device = Device(storyboard: "Sessions") { classes in
      classes.register(
        SessionsController.self,
        actions: [
          "backToSessions:": { controller, sender in
            let segue = sender as? StoryboardSegue
            controller.log.append("back from \(segue?.source.restorationIdentifier ?? "-")")
          }
        ]
      ) { SessionsController() }
    }
    let session = device.launch()
    return (session, try #require(session.navigation?.topViewController as? SessionsController))
  }

  @Test("Selecting a cell takes its segue, after shouldPerformSegue and prepare")
  func segueOfACell() throws {
    let (session, sessions) = try sessions()
    let table = try #require(sessions.view as? TableView)
    sessions.allowsSegues = false
    table.hostDidSelectElement(at: IndexPath(row: 2, section: 0), extending: false)
    #expect(session.stack == ["Sessions"])
    sessions.allowsSegues = true
    table.hostDidSelectElement(at: IndexPath(row: 1, section: 0), extending: false)
    #expect(session.stack == ["Sessions", "Session"])
    #expect(sessions.log == ["showSession 1"])
    #expect(session.navigation?.topViewController?.title == "Session 1")
  }

  @Test("Unwinding goes back to the controller that has the action")
  func unwinding() throws {
    let (session, sessions) = try sessions()
    #expect(sessions.performSegue(withIdentifier: "showSession"))
    #expect(
      session.navigation?.topViewController?.performSegue(withIdentifier: "giveFeedback") == true)
    let feedback = try #require(session.sheet)
    #expect(feedback.restorationIdentifier == "Feedback")
    #expect(!feedback.performSegue(withIdentifier: "nowhere"))
    #expect(feedback.performSegue(withIdentifier: "done"))
    #expect(session.sheet == nil)
    #expect(session.stack == ["Sessions"])
    #expect(sessions.log == ["showSession -", "back from Feedback"])
  }

  @Test("An unknown segue changes nothing")
  func unknownSegue() throws {
    let (session, sessions) = try sessions()
    #expect(!sessions.performSegue(withIdentifier: "showNothing"))
    #expect(!ViewController().performSegue(withIdentifier: "showSession"))
    #expect(session.stack == ["Sessions"])
  }

  @Test("Bar buttons present controllers and send actions")
  func barButtons() throws {
    let device = Device(storyboard: "Photos") { $0.registerPhotos() }
    let session = device.launch()
    let storyboard = try #require(session.root?.storyboard)
    let image = try #require(
      try storyboard.instantiateViewController(withIdentifier: "DetailView") as? ImageController)
    #expect(image.scroller == nil, "nothing has loaded the view")
    session.navigation?.pushViewController(image, animated: false)
    #expect(image.toolbarItems.map(\.title) == ["Blur", "Sepia"])
    image.toolbarItems[1].action()
    #expect(image.isSepia)
    image.toolbarItems[0].action()
    #expect(session.sheet?.restorationIdentifier == "Inspector")
    #expect(image.prepared == ["showInspector"])
    #expect(image.scroller?.restorationIdentifier == "Scroller")
  }

  @Test("An embedded controller is contained from the start, and its view loads with the outer one")
  func embedding() throws {
    let device = Device(storyboard: "Embedding") { classes in
      classes.register(OuterController.self) { OuterController() }
    }
    let session = device.launch()
    let outer = try #require(session.root as? OuterController)
    let inner = try #require(outer.children.first)
    #expect(inner.restorationIdentifier == "Inner")
    _ = outer.view
    #expect(outer.log == ["embedInner false", "load"])
    #expect(inner.view.superview === outer.view.subviews.first)
    #expect(outer.visibleChildren.first === inner)
  }

  @Test("R216: a popover is anchored at the view of its scene that the segue names")
  func popoverAnchor() throws {
    let scenes = [
      """
      <viewController id="a"><view key="view" id="v"><subviews><label id="l"/></subviews></view>\
      <connections><segue destination="b" kind="popoverPresentation" identifier="more" \
      popoverAnchorView="l" id="s"/></connections></viewController>
      """, "<viewController id=\"b\"/>",
    ]
    let device = Device { window, application in
      window.rootViewController = try Fixtures.open(
        text: Fixtures.document(initial: "a", scenes[0], scenes[1]), application: application
      ).instantiateInitialViewController()
    }
    let session = device.launch()
    let root = try #require(session.root)
    #expect(root.performSegue(withIdentifier: "more"))
    let label = try #require(find(Label.self, in: root.view))
    #expect(session.sheet?.popoverPresentationController?.sourceView === label)
  }
}
