// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import Foundation
  import Logging
  import RestorationArchive
  import SecretServiceKeys
  import Testing

  /// Archives whose key is in a real keyring.
  extension KeyringTests {
    private func archiver(_ keyring: PrivateKeyring, _ provider: SecretServiceKeyProvider? = nil)
      throws -> Archiver
    {
      Archiver(
        store: FileStore(folder: keyring.folder + "/archives"),
        keys: try provider ?? keyring.provider(),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Returns all files of the state folder with their bytes.
    private func files(_ keyring: PrivateKeyring) throws -> [String: Data] {
      let folder = keyring.folder + "/archives"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, FileManager.default.contents(atPath: folder + "/" + $0) ?? Data())
        })
    }

    private func snapshot(_ marker: Int) throws -> RestorationSnapshot {
      let tables = SnapshotTables()
      let builder = ChangeBuilder(
        tables: tables, base: nil,
        origin: RecordOrigin(
          applicationVersion: "1", systemVersion: "12", idiom: .desktop,
          timestamp: Date(timeIntervalSince1970: 0)))
      let encoder = builder.begin(
        tables.number(for: .application), className: "Application", restorationClass: nil,
        schemaVersion: 0, prerequisite: nil, references: nil)
      encoder.encode(marker, forKey: "marker")
      builder.end(encoder)
      return try #require(builder.snapshot(roots: []))
    }

    @Test("R205: a renamed application uses the key of its former identifier and creates no other")
    func formerIdentifierHasTheKey() throws {
      let keyring = try PrivateKeyring()
      let old = try keyring.provider("org.example.Old")
      _ = try archiver(keyring, old).saveAndWait(try snapshot(7))
      let renamed = {
        try keyring.provider("org.example.New", formerIdentifiers: ["org.example.Old"])
      }
      #expect(bytes(try renamed().key()) == bytes(try old.key()))
      let archiver = try archiver(keyring, renamed())
      #expect(archiver.load().snapshot != nil)
      #expect(try keyring.labels(of: "org.example.New").isEmpty)
      // The key after a rotation is found, too.
      try archiver.rotateKeyAndWait()
      let rotated = bytes(try renamed().key())
      #expect(rotated != bytes(try old.key()))
      #expect(try self.archiver(keyring, renamed()).load().snapshot != nil)
      #expect(bytes(try keyring.provider("org.example.Else").key()) != rotated)
    }

    @Test("R122, R120: a locked keyring allows no read or write, and the unlock gives all back")
    func lockedArchivesStay() throws {
      let keyring = try PrivateKeyring()
      let saved = try snapshot(1)
      _ = try archiver(keyring).saveAndWait(saved)
      let before = try files(keyring)
      try keyring.lock()
      let locked = try archiver(keyring)
      let load = locked.load()
      #expect(load.snapshot == nil)
      #expect(load.incidents.map(\.error.code) == [.keyLocked])
      #expect { _ = try locked.saveAndWait(try snapshot(2)) } throws: {
        ($0 as? ArchiveError)?.code == .keyLocked
      }
      #expect(throws: ArchiveError.self) { try locked.rotateKeyAndWait() }
      #expect(throws: ArchiveError.self) { try locked.destroyKeyAndWait() }
      #expect(throws: ArchiveError.self) {
        try locked.queue.sync { archive throws(ArchiveError) in try archive.retire() }
      }
      #expect(try files(keyring) == before)
      try keyring.unlock()
      #expect(locked.load().snapshot?.bytes == saved.bytes)
      #expect(try keyring.labels().count == 1)
    }

    @Test("R120: rotation replaces the key in the keyring and reseals the archives")
    func keyIsReplaced() throws {
      let keyring = try PrivateKeyring()
      let provider = try keyring.provider()
      let archiver = try archiver(keyring, provider)
      let saved = try snapshot(1)
      _ = try archiver.saveAndWait(saved)
      let old = bytes(try provider.key())
      for _ in 1...2 { try archiver.rotateKeyAndWait() }
      #expect(bytes(try provider.key()) != old)
      #expect(try keyring.labels() == ["State of org.example.App"])
      let next = try keyring.provider()
      #expect(bytes(try next.key()) == bytes(try provider.key()))
      #expect(try next.nextKey() == nil)
      #expect(try self.archiver(keyring, next).load().snapshot?.bytes == saved.bytes)
    }

    @Test("R120: tools find the existing keys and create none")
    func toolsFindKeys() throws {
      let keyring = try PrivateKeyring()
      let provider = try keyring.provider()
      #expect(try provider.existingKeys().isEmpty)
      #expect(try keyring.labels() == [])
      let (key, next) = (bytes(try provider.key()), bytes(try provider.makeNextKey()))
      #expect(try keyring.provider().existingKeys().map { bytes($0) } == [key, next])
      try keyring.lock()
      #expect(throws: ArchiveError.self) { try keyring.provider().existingKeys() }
    }

    @Test("R120: the next process finishes a rotation during which the program died")
    func replacementIsFinished() throws {
      let keyring = try PrivateKeyring()
      let saved = try snapshot(1)
      _ = try archiver(keyring).saveAndWait(saved)
      let dying = try keyring.provider()
      let (old, new) = (bytes(try dying.key()), bytes(try dying.makeNextKey()))
      #expect(bytes(try dying.makeNextKey()) == new)
      #expect(try keyring.labels().count == 2)
      let next = try keyring.provider()
      #expect(bytes(try next.key()) == old)
      #expect(try archiver(keyring, next).load().snapshot?.bytes == saved.bytes)
      #expect(try keyring.labels().count == 1)
      #expect(bytes(try keyring.provider().key()) == new)
    }

    @Test(
      "R120: a destroyed key is gone from the keyring, and a copy of an archive cannot be opened")
    func destroyedKeyIsGone() throws {
      let keyring = try PrivateKeyring()
      let archiver = try archiver(keyring)
      _ = try archiver.saveAndWait(try snapshot(1))
      let copy = try #require(try files(keyring)["current.archive"])
      try archiver.destroyKeyAndWait()
      #expect(try keyring.labels() == [])
      #expect(try Array(files(keyring).keys) == ["lock"])
      // Even if the archive is put back, it belongs to another key.
      try copy.write(to: URL(fileURLWithPath: keyring.folder + "/archives/current.archive"))
      let load = try self.archiver(keyring).load()
      #expect(load.snapshot == nil)
      #expect(load.incidents.map(\.error.code) == [.wrongKey])
    }
  }
#endif
