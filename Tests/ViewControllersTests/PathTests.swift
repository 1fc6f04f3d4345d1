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
  private func session(_ root: ViewController, window: String? = nil) -> Session {
    Device {
      $0.rootViewController = root
      $0.restorationIdentifier = window
    }.launch()
  }

  private func path(_ object: any StateRestoring, in session: Session) -> String? {
    try? session.application.tree.address(of: object).path.description
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

  @Test("R13: a path lists the identifiers from the root down to the object")
  func pathLeadsFromRootToObject() {
    let city = Screen("City")
    let session = session(PairController("Pair", [navigation(root: city)]))
    #expect(path(city, in: session) == "Pair/Nav/:[0]:/City")
  }

  @Test("R14: a presented controller lies below its presenter")
  func presentedLiesBelowPresenter() {
    let photo = Screen("Photo")
    let session = session(navigation(root: photo))
    let sheet = Screen("Sheet")
    photo.present(sheet, animated: false)
    #expect(path(sheet, in: session) == "Nav/Sheet")
  }

  @Test("R15: a window with identifier adds no component to any path")
  func windowAddsNoComponent() {
    let home = Screen("Home")
    let session = session(home, window: "Main")
    #expect(path(home, in: session) == "Home")
    #expect(path(session.window, in: session) == "Main")
  }

  @Test("R16: a view's path extends its controller's path by the identifiers of its superviews")
  func viewExtendsControllerPath() {
    let home = Screen("Home")
    let session = session(home)
    let (outer, unnamed, inner) = (View(), View(), View())
    outer.restorationIdentifier = "Outer"
    inner.restorationIdentifier = "Inner"
    home.view.addSubview(outer)
    outer.addSubview(unnamed)
    unnamed.addSubview(inner)
    #expect(path(inner, in: session) == "Home/Outer/Inner")
  }

  @Test("R17: the view of a controller without identifier is not preserved")
  func viewNeedsPreservedOwner() {
    let home = Screen(nil)
    let session = session(home)
    let view = View()
    view.restorationIdentifier = "View"
    home.view.addSubview(view)
    let name = archivedClassName(of: Screen.self)
    #expect(link(view, in: session) == BrokenLink(.ownerNotPreserved, className: name))
  }

  @Test("R19, R20: an index component distinguishes equal identifiers in a stack")
  func stackDisambiguates() {
    let (first, second) = (Screen("City"), Screen("City"))
    let session = session(navigation(root: first))
    session.navigation?.pushViewController(second, animated: false)
    #expect(path(first, in: session) == "Nav/:[0]:/City")
    #expect(path(second, in: session) == "Nav/:[1]:/City")
  }

  @Test("R36: a path skips ancestors without identifier but keeps their index")
  func unnamedAncestorIsSkipped() {
    let city = Screen("City")
    let session = session(PairController("Pair", [navigation(nil, root: city)]))
    #expect(path(city, in: session) == "Pair/:[0]:/City")
  }

  @Test("R162: the kind is part of an address")
  func kindIsPartOfAddress() throws {
    let home = Screen("Same")
    let session = session(home, window: "Same")
    let tree = session.application.tree
    let (ofWindow, ofHome) = (try tree.address(of: session.window), try tree.address(of: home))
    #expect(ofWindow.path == ofHome.path)
    #expect(ofWindow != ofHome)
  }

  @Test("R163: each window is a namespace of its own")
  func windowsAreNamespaces() throws {
    let first = Screen("Home")
    let session = session(first)
    let others = (0..<2).map { _ in Window(application: session.application) }
    let (second, third) = (Screen("Home"), Screen("Home"))
    others[0].restorationIdentifier = "Inspector"
    others[0].rootViewController = second
    others[1].rootViewController = third
    let tree = session.application.tree
    let addresses = try [first, second, third].map { try tree.address(of: $0) }
    #expect(Set(addresses).count == 3)
    #expect(addresses.map(\.path.description) == ["Home", "Home", "Home"])
    #expect(addresses[1].scene == "Inspector")
  }

  @Test("R151: the broken link names the class that lacks an identifier or a container")
  func brokenLinkIsNamed() {
    let session = session(Screen("Home"))
    let name = archivedClassName(of: MadeScreen.self)
    #expect(link(MadeScreen(nil), in: session) == BrokenLink(.noIdentifier, className: name))
    let loose = link(MadeScreen("Loose"), in: session)
    #expect(loose == BrokenLink(.notContained, className: name))
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
