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

  /// Opens the second photo and its activity sheet.
  private func share(_ application: Application) throws -> ActivityViewController {
    let navigation = try navigation(application)
    let photos = try #require(navigation.topViewController as? PhotosController)
    let collectionView = try #require(photos.view as? CollectionView)
    collectionView.hostDidSelectItem(at: IndexPath(item: 1, section: 0), extending: false)
    let item = try #require(navigation.topViewController?.rightBarButtonItems.first)
    item.action()
    return try #require(navigation.presentedViewController as? ActivityViewController)
  }

  @Test("R84: with the activity sheet up, the photo comes back without it")
  func activitySheetIsNotRestored() throws {
    let first = launch()
    #expect(try share(first).restorationIdentifier == "ActivitySheet")
    first.terminate()
    let navigation = try navigation(launch())
    #expect(navigation.topViewController is ImageController)
    #expect(navigation.presentedViewController == nil)
  }

  @Test("R84: a mail draft with the photo comes back as it was typed, again and again")
  func mailDraftComesBack() throws {
    let first = launch()
    let sheet = try share(first)
    let mail = try #require(sheet.activities.first { $0.activityType == .mail })
    sheet.perform(mail)
    let draft = try self.draft(first)
    #expect(draft.subject == "Dune")
    draft.messageBody = "Half a sen"
    first.terminate()
    for _ in 1...2 {
      let application = launch()
      let draft = try self.draft(application)
      #expect(draft.messageBody == "Half a sen")
      #expect(draft.subject == "Dune")
      let id = try #require(draft.attachments.first)
      let attachment = try #require(draft.attachmentSource?.attachment(withModelIdentifier: id))
      #expect(attachment.name == "Dune.jpg")
      #expect(try navigation(application).topViewController is ImageController)
      application.terminate()
    }
  }

  private func draft(_ application: Application) throws -> MailComposeViewController {
    try #require(navigation(application).presentedViewController as? MailComposeViewController)
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
