// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing
import ViewControllers

@testable import PhotoViewer

/// The real screens without a display, relaunched with the same store and key.
@MainActor @Suite final class PhotoViewerTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("photos-\(UUID().uuidString)")
  let store = MemoryStore()
  let keys = MemoryKeyProvider()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Dahlia", "Dune", "Setting Sun"] {
      try Data().write(to: folder.appendingPathComponent("\(name).jpg"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func launch(_ folder: URL? = nil) -> Application {
    let application = Application(
      ApplicationDescription(identifier: "test", version: "1.0"),
      delegate: PhotoViewerDelegate(library: PhotoLibrary(folder: folder ?? self.folder)),
      host: HeadlessHost(), archiver: Archiver(store: store, keys: keys))
    application.launch()
    return application
  }

  private func navigation(_ application: Application) throws -> NavigationController {
    try #require(application.windows.first?.rootViewController as? NavigationController)
  }

  /// Opens the second photo, sets sepia, opens the inspector of blur, and ends the process.
  private func usePhoto() throws {
    let application = launch()
    let navigation = try navigation(application)
    let photos = try #require(navigation.topViewController as? PhotosController)
    let collectionView = try #require(photos.view as? CollectionView)
    collectionView.hostDidSelectItem(at: IndexPath(item: 1, section: 0), extending: false)
    let window = try #require(application.windows.first)
    #expect(window.hostDidPressKey("s"))
    navigation.presentedViewController?.dismiss(animated: false)
    let image = try #require(navigation.topViewController as? ImageController)
    image.filters["Sepia"]?.intensity = 0.8485916
    #expect(window.hostDidPressKey("b"))
    application.terminate()
  }

  @Test("R37, R91, R93: filters made on demand come back, shared by photo and inspector")
  func filtersComeBackShared() throws {
    try usePhoto()
    let application = launch()
    let navigation = try navigation(application)
    let image = try #require(navigation.topViewController as? ImageController)
    #expect(image.title == "Dune")
    #expect(image.filters["Sepia"]?.intensity == 0.8485916)
    #expect(image.filters["Sepia"]?.isActive == true)
    let inspector = try #require(navigation.presentedViewController as? FilterInspectorController)
    #expect(inspector.filter === image.filters["Blur"])
    #expect(inspector.filter != nil)
  }

  @Test("R184: a photo deleted between two runs leads to the grid, without inspector")
  func deletedPhotoLeadsToTheGrid() throws {
    try usePhoto()
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Dune.jpg"))
    let application = launch()
    let navigation = try navigation(application)
    #expect(navigation.viewControllers.count == 1)
    #expect(navigation.topViewController is PhotosController)
    #expect(navigation.presentedViewController == nil)
  }

  @Test("A folder that is a link shows what it leads to")
  func linkedFolderIsFollowed() throws {
    let link = folder.appendingPathExtension("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    defer { try? FileManager.default.removeItem(at: link) }
    let photos = PhotoLibrary(folder: link).photos
    #expect(photos.count == 3)
    #expect(photos.map(\.id) == PhotoLibrary(folder: folder).photos.map(\.id))
  }

  @Test("Photos are ordered by number, whatever the case and marks of letters")
  func photosAreOrdered() throws {
    for name in ["dune_10", "Dune_9", "Élan", "zoo"] {
      try Data().write(to: folder.appendingPathComponent("\(name).png"))
    }
    #expect(
      PhotoLibrary(folder: folder).photos.map(\.title)
        == ["Dahlia", "Dune", "Dune 9", "dune 10", "Élan", "Setting Sun", "zoo"])
  }

  @Test("R182: a place in another folder is refused")
  func otherFolderIsRefused() throws {
    try usePhoto()
    let other = folder.appendingPathComponent("other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    let application = launch(other)
    #expect(try navigation(application).viewControllers.count == 1)
  }
}
