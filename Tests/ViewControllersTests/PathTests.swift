// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@testable import ViewControllers

/// The addresses that the tree computes, which are not public.
@MainActor struct PathTests {
  @Test("R69, R172: every address leads back to its object")
  func addressLeadsBack() throws {
    let home = Screen("Home")
    let child = PairController("Pair", [navigation(nil, root: Screen("A")), navigation("N")])
    let session = Device { $0.rootViewController = navigation("Root", root: home) }.launch()
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
