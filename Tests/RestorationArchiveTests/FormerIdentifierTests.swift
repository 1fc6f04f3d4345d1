// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import Testing

/// An application that had other identifiers before.
struct FormerIdentifierTests {
  private let folder = TemporaryFolder()
  private let old = ApplicationDescription(identifier: "org.example.Old")
  private let renamed = ApplicationDescription(
    identifier: "org.example.New", formerIdentifiers: ["org.example.Old", "org.example.Oldest"])

  private var environment: [String: String] {
    ["XDG_STATE_HOME": folder.path + "/state", "XDG_DATA_HOME": folder.path + "/data"]
  }

  /// Runs a process and then frees its slot.
  ///
  /// The archiver is made as ``Archiver/init(for:)`` makes it.
  private func process<Result>(
    _ application: ApplicationDescription, _ body: (Archiver, FileStore) throws -> Result
  ) throws -> Result {
    let store = try FileStore(for: application, environment: environment)
    defer { store.release(slot: nil) }
    let keys = try KeyFile(for: application, environment: environment)
    return try body(Archiver(store: store, keys: keys), store)
  }

  private func save(_ marker: Int, _ application: ApplicationDescription) throws {
    try process(application) { archiver, _ in
      _ = archiver.load()
      _ = try archiver.saveAndWait(smallSnapshot(marker: marker))
    }
  }

  private func marker(_ application: ApplicationDescription) throws -> Int? {
    try process(application) { archiver, _ in try Life.marker(archiver.load()) }
  }

  @Test("R205, R156: state and key under a former identifier are found, and later saves go there")
  func formerIdentifier() throws {
    try save(1, old)
    #expect(try marker(renamed) == 1)
    try save(2, renamed)
    #expect(try marker(renamed) == 2)
    #expect(try marker(old) == 2, "the program of the former name may be used again")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/org.example.New"))
  }

  @Test("R205: state under the present identifier comes first, then that of the latest former one")
  func latestFormerIdentifier() throws {
    try save(1, ApplicationDescription(identifier: "org.example.Oldest"))
    #expect(try marker(renamed) == 1)
    try save(2, old)
    #expect(try marker(renamed) == 2)
    try save(3, ApplicationDescription(identifier: "org.example.New"))
    #expect(try marker(renamed) == 3)
    try save(4, renamed)
    #expect(try marker(old) == 2)
  }

  @Test("R205: a launch without former identifiers that saves nothing does not hide the old state")
  func launchWithoutFormerIdentifiers() throws {
    try save(1, old)
    // This launch makes a key and a lock under the present name.
    #expect(try marker(ApplicationDescription(identifier: "org.example.New")) == nil)
    #expect(try marker(renamed) == 1)
  }

  @Test("R205: without saved state, the present identifier names the folder and the key")
  func firstLaunch() throws {
    try save(1, renamed)
    #expect(
      try FileStore(for: renamed, environment: environment).folder.contains("org.example.New"))
    #expect(try KeyFile(for: renamed, environment: environment).path.contains("org.example.New"))
    #expect(try marker(renamed) == 1)
  }

  @Test("R205, R183: retired state does not come back from a former identifier")
  func retiredState() throws {
    try save(1, old)
    try save(2, ApplicationDescription(identifier: "org.example.New"))
    try process(renamed) { archiver, _ in
      _ = archiver.load()
      try archiver.retireAndWait()
    }
    #expect(try marker(renamed) == nil)
    #expect(try marker(old) == nil)
  }

  @Test("R205, R183: retired state takes all that was kept under former identifiers with it")
  func nothingStaysUnderFormerIdentifiers() throws {
    try save(1, old)
    let former = try FileStore(for: old, environment: environment)
    for slot in ["instance-2", nil] {
      for byte in 1...2 as ClosedRange<UInt8> {
        try former.replace(with: [byte], slot: slot)
        _ = try former.setAside(.current, slot: slot, for: .failedLaunch, keepsPlace: false)
      }
    }
    try FileManager.default.removeItem(atPath: former.folder + "/passed-over-1.archive")
    try save(2, ApplicationDescription(identifier: "org.example.New"))
    try process(renamed) { archiver, _ in
      _ = archiver.load()
      try archiver.retireAndWait()
    }
    #expect(try former.allFiles().filter(\.isState).isEmpty)
  }

  @Test("R205: a former identifier that cannot name a folder is rejected")
  func impossibleIdentifier() {
    #expect(throws: ArchiveError.self) {
      try FileStore(
        for: ApplicationDescription(identifier: "new", formerIdentifiers: ["a/b"]),
        environment: environment)
    }
  }
}
