// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

@testable import PhotoViewer

/// The real screens without a display, relaunched with one store and key.
@MainActor @Suite final class PhotoViewerTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("photos-\(UUID().uuidString)")
  let store = MemoryStore()
  let keys = MemoryKeyProvider()
  let program: TestApplication<NavigationController>

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Dahlia", "Dune", "Setting Sun"] {
      try Data().write(to: folder.appendingPathComponent("\(name).jpg"))
    }
    program = Self.program(store, keys, folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func program(_ store: MemoryStore, _ keys: MemoryKeyProvider, _ folder: URL)
    -> TestApplication<NavigationController>
  {
    TestApplication(store: store, keys: keys) {
      PhotoViewerDelegate(library: PhotoLibrary(folder: folder))
    }
  }

  private func openDune() throws {
    let photos = try #require(program.root.topViewController as? PhotosController)
    let collectionView = try #require(photos.collectionView)
    collectionView.hostDidSelectElement(at: IndexPath(item: 1, section: 0), extending: false)
  }

  /// Opens the second photo, sets sepia, and opens the inspector of blur.
  private func usePhoto() throws {
    try openDune()
    #expect(program.window.hostDidPressKey("s"))
    program.root.presentedViewController?.dismiss(animated: false)
    let image = try #require(program.root.topViewController as? ImageController)
    image.filters["Sepia"]?.intensity = 0.8485916
    #expect(program.window.hostDidPressKey("b"))
  }

  @Test("R37, R67, R93, R151: photo, filters and the inspector of one of them come back")
  func everythingComesBack() throws {
    try usePhoto()
    expectRoundTrip(program)
    let before = program.state
    program.relaunch()
    expectRestored(program.report)
    expectRestored(before, program.state)
    let image = try #require(program.root.topViewController as? ImageController)
    #expect(image.title == "Dune")
    #expect(image.filters["Sepia"]?.intensity == 0.8485916)
    #expect(image.filters["Sepia"]?.isActive == true)
    let inspector = try #require(program.sheets.first as? FilterInspectorController)
    #expect(inspector.filter === image.filters["Blur"])
    #expect(inspector.filter != nil)
    _ = inspector.view
    #expect(!inspector.dimsContentBehind, "The filter's effect is to be seen.")
  }

  @Test("R184: a deleted photo leads to the grid, without the inspector")
  func deletedPhotoLeadsToTheGrid() throws {
    try usePhoto()
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Dune.jpg"))
    program.relaunch()
    #expect(program.root.viewControllers.count == 1)
    #expect(program.root.topViewController is PhotosController)
    #expect(program.sheets.isEmpty)
  }

  /// Opens the second photo and its activity sheet.
  private func share() throws -> ActivityViewController {
    try openDune()
    let item = try #require(program.root.topViewController?.rightBarButtonItems.first)
    item.action()
    return try #require(program.sheets.last as? ActivityViewController)
  }

  @Test("R84: the photo comes back without its activity sheet")
  func activitySheetIsNotRestored() throws {
    #expect(try share().restorationIdentifier == "ActivitySheet")
    program.relaunch()
    #expect(program.root.topViewController is ImageController)
    #expect(program.sheets.isEmpty)
  }

  @Test("R84: a mail draft with the photo comes back, launch after launch")
  func mailDraftComesBack() throws {
    try beginMail()
    for _ in 1...2 {
      program.relaunch()
      try expectDraft()
    }
  }

  private func beginMail() throws {
    let sheet = try share()
    let mail = try #require(sheet.activities.first { $0.activityType == .mail })
    sheet.perform(mail)
    #expect(try draft().subject == "Dune")
    try draft().messageBody = "Half a sen"
  }

  private func expectDraft() throws {
    let draft = try draft()
    #expect(draft.messageBody == "Half a sen")
    #expect(draft.subject == "Dune")
    #expect(draft.dimsContentBehind)
    let id = try #require(draft.attachments.first)
    let attachment = try #require(draft.attachmentSource?.attachment(withModelIdentifier: id))
    #expect(attachment.name == "Dune.jpg")
    #expect(program.root.topViewController is ImageController)
  }

  private func draft() throws -> MailComposeViewController {
    try #require(program.sheets.last as? MailComposeViewController)
  }

  @Test("A link to a folder shows that folder's pictures")
  func linkedFolderIsFollowed() throws {
    let link = folder.appendingPathExtension("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    defer { try? FileManager.default.removeItem(at: link) }
    let photos = PhotoLibrary(folder: link).photos
    #expect(photos.count == 3)
    #expect(photos.map(\.id) == PhotoLibrary(folder: folder).photos.map(\.id))
  }

  @Test("Photos are ordered by number, regardless of case and accents")
  func photosAreOrdered() throws {
    for name in ["dune_10", "Dune_9", "Élan", "zoo"] {
      try Data().write(to: folder.appendingPathComponent("\(name).png"))
    }
    #expect(
      PhotoLibrary(folder: folder).photos.map(\.title)
        == ["Dahlia", "Dune", "Dune 9", "dune 10", "Élan", "Setting Sun", "zoo"])
  }

  @Test("R182: state of another folder is refused")
  func otherFolderIsRefused() throws {
    try usePhoto()
    program.relaunch()
    let other = folder.appendingPathComponent("other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    #expect(Self.program(store, keys, folder).root.viewControllers.count == 2)
    let elsewhere = Self.program(store, keys, other)
    #expect(elsewhere.report?.isRefused == true)
    #expect(elsewhere.root.viewControllers.count == 1)
  }
}
