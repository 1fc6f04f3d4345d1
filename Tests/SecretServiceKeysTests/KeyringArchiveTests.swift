// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import Logging
import RestorationArchive
import RestorationTesting
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

  /// Returns a state to save.
  private func snapshot() throws -> RestorationSnapshot {
    let reader = RecordingObject("Reader", recorder: HookRecorder(), values: ["page": "1"])
    return try #require(TestProgram(reader, identifier: "Reader").state)
  }

  @Test("R205: a renamed application uses the key of its former identifier and creates no other")
  func formerIdentifierHasTheKey() throws {
    let keyring = try PrivateKeyring()
    let old = try keyring.provider("org.example.Old")
    _ = try archiver(keyring, old).saveAndWait(try snapshot())
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
    let saved = try snapshot()
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
}
#endif
