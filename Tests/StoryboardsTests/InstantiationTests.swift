// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards
import Testing
import ViewControllers

/// Instantiated controllers, with identifiers, titles and bars.
@MainActor @Suite struct InstantiationTests {
  @Test("R143: a navigation storyboard of format 2.0 has its initial controller")
  func navigationStoryboard() throws {
    let storyboard = try Fixtures.open("Photos")
    let root = storyboard.instantiateInitialViewController()
    #expect(
      outline(root) == [
        "NavigationController | Nav | -", "  ViewController | Photos | All Photos",
      ])
    #expect(root?.storyboard === storyboard)
  }

  @Test("R143: a tab bar storyboard of format 3.0 has its tabs")
  func tabStoryboard() throws {
    let root = try Fixtures.open("Tabs").instantiateInitialViewController()
    #expect(
      outline(root) == [
        "TabBarController | Root Tab Bar | -",
        "  NavigationController | Schedule Nav | -", "    ViewController | Schedule | Schedule",
        "  NavigationController | Favorites Nav | -", "    ViewController | - | -",
      ])
    let tabs = try #require(root as? TabBarController)
    #expect(tabs.viewControllers.map { tabs.item(for: $0).title } == ["Schedule", "Favorites"])
    let bars = tabs.viewControllers.compactMap { $0 as? NavigationController }
    #expect(bars.map(\.isNavigationBarHidden) == [false, true])
    #expect(bars.map(\.isToolbarHidden) == [false, true])
    let schedule = try #require(bars.first?.topViewController)
    #expect(schedule.leftBarButtonItems.map(\.title) == ["Edit"])
    #expect(schedule.rightBarButtonItems.map(\.title) == ["Today", "Add"])
  }

  @Test("R143: a split view storyboard has its columns and a segue to the second one")
  func splitStoryboard() throws {
    let root = try Fixtures.open("Split").instantiateInitialViewController()
    let split = try #require(root as? SplitViewController)
    #expect(split.primaryViewController?.restorationIdentifier == "Master")
    #expect(split.secondaryViewController?.restorationIdentifier == "Nothing")
    let list = try #require(split.primaryViewController?.children.first)
    #expect(list.performSegue(withIdentifier: "showItem"))
    #expect(split.secondaryViewController?.restorationIdentifier == "Item")
  }

  @Test("R143: a split view storyboard of three columns has them all")
  func threeColumns() throws {
    let root = try Fixtures.open("ThreeColumns").instantiateInitialViewController()
    let split = try #require(root as? SplitViewController)
    #expect(split.primaryViewController?.title == "Feeds")
    #expect(split.supplementaryViewController?.title == "Timeline")
    #expect(split.secondaryViewController?.title == "Article")
  }

  @Test(
    "R140: restoration identifiers come from attribute, storyboard identifier or runtime attribute")
  func identifiersOfControllers() throws {
    let storyboard = try Fixtures.open("Identifiers")
    #expect(try identifier(of: "Both", in: storyboard) == "Both")
    #expect(try identifier(of: "Runtime", in: storyboard) == "From Runtime")
    #expect(try identifier(of: "Emp-id-001", in: storyboard) == nil)
    #expect(try identifier(of: "Hom-id-001", in: storyboard) == "Home")
  }

  private func identifier(of scene: String, in storyboard: Storyboard) throws -> String? {
    try storyboard.instantiateViewController(withIdentifier: scene).restorationIdentifier
  }

  @Test("R140, R141: views get their identifiers, and a root view one of its own")
  func identifiersOfViews() throws {
    let photos = try Fixtures.open("Photos").instantiateViewController(withIdentifier: "DetailView")
    #expect(photos.restorationIdentifier == "DetailView")
    #expect(photos.view.restorationIdentifier == "Image Root")
    #expect(photos.view.subviews.map(\.restorationIdentifier) == ["Scroller"])
    let runtime = try Fixtures.open("Identifiers")
      .instantiateViewController(withIdentifier: "Runtime")
    #expect(runtime.view.restorationIdentifier == "Root")
    let form = try #require(try Fixtures.open("Form").instantiateInitialViewController())
    #expect(find(Switch.self, in: form.view)?.restorationIdentifier == "News")
  }

  @Test("R142: a scene is found by its storyboard identifier, object id or scene id")
  func scenesAreFound() throws {
    let storyboard = try Fixtures.open("Identifiers")
    #expect(try identifier(of: "Twice", in: storyboard) == "First")
    #expect(try identifier(of: "Twi-id-002", in: storyboard) == "Second")
    #expect(try identifier(of: "scn-id-002", in: storyboard) == "Home")
    let lines = storyboard.diagnostics.filter { $0.message.contains("Twice") }.map(\.line)
    #expect(lines == [36])
  }

  @Test("An unknown scene identifier is an error that lists the known ones")
  func unknownScene() throws {
    let storyboard = try Fixtures.open("Identifiers")
    let error = #expect(throws: StoryboardError.self) {
      try storyboard.instantiateViewController(withIdentifier: "Nobody")
    }
    #expect(error?.code == .noSuchScene)
    #expect(error?.description.contains("Both, Runtime, Twice") == true)
  }

  @Test("A reference leads to the scene of another storyboard")
  func references() throws {
    let storyboard = try Fixtures.open("References")
    let root = try #require(storyboard.instantiateInitialViewController())
    #expect(
      outline(root) == [
        "TabBarController | Tabs | -",
        "  NavigationController | Settings Nav | -", "    ViewController | Settings | Settings",
        "  ViewController | Language Screen | -",
      ])
    #expect(root.children.map { $0.storyboard?.name } == ["Settings", "Settings"])
    #expect(
      storyboard.diagnostics.map(\.line) == [29, 34, 6], "missing file, missing scene, circle")
  }

  @Test("R143: a file without initial controller can still make its scenes")
  func noInitialController() throws {
    let storyboard = try Fixtures.open("LaunchScreen")
    #expect(storyboard.instantiateInitialViewController() == nil)
    _ = try storyboard.instantiateViewController(withIdentifier: "01J-lp-oVM").view
  }

  @Test("A storyboard in Base.lproj with a byte order mark is opened")
  func localisedStoryboard() throws {
    let root = try Fixtures.open("Localised").instantiateInitialViewController()
    #expect(root?.restorationIdentifier == "List")
  }

  @Test("Unsupported elements are named with line and key; constraints and animations are not")
  func diagnostics() throws {
    let storyboard = try Fixtures.open("LaunchScreen")
    #expect(
      storyboard.diagnostics.map(\.description) == [
        "line 16: <mapView> is not supported; a plain view takes its place",
        "line 22: <pageControl> is not supported; a plain view takes its place",
        "line 40: <frobnicator key=\"frobnication\"> is not supported and is left out",
        "line 44: <pinchGestureRecognizer> is not supported and is left out",
        "line 50: <glkViewController> is not supported; a plain view controller takes its place",
      ])
    let screen = try storyboard.instantiateViewController(withIdentifier: "01J-lp-oVM")
    #expect(find(Label.self, in: screen.view)?.text == "Here")
    for name in ["Photos", "Tabs", "Split", "Settings", "Sessions", "Embedding", "Form"] {
      #expect(try Fixtures.open(name).diagnostics.isEmpty, "\(name)")
    }
  }

  @Test("Other elements of public storyboards are supported, or named once")
  func everydayElements() throws {
    let storyboard = try Fixtures.open("Wild")
    let table = try #require(storyboard.instantiateInitialViewController())
    let view = try #require(table.view as? TableView)
    #expect(view.rowHeight == TableView.automaticDimension)
    #expect(table.rightBarButtonItems.map(\.title) == ["Filter"])
    let cell = try #require(view.dequeueReusableCell(withIdentifier: "Card"))
    #expect(find(Label.self, in: cell)?.text == "Two\nlines")
    table.rightBarButtonItems.first?.action()
    let web = try #require(table.presentedViewController)
    #expect(web.view.subviews.count == 4)
    #expect(find(Label.self, in: web.view.subviews[2])?.text == "Blurred")
    #expect(find(Button.self, in: web.view)?.title == "Reload")
    #expect(
      storyboard.diagnostics.map { $0.message.prefix { $0 != ";" } } == [
        "<datePicker> is not supported",
        "<refreshControl key=\"refreshControl\"> is not supported and is left out",
        "<activityIndicatorView> is not supported",
        "<wkWebView> is not supported",
      ])
  }
}
