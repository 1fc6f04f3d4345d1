// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationTesting
import Testing

/// The examples of `VersionsAndMigration.md`.
@Suite struct VersionsAndMigrationExamples {
  final class Page: StatePreserving {
    static let schemaVersion = 2
    var scale = 1.0

    func encodeRestorableState(with coder: RestorationEncoder) {
      coder.encode(scale, forKey: "scale")
    }

    func decodeRestorableState(with coder: RestorationDecoder) {
      scale = coder.decodeDouble(forKey: "scale")
    }
  }

  /// The class `Page` under its name of version 1.
  final class Leaf: StatePreserving {
    var zoom = 150

    func encodeRestorableState(with coder: RestorationEncoder) {
      coder.encode(zoom, forKey: "zoom")
    }

    func decodeRestorableState(with coder: RestorationDecoder) {}
  }

  final class Reader: StateRestoring, ObjectRestoration {
    static let formerNames = ["Bookworm.Person"]

    static func object(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> (any StateRestoring)? { Reader() }
  }

  /// Saves a leaf as version 1 of the program did.
  ///
  /// Writes the current archive and its key into the folder.
  private func saveFirstVersion(in folder: URL) throws {
    let restoration = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Bookworm", version: "1.0"),
      archiver: Archiver(
        store: FileStore(folder: folder.path),
        keys: KeyFile(path: folder.appendingPathComponent("1.0.key").path)))
    let leaf = Leaf()
    restoration.registerObject(forStateRestoration: leaf, restorationIdentifier: "Page")
    try restoration.preserve(reason: .explicit).commitAndWait()
  }

  @Test("R72, R154: an archive of version 1 comes back in version 2, under the class's new name")
  func oldArchive() throws {
    let home = try ProgramHome()
    let release = home.folder.appendingPathComponent("release")
    try saveFirstVersion(in: release)
    let folder = home.folder.appendingPathComponent("test")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["current.archive", "1.0.key"] {
      try FileManager.default.copyItem(
        at: release.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }

    let program = ApplicationDescription(
      identifier: "org.example.Bookworm", version: "2.0", schemaVersion: 2)
    let restoration = RestorationCoordinator(
      program,
      archiver: Archiver(
        store: FileStore(folder: folder.path),
        keys: KeyFile(path: folder.appendingPathComponent("1.0.key").path)))
    let page = Page()
    restoration.registerObject(forStateRestoration: page, restorationIdentifier: "Page")
    restoration.migrate(Page.self, from: 1, named: "Percent to scale") { record in
      let percent = record.decode(Int.self, forKey: "zoom") ?? 100
      try record.encode(Double(percent) / 100, forKey: "scale")
      record.remove("zoom")
    }
    restoration.register(Page.self, formerNames: ["Bookworm.Leaf"]) { path, coder in Page() }
    restoration.register(Page.self, formerNames: [archivedClassName(of: Leaf.self)]) { _, _ in
      Page()
    }
    let report = restoration.restore()
    #expect(report.isComplete)
    #expect(report.migrations.map(\.name) == ["Percent to scale"])
    #expect(page.scale == 1.5)
  }

  @Test("R205: a renamed application names the identifier that it had")
  func renamedApplication() {
    let application =
      ApplicationDescription(
        identifier: "org.example.Notes", version: "2.0", formerIdentifiers: ["org.example.Memo"])
    #expect(application.formerIdentifiers == ["org.example.Memo"])
  }

  @Test("R5, R181: only the archive of the refused version is refused")
  func refusal() throws {
    for version in ["0.9", "1.0"] {
      let (store, keys) = (MemoryStore(), MemoryKeyProvider())
      func coordinator(_ version: String) -> RestorationCoordinator {
        RestorationCoordinator(
          ApplicationDescription(identifier: "org.example.Bookworm", version: version),
          archiver: Archiver(store: store, keys: keys))
      }
      try coordinator(version).preserve(reason: .explicit).commitAndWait()
      let (next, delegate) = (coordinator("2.0"), RefusingDelegate())
      next.delegate = delegate
      #expect(next.restore().isRefused == (version == "0.9"))
    }
  }
}

private final class RefusingDelegate: RestorationCoordinatorDelegate {
  func shouldPreserve(with coder: RestorationEncoder) -> Bool { true }

  func willPreserve(with coder: RestorationEncoder) {}

  func shouldRestore(with coder: RestorationDecoder) -> Bool {
    coder.origin.applicationVersion != "0.9"  // its places were page numbers of another edition
  }

  func didRestore(with coder: RestorationDecoder) {}
}
