// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

/// The short ways to take part in restoration.
///
/// Elements name themselves, or a scope names them.
@MainActor struct AdoptionTests {
  // MARK: Elements that name themselves

  private struct Song: Identifiable {
    var id: String
  }

  private final class Album: TableViewDataSource, CollectionViewDataSource, IdentifiableElements {
    var sides: [[Song]]

    init(_ sides: [[String]]) { self.sides = sides.map { $0.map(Song.init) } }

    func elements(in view: View) -> [[Song]] { sides }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      tableView.dequeueReusableCell(TableViewCell.self)
    }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { collectionView.dequeueReusableCell(CollectionViewCell.self) }
  }

  @Test("R106: a selection follows elements by their identifiers and skips elements that are gone")
  func selectionFollowsElements() throws {
    let albums = [
      Album([["a", "b"], ["c", "d"]]), Album([["x", "d"], ["y", "b", "a"]]),
      Album([["x"], ["y", "a"]]),
    ]
    var current = 0
    let program = device { () -> TableView in
      let table = TableView()
      table.dataSource = albums[current]
      return table
    }
    let first = program.launch()
    let table: TableView = try #require(content(first))
    table.selectRow(at: IndexPath(row: 1, section: 0))
    current = 1
    let second = first.relaunch()
    let moved: TableView = try #require(content(second))
    #expect(moved.indexPathsForSelectedRows == [IndexPath(row: 1, section: 1)])
    current = 2
    let without: TableView = try #require(content(second.relaunch()))
    #expect(without.indexPathsForSelectedRows == [])
  }

  @Test("R106, R187: listed elements are counted, and an index path without one has no identifier")
  func elementsAreCounted() {
    let album = Album([["a", "b"], ["c"], []])
    let (table, collection) = (TableView(), CollectionView())
    #expect(album.numberOfSections(in: table) == 3)
    #expect(album.numberOfSections(in: collection) == 3)
    #expect((0..<3).map { album.tableView(table, numberOfRowsInSection: $0) } == [2, 1, 0])
    #expect(
      (0..<3).map { album.collectionView(collection, numberOfItemsInSection: $0) } == [2, 1, 0])
    let identifiers = [(0, 0), (0, 2), (2, 0), (3, 0)].map { section, row in
      album.modelIdentifierForElement(at: IndexPath(row: row, section: section), in: table)
    }
    #expect(identifiers == ["a", nil, nil, nil])
    #expect(album.indexPathForElement(withModelIdentifier: "x", in: table) == nil)
  }

  // MARK: Identifiers

  @Test("R1, R9: initializers take the restoration identifier, which is nil by default")
  func identifiersAreGivenAtOnce() {
    final class Plain: ViewController {}
    let controllers = [
      ViewController(restorationIdentifier: "A"), Plain(restorationIdentifier: "A"),
      NavigationController(restorationIdentifier: "A"),
      TabBarController(restorationIdentifier: "A"),
      SplitViewController(restorationIdentifier: "A"),
      PageViewController(restorationIdentifier: "A"),
      SearchController(restorationIdentifier: "A"),
      MailComposeViewController(restorationIdentifier: "A"),
      ActivityViewController(activityItems: [], restorationIdentifier: "A"),
    ]
    let views = [
      View(restorationIdentifier: "A"), ScrollView(restorationIdentifier: "A"),
      TableView(restorationIdentifier: "A"), CollectionView(restorationIdentifier: "A"),
      TextView(restorationIdentifier: "A"), TextField(restorationIdentifier: "A"),
      ImageView(restorationIdentifier: "A"), SegmentedControl(restorationIdentifier: "A"),
      Slider(restorationIdentifier: "A"), Stepper(restorationIdentifier: "A"),
      Switch(restorationIdentifier: "A"),
    ]
    #expect(controllers.allSatisfy { $0.restorationIdentifier == "A" })
    #expect(views.allSatisfy { $0.restorationIdentifier == "A" })
    let window = Window(application: nil, restorationIdentifier: "A")
    #expect(window.restorationIdentifier == "A")
    #expect(ViewController().restorationIdentifier == nil)
    #expect(View().restorationIdentifier == nil)
    #expect(Window(application: nil).restorationIdentifier == nil)
  }

  // MARK: Scopes

  private final class FolderDelegate: ScopedApplicationDelegate {
    var restorationScope: String
    let screen = Screen("Home")

    init(_ folder: String) { restorationScope = folder }

    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      Window(application: application).rootViewController = screen
      return true
    }
  }

  @Test("R1, R3, R5, R182: state is restored only in the scope that saved it")
  func scopeDecides() {
    let program = Device { $0.rootViewController = Screen("Home") }
    let unscoped = program.launch()
    (unscoped.root as? Screen)?.note = 2
    unscoped.application.terminate()
    func launch(_ folder: String) -> (FolderDelegate, Session) {
      let delegate = FolderDelegate(folder)
      return (delegate, program.launch(delegate: delegate))
    }
    #expect(launch("").0.screen.note == 0, "it was saved without a scope")
    let (pictures, session) = launch("/pictures")
    pictures.screen.note = 3
    session.application.terminate()
    #expect(launch("/music").0.screen.note == 0)
    #expect(launch("/pictures").0.screen.note == 3)
  }
}
