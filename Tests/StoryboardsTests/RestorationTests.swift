// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Storyboards
import Testing
import ViewControllers

/// Storyboard content that is restored without code.
@MainActor @Suite struct RestorationTests {
  @Test("R32, R46, R61, R70, R142, R176: scenes come back by their identifiers, without a segue")
  func scenesComeBack() throws {
    let device = Device(storyboard: "Photos") { $0.registerPhotos() }
    let first = device.launch()
    let image = try push("DetailView", in: first)
    _ = image.view
    image.isSepia = true
    image.scroller?.zoomScale = 2.5
    #expect(image.performSegue(withIdentifier: "inspect"))
    #expect(image.prepared == ["inspect"])
    let inspector = try #require(first.sheet)
    find(Slider.self, in: inspector.view)?.value = 0.75

    let second = first.relaunch()
    #expect(second.stack == ["Photos", "DetailView"])
    let restored = try #require(second.navigation?.topViewController as? ImageController)
    #expect(restored !== image)
    #expect(restored.isSepia)
    #expect(restored.prepared.isEmpty)
    #expect(restored.scroller?.zoomScale == 2.5)
    #expect(restored.storyboard?.name == "Photos")
    let sheet = try #require(second.sheet)
    #expect(sheet.restorationIdentifier == "Inspector")
    #expect(find(Slider.self, in: sheet.view)?.value == 0.75)
    #expect(second.relaunch().sheet?.restorationIdentifier == "Inspector", "saved as it came")
  }

  @Test("R141: the views above and below a table's rows come back")
  func tableEndsComeBack() throws {
    let device = Device(storyboard: "TableEnds")
    let first = device.launch()
    let table = try #require(first.root?.view as? TableView)
    let search = try #require(table.tableHeaderView as? SearchBar)
    search.hostDidEdit(text: "oak", selectedTextRange: 3..<3)
    let footer = try #require(table.tableFooterView)
    #expect(find(Button.self, in: footer)?.title == "Log out")
    find(Switch.self, in: footer)?.isOn = true
    let layout = table.elementLayout(keepingElementsOf: nil)
    #expect(layout.contentSize(forWidth: 300).height == 164)
    let second = first.relaunch()
    let restored = try #require(second.root?.view as? TableView)
    #expect((restored.tableHeaderView as? SearchBar)?.text == "oak")
    #expect(restored.tableFooterView.flatMap { find(Switch.self, in: $0) }?.isOn == true)
  }

  @Test("R143: a controller embedded above a table's rows is contained and comes back")
  func embeddedHeaderComesBack() throws {
    let device = Device { window, application in
      application.storyboards.register(OuterController.self) { OuterController() }
      let board = try Fixtures.open("TableEnds", application: application)
      window.rootViewController = try board.instantiateViewController(withIdentifier: "Taxon")
    }
    let first = device.launch()
    let table = try #require(first.root?.view as? TableView)
    let header = try #require(table.tableHeaderView)
    #expect(first.root?.children.first?.view.superview === header)
    find(Slider.self, in: header)?.value = 7
    let second = first.relaunch()
    let restored = try #require(second.root)
    #expect(restored.children.count == 1)
    #expect(find(Slider.self, in: restored.children[0].view)?.value == 7)
  }

  @Test("R11: a storyboard's controllers without identifier keep their defaults")
  func excludedControllers() throws {
    let device = Device(storyboard: "Tabs")
    let first = device.launch()
    let tabs = try #require(first.root as? TabBarController)
    tabs.selectedIndex = 1
    let label = try #require(find(Label.self, in: tabs.children[1].children[0].view))
    label.isHidden = true
    tabs.children[1].children[0].title = "Changed"
    let second = first.relaunch()
    let restored = try #require(second.root as? TabBarController)
    #expect(restored.selectedIndex == 1)
    #expect(restored.children[1].children[0].title == nil)
  }

  @Test("R46: a restoration class gets the storyboard object from the coder")
  func storyboardIsDecoded() throws {
    let device = Device(storyboard: "Photos") { classes in
      classes.register(ImageController.self) { SelfMadeController.make() }
    }
    let first = device.launch()
    let storyboard = try #require(first.root?.storyboard)
    let image = try storyboard.instantiateViewController(withIdentifier: "DetailView")
    image.restorationClass = SelfMadeController.self
    first.navigation?.pushViewController(image, animated: false)
    SelfMadeController.decoded = []
    let second = first.relaunch()
    #expect(second.stack == ["Photos", "DetailView"])
    #expect(SelfMadeController.decoded.count == 2)
    #expect(SelfMadeController.decoded.first.flatMap(\.self) === second.root?.storyboard)
    #expect(SelfMadeController.decoded.last.flatMap(\.self) == nil, "under another key")
  }

  @Test(
    "R70: a storyboard that launch code did not open is opened by name and bundle",
    arguments: [false, true])
  func storyboardIsOpenedAgain(hasNamesake: Bool) throws {
    let folder = try folderWithStoryboard("Settings")
    defer { try? FileManager.default.removeItem(at: folder) }
    let other = try #require(Bundle(url: folder))
    var namesakes: [Storyboard] = []
    var isSecondLife = false
    let device = Device { window, application in
      window.rootViewController = NavigationController(
        rootViewController: ViewController(restorationIdentifier: "Home"),
        restorationIdentifier: "Nav")
      if isSecondLife, hasNamesake {
        namesakes.append(try Storyboard(name: "Settings", bundle: other, application: application))
      }
      _ = try Fixtures.open("Tabs", application: application)
    }
    let first = device.launch()
    let settings = try Fixtures.open("Settings", application: first.application)
    first.navigation?.pushViewController(
      try settings.instantiateViewController(withIdentifier: "Language"), animated: false)
    isSecondLife = true
    let second = first.relaunch()
    #expect(second.stack == ["Home", "Language Screen"])
    #expect(second.navigation?.topViewController?.storyboard?.name == "Settings")
    #expect(namesakes.count == (hasNamesake ? 1 : 0))
  }

  @Test("R70: a missing storyboard drops its controllers, and the report says why")
  func storyboardIsGone() throws {
    let folder = try folderWithStoryboard("Extra")
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = Device(storyboard: "Photos")
    let first = device.launch()
    do {
      let file = folder.appendingPathComponent("Extra.storyboard")
      let extra = try Storyboard(contentsOf: file, application: first.application)
      first.navigation?.pushViewController(
        try extra.instantiateViewController(withIdentifier: "x"), animated: false)
    }
    let second = first.relaunch()
    #expect(second.stack == ["Photos"])
    let reasons = second.report.map { String(describing: $0) } ?? ""
    #expect(reasons.contains("④ its storyboard did not make it"))
  }

  /// Makes a folder with a storyboard of one screen.
  private func folderWithStoryboard(_ name: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = Fixtures.document("<viewController id=\"x\" restorationIdentifier=\"Extra\"/>")
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).storyboard"))
    return folder
  }

  private func push(_ scene: String, in session: Session) throws -> ImageController {
    let storyboard = try #require(session.root?.storyboard)
    let controller = try #require(
      try storyboard.instantiateViewController(withIdentifier: scene) as? ImageController)
    session.navigation?.pushViewController(controller, animated: false)
    return controller
  }
}

/// A class that creates the photo screen from its coder's storyboard.
@MainActor final class SelfMadeController: ViewControllerRestoration {
  static var decoded: [Storyboard?] = []

  static func make() -> ImageController { ImageController() }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    let storyboard = coder.decodeObject(Storyboard.self, forKey: ReservedKey.storyboard)
    decoded += [storyboard, coder.decodeObject(Storyboard.self, forKey: "sepia")]
    return try? storyboard?.instantiateViewController(withIdentifier: "DetailView")
  }
}
