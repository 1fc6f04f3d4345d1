// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

/// Archives of older and newer application versions, in a real folder.
@Suite struct MigrationTests {
  private let folder = Folder()
  private let keys = MemoryKeyProvider()
  private var store: FileStore { FileStore(folder: folder.path) }

  private func app(_ version: Int, steps: [Int]? = nil, failing: Int? = nil) -> AlbumApp {
    AlbumApp(version, Archiver(store: store, keys: keys), steps: steps, failing: failing)
  }

  /// Saves a photo and a counter of 5 with the first version.
  private func saveFirstVersion(_ text: String = "Half Dome") throws {
    let first = app(1)
    first.photo.text = text
    first.counter.value = 5
    try first.save()
  }

  @Test("R154: an archive of schema 1 opens in versions 2 and 3, each through its named steps")
  func chainedSteps() throws {
    try saveFirstVersion()
    let third = app(3)
    let report = third.restore()
    #expect(third.photo.text == "Half Dome")
    #expect(third.photo.version == 3)
    #expect(report["Photo"] == .restored)
    #expect(report.migrations.map(\.name) == ["Split the name", "Join the names to a title"])
    #expect(report.migrations.map(\.version) == [1, 2])
    #expect(report.diagnostics.isEmpty)

    let second = app(2)
    let secondReport = second.restore()
    #expect(second.photo.text == "Half Dome")
    #expect(secondReport.migrations.map(\.name) == ["Split the name"])
    try second.save()
    let upgraded = app(3)
    #expect(upgraded.restore().migrations.map(\.name) == ["Join the names to a title"])
    #expect(upgraded.photo.text == "Half Dome")
  }

  @Test("R154: after a downgrade, the newer file is untouched and the older version starts clean")
  func downgrade() throws {
    try saveFirstVersion()
    let third = app(3)
    _ = third.restore()
    third.photo.text = "El Capitan"
    try third.save()
    let newer = try #require(try store.load(.current, slot: nil))
    let older = try #require(try store.load(.previous, slot: nil))

    let first = app(1)
    let report = first.restore()
    #expect(!report.isRestored)
    #expect(report.incidents.map(\.error.code) == [.newerSchema])
    #expect(report.incidents.map(\.isSetAside) == [false])
    #expect(first.photo.text == "default")
    first.photo.text = "Saved beside"
    try first.save()
    #expect(try store.load(.current, slot: nil) == newer)
    #expect(try store.load(.previous, slot: nil) == older)

    let firstAgain = app(1)
    _ = firstAgain.restore()
    #expect(firstAgain.photo.text == "Saved beside")
    let thirdAgain = app(3)
    _ = thirdAgain.restore()
    #expect(thirdAgain.photo.text == "El Capitan")
  }

  @Test("R154, R183: retiring includes what an older version saved beside a newer one")
  func logOutAfterDowngrade() throws {
    try saveFirstVersion()
    let third = app(3)
    _ = third.restore()
    try third.save()
    let first = app(1)
    _ = first.restore()
    first.photo.text = "Saved beside"
    try first.save()

    let archiver = Archiver(store: store, keys: keys)
    _ = AlbumApp(3, archiver).restore()
    try archiver.queue.sync { archive throws(ArchiveError) in try archive.retire() }
    let firstAgain = app(1)
    #expect(!firstAgain.restore().isRestored)
    #expect(firstAgain.photo.text == "default")
  }

  @Test("R154: an application that never restores does not overwrite a newer version's file")
  func saveWithoutRestore() throws {
    let third = app(3)
    try third.save()
    let newer = try #require(try store.load(.current, slot: nil))
    try app(1).save()
    #expect(try store.load(.current, slot: nil) == newer)
  }

  @Test("R154: several older versions keep one slot each beside the newest version's")
  func severalOlderVersions() throws {
    for version in [3, 2, 1] {
      let app = app(version)
      _ = app.restore()
      app.photo.text = "of \(version)"
      try app.save()
    }
    for version in [3, 2, 1] {
      let app = app(version)
      _ = app.restore()
      #expect(app.photo.text == "of \(version)")
    }
  }

  @Test(
    "R154: a missing step leaves the object unchanged; the outcome names type, versions and step"
  )
  func missingStep() throws {
    try saveFirstVersion()
    let third = app(3, steps: [1])
    let report = third.restore()
    let reason = try #require(report["Photo"]?.defaultedReason)
    let name = archivedClassName(of: Photo.self)
    #expect(reason.contains("schema 1 of \(name), which has 3 now"))
    #expect(reason.contains("no step from 2 to 3"))
    #expect(report.diagnostics == ["Photo: \(reason)"])
    #expect(!third.photo.isDecoded)
    #expect(third.photo.text == "default")
    #expect(third.counter.value == 5)
  }

  @Test("R154: a step that throws is named without values, and other objects are restored")
  func throwingStep() throws {
    try saveFirstVersion("secret place")
    let third = app(3, failing: 2)
    let report = third.restore()
    let reason = try #require(report["Photo"]?.defaultedReason)
    #expect(reason.contains("\"Join the names to a title\" from 2 to 3 threw"))
    #expect(reason.contains("Failure"))
    #expect(!reason.contains("secret"))
    #expect(report["Counter"] == .restored)
    #expect(third.counter.value == 5)
  }

  @Test(
    "R154: a record newer than its class is not decoded, even if the application's schema is equal")
  func newerRecord() throws {
    let first = app(1)
    try Photo.$ownVersion.withValue(4) { _ = try first.save() }
    let again = app(1)
    let reason = try #require(again.restore()["Photo"]?.defaultedReason)
    #expect(reason.contains("schema 4"))
    #expect(reason.contains("ApplicationDescription.schemaVersion"))
    #expect(!again.photo.isDecoded)
  }

  @Test("R154: a restoration class reads migrated values, and none if a step fails")
  func lookupsReadMigratedValues() throws {
    let first = app(1)
    first.coordinator.register(Photo.self) { _, _ in nil }
    first.photo.text = "Half Dome"
    try first.save()
    for failing in [nil, 1] as [Int?] {
      let second = app(2, failing: failing)
      var made: Photo?
      var keys: [Bool] = []
      second.coordinator.register(Photo.self) { _, coder in
        keys = ["name", "names", "page"].map(coder.containsValue)
        made = Photo()
        return made
      }
      _ = second.restore()
      #expect(keys == (failing == nil ? [false, true, true] : [false, false, false]))
      #expect(made?.text == (failing == nil ? "Half Dome" : "default"))
    }
  }

  @Test("R154: records under a class's former name go through its migration steps")
  func formerName() throws {
    let first = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Album"),
      archiver: Archiver(store: store, keys: keys))
    let old = OldPhoto()
    first.register(old, as: "Photo")
    try first.save()
    let second = app(2)
    second.coordinator.register(Photo.self as any ObjectRestoration.Type)
    #expect(second.restore()["Photo"] == .restored)
    #expect(second.photo.text == "Half Dome")
  }

  @Test("R154: migrated records are saved in their new version, even by a change pass")
  func migratedRecordIsSavedAnew() throws {
    try saveFirstVersion()
    let second = app(2)
    _ = second.restore()
    #expect(try second.save(everything: false)["Photo"] == .encoded)
    let third = app(3)
    #expect(third.restore().migrations.map(\.version) == [2])
    #expect(third.photo.text == "Half Dome")
  }

  @Test("R154, R194: an unclaimed record keeps its version until its object is registered")
  func unclaimedRecordKeepsItsVersion() throws {
    try saveFirstVersion()
    let second = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Album", version: "2.0", schemaVersion: 2),
      archiver: Archiver(store: store, keys: keys))
    #expect(second.restore()["Photo"] == .unclaimed)
    try second.save()
    let third = app(3)
    #expect(third.restore().migrations.map(\.version) == [1, 2])
    #expect(third.photo.text == "Half Dome")
  }

  @Test("R154, R194: the record of a late object is migrated, too")
  func lateObjectIsMigrated() throws {
    try saveFirstVersion()
    let second = app(2)
    second.coordinator.register(second.photo, as: "Elsewhere")
    #expect(second.restore()["Photo"] == .unclaimed)
    let late = Photo()
    Photo.$appVersion.withValue(2) { second.coordinator.register(late, as: "Photo") }
    #expect(late.text == "Half Dome")
    #expect(late.version == 2)
  }

  /// Saves a folder in the application record of the first version.
  private func saveFolder() throws {
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode("/home", forKey: "folder") }
    let first = app(1)
    first.coordinator.delegate = delegate
    try first.save()
  }

  @Test("R4, R154: the application record goes through the available migration steps")
  func applicationRecord() throws {
    try saveFolder()
    let third = app(3)
    third.coordinator.migrateApplicationRecord(from: 2, named: "Rename the folder") {
      $0.rename("folder", to: "root")
    }
    let reader = Delegate()
    var read: [String?] = []
    reader.onShouldRestore = { read.append($0.decodeString(forKey: "root")) }
    reader.onDidRestore = { read.append($0.decodeString(forKey: "root")) }
    third.coordinator.delegate = reader
    let report = third.restore()
    #expect(read == ["/home", "/home"])
    #expect(report.migrations.first?.name == "Rename the folder")
    #expect(report.isRestored)
  }

  @Test(
    "R220: an application record whose step fails stays until the delegate changes it",
    arguments: [true, false])
  func failedStepOfTheApplication(changes: Bool) throws {
    try saveFolder()
    let second = app(2)
    second.coordinator.migrateApplicationRecord(from: 1, named: "Rename the folder") { _ in
      throw CancellationError()
    }
    let writer = Delegate()
    var root = "/"
    writer.onWillPreserve = { $0.encode(root, forKey: "root") }
    second.coordinator.delegate = writer
    #expect(second.restore().diagnostics.count == 1)
    if changes { root = "/srv" }
    second.counter.value = 6
    for everything in [false, true] { try second.save(everything: everything) }

    let third = app(2)
    third.coordinator.migrateApplicationRecord(from: 1, named: "Rename the folder") {
      $0.rename("folder", to: "root")
    }
    let reader = Delegate()
    var read: String?
    reader.onDidRestore = { read = $0.decodeString(forKey: "root") }
    third.coordinator.delegate = reader
    _ = third.restore()
    #expect(read == (changes ? "/srv" : "/home"))
    #expect(third.counter.value == 6)
  }
}

/// A temporary folder for one test, removed with this object.
private final class Folder {
  let path = NSTemporaryDirectory() + "restoration-\(UUID().uuidString)"
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
