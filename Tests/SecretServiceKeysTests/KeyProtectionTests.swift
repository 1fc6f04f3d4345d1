// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import RestorationArchive
  import SecretServiceKeys
  import Synchronization
  import Testing

  /// Keeps what an observer was told.
  final class Told: Sendable {
    private let values = Mutex<[Bool]>([])

    var all: [Bool] { values.withLock { $0 } }

    func add(_ value: Bool) { values.withLock { $0.append(value) } }
  }

  /// Levels of protection, and what is told when the keyring is locked and unlocked.
  extension KeyringTests {
    @Test("R120: until the first unlock: the key stays in memory when the keyring is locked later")
    func keyOutlivesALock() throws {
      let keyring = try PrivateKeyring()
      let provider = try keyring.provider()
      let key = bytes(try provider.key())
      try keyring.lock()
      #expect(bytes(try provider.key()) == key)
      #expect(provider.isKeyAvailable)
      provider.forgetKey()
      #expect(failure(provider)?.code == .keyLocked)
      #expect(!provider.isKeyAvailable)
    }

    @Test(
      "R120: complete: the key is wiped when the keyring is locked, whether or not one observes")
    func lockWipesTheKey() throws {
      let keyring = try PrivateKeyring()
      let provider = try keyring.provider("org.example.App", .complete)
      let key = bytes(try provider.key())
      #expect(provider.isKeyAvailable)
      try keyring.lock()
      try wait("the wipe") { !provider.isKeyAvailable && failure(provider)?.code == .keyLocked }
      try keyring.unlock()
      #expect(bytes(try provider.key()) == key)
    }

    @Test("R123: locking and unlocking by others are told, in order, without a loop in the process")
    func changesAreTold() throws {
      let keyring = try PrivateKeyring()
      let provider = try keyring.provider("org.example.App", .complete)
      _ = try provider.key()
      let told = Told()
      provider.observeKeyAvailability { told.add($0) }
      // Only a change is told; that the signals are heard shows when the second one comes.
      #expect(provider.isKeyAvailable)
      try keyring.lock()
      try wait("the lock") { told.all == [false] }
      try keyring.unlock()
      try wait("the unlock") { told.all == [false, true] }
      keyring.stopKeyring()
      try wait("the keyring's end") { told.all == [false, true, false] }
    }

    @Test("R188: a process that began locked hears of the first unlock")
    func firstUnlockIsTold() throws {
      let keyring = try PrivateKeyring()
      let key = bytes(try keyring.provider().key())
      try keyring.lock()
      let provider = try keyring.provider()
      #expect(failure(provider)?.code == .keyLocked)
      let told = Told()
      provider.observeKeyAvailability { told.add($0) }
      try keyring.unlock()
      try wait("the unlock") { told.all == [true] }
      #expect(bytes(try provider.key()) == key)
      // From now on the key is in memory, and a lock changes nothing.
      try keyring.lock()
      #expect(provider.isKeyAvailable)
      #expect(told.all == [true])
    }

    @Test("R123: a provider that nobody holds leaves no thread and no connection")
    func providerEndsCleanly() throws {
      let keyring = try PrivateKeyring()
      let before = try keyring.connections
      weak var gone: SecretServiceKeyProvider?
      do {
        let provider = try keyring.provider()
        gone = provider
        provider.observeKeyAvailability { _ in }
        _ = try provider.key()
        #expect(try keyring.connections == before + 1)
      }
      try wait("the end of the connection") { try keyring.connections == before }
      #expect(gone == nil)
    }
  }
#endif
