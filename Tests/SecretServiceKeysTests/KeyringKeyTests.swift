// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import Foundation
import RestorationArchive
import SecretServiceKeys
import Synchronization
import Testing

func bytes(_ key: ArchiveKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }

/// Returns the error thrown when the key is read.
func failure(_ provider: SecretServiceKeyProvider) -> ArchiveError? {
  do throws(ArchiveError) {
    _ = try provider.key()
    return nil
  } catch {
    return error
  }
}

/// The key in a real keyring: created once, locked, missing, hung.
extension KeyringTests {
  @Test("R120: a key is created on first use, one for each application, with a readable label")
  func keyIsMadeOnce() throws {
    let keyring = try PrivateKeyring()
    let provider = try keyring.provider(name: "Example")
    #expect(provider.protection == .completeUntilFirstUserAuthentication)
    #expect(provider.isKeyAvailable)
    #expect(try keyring.labels() == [])
    let key = bytes(try provider.key())
    #expect(key.count == 32)
    #expect(try keyring.labels() == ["State of Example"])
    #expect(bytes(try provider.key()) == key)
    #expect(bytes(try keyring.provider().key()) == key)
    #expect(try keyring.labels().count == 1)
    #expect(bytes(try keyring.provider("org.example.Other").key()) != key)
    #expect(try keyring.labels(of: "org.example.Other") == ["State of org.example.Other"])
  }

  @Test("R156: concurrent providers agree on one new key")
  func processesAgree() async throws {
    let keyring = try PrivateKeyring()
    let providers = try (0..<8).map { _ in try keyring.provider() }
    let made = Mutex<Set<[UInt8]>>([])
    DispatchQueue.concurrentPerform(iterations: providers.count) { index in
      let key = (try? providers[index].key()).map { bytes($0) }
      made.withLock { _ = $0.insert(key ?? []) }
    }
    #expect(made.withLock { $0.count } == 1)
    #expect(made.withLock { $0.first?.count } == 32)
    #expect(try keyring.labels().count == 1)
  }

  @Test("R120: a locked keyring does not count as a missing key, and no key is made or destroyed")
  func lockedIsNotMissing() throws {
    let keyring = try PrivateKeyring()
    let key = bytes(try keyring.provider().key())
    try keyring.lock()
    let locked = try keyring.provider()
    #expect(failure(locked)?.code == .keyLocked)
    #expect(!locked.isKeyAvailable)
    // While the keyring is locked, it is unknown whether this application has a key.
    #expect(failure(try keyring.provider("org.example.New"))?.code == .keyLocked)
    #expect(throws: ArchiveError.self) { try locked.makeNextKey() }
    #expect(throws: ArchiveError.self) { try locked.destroyKeys() }
    try keyring.unlock()
    try wait("the unlock") { locked.isKeyAvailable }
    #expect(bytes(try locked.key()) == key)
    #expect(try keyring.labels().count == 1)
    #expect(try keyring.labels(of: "org.example.New") == [])
  }

  @Test("R122: a keyring that claims to be empty before its first unlock counts as locked")
  func neverUnlockedIsLocked() throws {
    let keyring = try PrivateKeyring()
    let key = bytes(try keyring.provider().key())
    keyring.stopKeyring()
    try keyring.start(unlocks: false)
    let provider = try keyring.provider()
    #expect(try keyring.labels() == [])
    #expect(failure(provider)?.code == .keyLocked)
    #expect(!provider.isKeyAvailable)
    try keyring.unlock()
    #expect(bytes(try provider.key()) == key)
    #expect(try keyring.labels().count == 1)
  }

  @Test("R120: the error for a missing keyring says what to do")
  func absenceIsTold() throws {
    let keyring = try PrivateKeyring(startsKeyring: false)
    let provider = try keyring.provider()
    let error = failure(provider)
    #expect(error?.code == .keyUnavailable)
    #expect(error?.reason.contains("No keyring (Secret Service) is on the session bus") == true)
    #expect(error?.reason.contains("keep its key in a file") == true)
    #expect(!provider.isKeyAvailable)
    #expect(!SecretServiceKeyProvider.isServicePresent())
    // A keyring that starts later is found, and so is the first collection created in it.
    try keyring.start(unlocks: false)
    #expect(failure(provider)?.code == .keyUnavailable)
    #expect(failure(provider)?.reason.contains("There is no default keyring") == true)
    keyring.stopKeyring()
    try keyring.start(unlocks: true)
    try wait("the login keyring") { keyring.isLocked == false }
    #expect(failure(provider) == nil)
  }

  @Test("R120: the error for a missing session bus says so")
  func absentBusIsTold() async {
    await #expect(processExitsWith: .exitCode(7)) {
      setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
      setenv("XDG_DATA_HOME", "/nonexistent", 1)
      let provider = try SecretServiceKeyProvider(
        for: ApplicationDescription(identifier: "org.example.App", version: "1"))
      let error = failure(provider)
      let isTold = error?.reason.contains("There is no session bus") == true
      exit(
        error?.code == .keyUnavailable && isTold && !SecretServiceKeyProvider.isServicePresent()
          && !provider.isKeyAvailable ? 7 : 1)
    }
  }

  @Test("R122: a hung keyring does not hang the launch, and is found once it answers")
  func hungKeyringIsGivenUp() throws {
    let keyring = try PrivateKeyring()
    let key = bytes(try keyring.provider().key())
    keyring.hang(true)
    let provider = try keyring.provider(timeout: .milliseconds(50))
    #expect(failure(provider)?.code == .keyLocked)
    #expect(failure(provider)?.reason.contains("did not answer") == true)
    #expect(!provider.isKeyAvailable)
    keyring.hang(false)
    // No call asks for the key, and no signal arrives.
    try wait("the keyring's answer") { provider.isKeyAvailable }
    #expect(bytes(try keyring.provider().key()) == key)
    try wait("the keyring") { failure(provider) == nil }
  }

  @Test("R120: an item that holds no key is an error and is not changed")
  func nonsenseIsLeftAlone() throws {
    let keyring = try PrivateKeyring()
    try keyring.storeNonsense(for: "org.example.App")
    let error = failure(try keyring.provider())
    #expect(error?.code == .keyUnavailable)
    #expect(error?.reason.contains("does not hold a key of 32 bytes") == true)
    #expect(try keyring.labels() == ["nonsense"])
  }

  @Test("R50: an identifier that cannot name a folder is refused")
  func impossibleIdentifiersAreRefused() throws {
    let keyring = try PrivateKeyring(startsKeyring: false)
    #expect(throws: ArchiveError.self) { try keyring.provider("../x") }
  }
}
#endif
