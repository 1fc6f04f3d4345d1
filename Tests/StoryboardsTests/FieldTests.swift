// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards
import Testing
import ViewControllers

/// Features of real storyboards that small test files often lack.
@MainActor @Suite struct FieldTests {
  private func list() throws -> (Storyboard, ViewController, TableView) {
    let session = Device { _, _ in }.launch()
    session.application.storyboards.register(
      StarCell.self, actions: ["toggleStar:": { cell, _ in cell.starCount += 1 }]
    ) { StarCell() }
    let storyboard = try Fixtures.open("Field", application: session.application)
    let list = try #require(storyboard.instantiateInitialViewController())
    return (storyboard, list, try #require(list.view as? TableView))
  }

  private func detail() throws -> (Storyboard, ViewController) {
    let (storyboard, _, _) = try list()
    return (storyboard, try storyboard.instantiateViewController(withIdentifier: "Dtl-fd-001"))
  }

  @Test("A cell's control sends its action to that cell and does not retain it")
  func actionsOfCells() throws {
    let (_, list, table) = try list()
    weak var former: StarCell?
    try withExtendedLifetime(list) {
      let cell = try #require(table.dequeueReusableCell(withIdentifier: "Star") as? StarCell)
      let other = try #require(table.dequeueReusableCell(withIdentifier: "Star") as? StarCell)
      find(Button.self, in: cell)?.action?()
      #expect(cell.starCount == 1)
      #expect(other.starCount == 0)
      former = cell
    }
    #expect(former == nil)
  }

  @Test(
    "A screen that nothing retains is released, with its views",
    arguments: ["Field", "Form", "Photos", "Tabs", "Settings", "Sessions", "Embedding", "Wild"])
  func screensEnd(name: String) throws {
    let session = Device { _, _ in }.launch()
    session.application.storyboards.registerForm()
    session.application.storyboards.registerPhotos()
    let storyboard = try Fixtures.open(name, application: session.application)
    weak var root: ViewController?
    weak var view: View?
    do {
      let controller = try #require(storyboard.instantiateInitialViewController())
      (root, view) = (controller, controller.view)
      controller.children.forEach { _ = $0.view }
    }
    #expect(root == nil)
    #expect(view == nil)
  }

  @Test("Selecting a cell does not take its accessory's segue")
  func accessorySegue() throws {
    let (_, list, table) = try list()
    table.hostDidSelectElement(at: IndexPath(row: 0, section: 0), extending: false)
    #expect(list.presentedViewController == nil)
    #expect(list.performSegue(withIdentifier: "info"))
    #expect(list.presentedViewController?.restorationIdentifier == "a/b")
  }

  @Test("A cell of a UIKit style also has the views that the file adds")
  func viewsBesideStyles() throws {
    let (_, _, table) = try list()
    let cell = try #require(
      table.dataSource?.tableView(table, cellForRowAt: IndexPath(row: 0, section: 0)))
    #expect(cell.textLabel.text == "Sounds")
    #expect(cell.textLabel.restorationIdentifier == "Caption")
    #expect(find(Switch.self, in: cell)?.isOn == false, "what the file does not say is off")
    #expect(find(Stepper.self, in: cell)?.restorationIdentifier == "Volume", "an accessory")
  }

  @Test("R17, R172: views in static rows come back")
  func staticRowsComeBack() throws {
    let device = Device(storyboard: "Field")
    let first = device.launch()
    find(Switch.self, in: try #require(first.root?.view))?.isOn = true
    let second = first.relaunch()
    let view = try #require(second.root?.view)
    #expect(find(Switch.self, in: view)?.isOn == true)
  }

  @Test("Bars that are views have their buttons, title and views")
  func barsInViews() throws {
    let (_, detail) = try detail()
    let bar = detail.view.subviews[0]
    #expect(bar.subviews.count == 3)
    #expect((bar.subviews[2] as? Slider)?.restorationIdentifier == "Zoom")
    #expect((bar.subviews[0] as? Button)?.title == "Cancel")
    #expect((bar.subviews[0] as? Button)?.action != nil)
    #expect((bar.subviews[1] as? Label)?.text == "Detail")
    let tools = detail.view.subviews[1]
    #expect((tools.subviews.first as? Button)?.title == "Trash")
    #expect(find(SegmentedControl.self, in: tools)?.restorationIdentifier == "Mode")
    #expect(tools.subviews.count == 2, "spaces are left out")
  }

  @Test("A button has no title without one in the file, unless UIKit draws a sign for its type")
  func buttonsWithoutTitle() throws {
    let (_, detail) = try detail()
    let titles = detail.view.subviews.compactMap { ($0 as? Button)?.title }
    #expect(titles == ["", "infoDark"])
  }

  @Test("A gesture recognizer's segue is found by its identifier")
  func segueOfARecognizer() throws {
    let (_, detail) = try detail()
    #expect(detail.performSegue(withIdentifier: "swipe"))
    #expect(detail.presentedViewController?.restorationIdentifier == "List")
  }

  @Test("A storyboard opened from a file can refer to the storyboards beside it")
  func storyboardsBesideEachOther() throws {
    let file = Fixtures.bundle.bundleURL.appendingPathComponent("References.storyboard")
    let beside = try Storyboard(contentsOf: file, application: nil)
    let inBundle = try Fixtures.open("References")
    #expect(
      outline(beside.instantiateInitialViewController())
        == outline(inBundle.instantiateInitialViewController()))
    #expect(beside.diagnostics.map(\.line) == inBundle.diagnostics.map(\.line))
    let reference = "<viewControllerPlaceholder storyboardName=\"../Fixtures/Tabs\" id=\"p\"/>"
    let outside = try Fixtures.open(text: Fixtures.document(initial: "p", reference))
    #expect(outside.instantiateInitialViewController() == nil)
    #expect(outside.diagnostics.map(\.line) == [4])
  }

  @Test("R12: each unsupported class and attribute is named once, outlets to constraints never")
  func sparingDiagnostics() throws {
    let (storyboard, detail) = try detail()
    _ = detail.view
    #expect(
      storyboard.diagnostics.map(\.description) == [
        "line 110: <swipeGestureRecognizer> is not supported and is left out",
        "line 50: <viewController> has a restoration identifier that contains a slash, "
          + "and is ignored",
        "line 86: <view> has the class Badge, which is not registered: "
          + "application.storyboards.register(Badge.self) { … }",
        "line 91: <userDefinedRuntimeAttribute> sets isRound; "
          + "only restorationIdentifier can be set here",
      ])
  }
}

/// A row with a star.
@MainActor private final class StarCell: TableViewCell {
  var starCount = 0
}
