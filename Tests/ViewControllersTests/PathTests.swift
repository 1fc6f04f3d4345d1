// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@testable import ViewControllers

/// The addresses that the tree computes.
///
/// They are not public, so these tests ask the tree directly.
@MainActor struct PathTests {
  private func session(_ root: ViewController) -> Session {
    Device { $0.rootViewController = root }.launch()
  }

  private func link(_ object: any StateRestoring, in session: Session) -> BrokenLink? {
    do {
      _ = try session.application.tree.address(of: object)
      return nil
    } catch { return error }
  }

  @Test("R9: controllers and views have no identifier by default")
  func identifiersAreNilByDefault() {
    #expect(ViewController().restorationIdentifier == nil)
    #expect(View().restorationIdentifier == nil)
    #expect(Window(application: nil).restorationIdentifier == nil)
  }

  @Test(
    "R12: an invalid identifier counts as none, and the message says what is wrong",
    arguments: [("", .empty), ("a/b", .slash), (":[3]:", .index)]
      as [(String, RestorationIdentifier.Flaw)])
  func invalidIdentifierCountsAsNone(identifier: String, flaw: RestorationIdentifier.Flaw) {
    let home = Screen(identifier)
    let session = session(home)
    let name = archivedClassName(of: Screen.self)
    let broken = link(home, in: session)
    #expect(broken == BrokenLink(.invalidIdentifier, className: name, flaw: flaw))
    #expect(broken.map { "\($0)".contains("of \(name) \(flaw), and is ignored") } == true)
  }

  @Test("R69, R172: every address leads back to its object")
  func addressLeadsBack() throws {
    let home = Screen("Home")
    let child = PairController("Pair", [navigation(nil, root: Screen("A")), navigation("N")])
    let session = session(navigation("Root", root: home))
    session.navigation?.pushViewController(child, animated: false)
    home.present(navigation("Sheet", root: Screen("Home")), animated: false)
    let view = View()
    view.restorationIdentifier = "Home"
    home.view.addSubview(view)
    let tree = session.application.tree
    var objects: [any StateRestoring] = [view]
    func collect(_ controller: ViewController) {
      if controller.restorationIdentifier != nil { objects.append(controller) }
      controller.children.forEach(collect)
    }
    session.window.presentationChain.forEach(collect)
    #expect(objects.count == 8)
    for object in objects {
      #expect(tree.existingObject(at: try tree.address(of: object)) === object)
    }
  }
}
