// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport
import Foundation
import Testing
import ViewControllersTesting

@testable import PhotoViewer

/// Screens of a folder that changes, or that contains other files.
@MainActor @Suite(.timeLimit(.minutes(1))) final class FolderTests {
  /// The closures that wait for pictures to be decoded.
  private final class Decoding {
    var waiting: [@MainActor () -> Void] = []

    @MainActor func end() {
      let due = waiting
      waiting = []
      due.forEach { $0() }
    }
  }

  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("folder-\(UUID().uuidString)")
  private let decoding = Decoding()
  let program: TestApplication<NavigationController>

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Dahlia", "Dune", "Setting Sun"] {
      try Data().write(to: folder.appendingPathComponent("\(name).jpg"))
    }
    program = TestApplication(store: MemoryStore(), keys: MemoryKeyProvider()) {
      [folder, decoding] in
      PhotoViewerDelegate(library: PhotoLibrary(folder: folder)) { decoding.waiting.append($0) }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var photos: PhotosController {
    get throws { try #require(program.root.viewControllers.first as? PhotosController) }
  }

  private var grid: CollectionView { get throws { try #require(photos.collectionView) } }

  private var image: ImageController {
    get throws { try #require(program.root.topViewController as? ImageController) }
  }

  private var titles: [String] { get throws { try photos.library.photos.map(\.title) } }

  private func openDune() throws {
    _ = try photos.view
    try grid.hostDidSelectElement(at: IndexPath(item: 1, section: 0), extending: false)
  }

  /// Changes the folder and waits until the library has noticed.
  private func change(
    until isDone: @escaping ([Photo]) -> Bool, _ change: () throws -> Void
  ) async throws {
    let library = try photos.library
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    library.observe(self) { continuation.yield() }
    try change()
    for await _ in changes where isDone(library.photos) { break }
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  @Test("A new picture is shown, and the selection stays with its photo")
  func newPictureIsShown() async throws {
    try openDune()
    try photos.library.watch()
    try await change(until: { $0.count == 4 }) {
      try Data().write(to: folder.appendingPathComponent("Agave.png"))
    }
    #expect(try titles == ["Agave", "Dahlia", "Dune", "Setting Sun"])
    #expect(try photos.collectionView(grid, numberOfItemsInSection: 0) == 4)
    #expect(try grid.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
    #expect(try image.title == "Dune")
    #expect(try image.problem == nil)
  }

  @Test("Pictures in a new subfolder are shown; hidden files are not")
  func newSubfolderIsWatched() async throws {
    try photos.library.watch()
    let inner = folder.appendingPathComponent("Inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try await change(until: { $0.count == 4 }) {
      try Data().write(to: inner.appendingPathComponent("Agave.png"))
    }
    try await change(until: { $0.count == 5 }) {
      try Data().write(to: inner.appendingPathComponent(".Hidden.png"))
      try Data().write(to: inner.appendingPathComponent("Begonia.png"))
    }
    #expect(try titles == ["Agave", "Begonia", "Dahlia", "Dune", "Setting Sun"])
  }

  @Test("An open photo that is deleted shows a placeholder until it is back")
  func goneWhileOpen() async throws {
    try openDune()
    let image = try image
    try photos.library.watch()
    image.toggleBars()
    #expect(program.root.isNavigationBarHidden)
    try await change(until: { $0.count == 2 }) { try remove("Dune.jpg") }
    #expect(image.problem == .isGone)
    #expect(!image.problemPage.isHidden)
    #expect(image.problemPage.title == "Picture Not Found")
    #expect(image.problemPage.sentence == "“Dune” is no longer in \(folder.path).")
    #expect(image.imageView?.isHidden == true)
    #expect(!program.root.isNavigationBarHidden)
    let items = image.toolbarItems + image.rightBarButtonItems
    #expect(items.map(\.isEnabled) == [false, false, false])
    #expect(program.window.discoverableKeyCommands.isEmpty)
    #expect(!program.window.hostDidPressKey("s"))
    image.share()
    #expect(program.sheets.isEmpty)
    #expect(try grid.indexPathsForSelectedItems == [])

    try await change(until: { $0.count == 3 }) {
      try Data().write(to: folder.appendingPathComponent("Dune.jpg"))
    }
    #expect(image.problem == nil)
    #expect(program.window.discoverableKeyCommands.count == 2)
    #expect(image.problemPage.isHidden)
    #expect(image.imageView?.isHidden == false)
    #expect(items.map(\.isEnabled) == [true, true, true])
    #expect(program.root.isNavigationBarHidden)
  }

  @Test("A picture that cannot be decoded shows a placeholder until its file is written again")
  func unreadablePicture() async throws {
    try openDune()
    let image = try image
    try photos.library.watch()
    #expect(image.problem == nil)
    decoding.end()
    #expect(image.problem == .isUnreadable)
    #expect(image.problemPage.title == "Cannot Show Picture")
    #expect(image.rightBarButtonItems.map(\.isEnabled) == [false])

    let former = try photos.library.photo(withID: image.imageID)?.modified
    let id = image.imageID
    try await change(until: { $0.contains { $0.id == id && $0.modified != former } }) {
      try Data("A picture".utf8).write(to: folder.appendingPathComponent("Dune.jpg"))
    }
    #expect(image.problem == nil)
    image.imageView?.isImageShown = true
    decoding.end()
    #expect(image.problem == nil)
  }

  @Test("A thumbnail that cannot be decoded shows a placeholder")
  func unreadableThumbnail() throws {
    _ = try photos.view
    let cell = try #require(
      photos.collectionView(grid, cellForItemAt: IndexPath(item: 0, section: 0)) as? PhotoCell)
    #expect(!cell.showsPlaceholder)
    decoding.end()
    #expect(cell.showsPlaceholder)
  }

  @Test("An empty folder says so until there is a picture")
  func emptyFolder() async throws {
    try photos.library.watch()
    _ = try photos.view
    #expect(try photos.emptyPage.isHidden)
    try await change(until: \.isEmpty) {
      for name in ["Dahlia", "Dune", "Setting Sun"] { try remove("\(name).jpg") }
    }
    #expect(try !photos.emptyPage.isHidden)
    #expect(try grid.isHidden)
    #expect(try photos.emptyPage.title == "No Pictures")
    #expect(try photos.emptyPage.sentence == "There are no pictures in \(folder.path).")
    try await change(until: { $0.count == 1 }) {
      try Data().write(to: folder.appendingPathComponent("Agave.png"))
    }
    #expect(try photos.emptyPage.isHidden)
    #expect(try !grid.isHidden)
  }

  @Test("Files with names that are not UTF-8 are listed separately and opened by their bytes")
  func foreignNames() throws {
    for byte in [0xe9, 0xe8] as [UInt8] {
      let path = Array(folder.path.utf8) + Array("/caf".utf8) + [byte] + Array(" 1.JPG".utf8)
      let file = open(path.map(CChar.init(bitPattern:)) + [0], O_CREAT | O_WRONLY, 0o600)
      try #require(file >= 0)
      close(file)
    }
    let foreign = PhotoLibrary(folder: folder).photos.filter { $0.title.hasPrefix("caf") }
    #expect(foreign.map(\.title) == ["caf\u{FFFD} 1", "caf\u{FFFD} 1"])
    #expect(Set(foreign.map(\.id)).count == 2)
    let names = foreign.map { $0.image.fileURL.absoluteString.split(separator: "/").last }
    #expect(Set(names) == ["caf%E9%201%2EJPG", "caf%E8%201%2EJPG"])
    #expect(foreign.map(\.image.fileURL.isFileURL) == [true, true])
  }
}
