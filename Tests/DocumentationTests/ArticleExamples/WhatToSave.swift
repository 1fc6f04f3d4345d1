// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationTesting
import Testing

/// The examples of `WhatToSave.md`.
@Suite struct WhatToSaveExamples {
  final class Reading: StateRestoring {
    @Restorable var bookID: String? = nil
    @Restorable var paragraphID: String? = nil
    @Restorable var notesAreShown = false
  }

  final class Composer: StateRestoring {
    @Restorable var draft = ""
    @Restorable var recipientID: String? = nil
  }

  final class OpenFolder: RestorationCoordinatorDelegate {
    let path: String

    init(path: String) { self.path = path }

    func shouldPreserve(with coder: RestorationEncoder) -> Bool {
      coder.encode(path, forKey: "folder")
      return true
    }

    func willPreserve(with coder: RestorationEncoder) {}

    /// A place in another folder means nothing in this one.
    func shouldRestore(with coder: RestorationDecoder) -> Bool {
      coder.decodeString(forKey: "folder") == path
    }

    func didRestore(with coder: RestorationDecoder) {}
  }

  @Test("R5, R182: state of another folder is refused, state of the same folder comes back")
  func folders() throws {
    for folder in ["/books", "/papers"] {
      let (store, keys) = (MemoryStore(), MemoryKeyProvider())
      let program = ApplicationDescription(identifier: "org.example.Bookworm")
      func life(in path: String) throws -> (RestorationReport, Reading) {
        let restoration = RestorationCoordinator(
          program, archiver: Archiver(store: store, keys: keys))
        restoration.budget.objectSize = 4 << 20
        let (delegate, reading) = (OpenFolder(path: path), Reading())
        restoration.delegate = delegate
        restoration.registerObject(forStateRestoration: reading, restorationIdentifier: "Reading")
        let report = restoration.restore()
        reading.bookID = reading.bookID ?? "moby-dick"
        try restoration.preserve(reason: .explicit).commitAndWait()
        return (report, reading)
      }
      _ = try life(in: "/books")
      #expect(try life(in: folder).0.isRefused == (folder != "/books"))
    }
  }

  @Test("A draft takes less than 1024 bytes")
  func size() {
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Bookworm"),
      archiver: Archiver(store: MemoryStore(), keys: MemoryKeyProvider()))
    let composer = Composer()
    composer.draft = "Dear Ishmael"
    coordinator.registerObject(forStateRestoration: composer, restorationIdentifier: "Composer")
    #expect(coordinator.preview().report.byteCount < 1024)
  }
}
