// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import CSecret
import RestorationArchive
import SecretServiceKeys
import Synchronization
import Testing

/// Records the values that an observer receives.
final class Told: Sendable {
  private let values = Mutex<[Bool]>([])

  var all: [Bool] { values.withLock { $0 } }

  func add(_ value: Bool) { values.withLock { $0.append(value) } }
}

/// Protection levels, and notifications when the keyring is locked or unlocked.
extension KeyringTests {
  @Test("R120: until first unlock: a later lock of the keyring leaves the key in memory")
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

  @Test("R120: complete: a lock of the keyring wipes the key, even without an observer")
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

  @Test("R123: observers hear that the keyring has ended")
  func endOfTheKeyringIsTold() throws {
    let keyring = try PrivateKeyring()
    let provider = try keyring.provider("org.example.App", .complete)
    _ = try provider.key()
    let told = Told()
    provider.observeKeyAvailability { told.add($0) }
    #expect(provider.isKeyAvailable)
    keyring.stopKeyring()
    try wait("the keyring's end") { told.all == [false] }
  }

  @Test("R188: a process that started locked hears of the first unlock")
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
    // From now on the key is in memory, so a lock changes nothing.
    try keyring.lock()
    #expect(provider.isKeyAvailable)
    #expect(told.all == [true])
  }

  @Test("R123: a released provider leaves no connection behind")
  func providerEndsCleanly() throws {
    let keyring = try PrivateKeyring()
    let before = try keyring.connections
    weak var gone: SecretServiceKeyProvider?
    do {
      let provider = try keyring.provider()
      gone = provider
      provider.observeKeyAvailability { _ in }
      _ = try provider.key()
      // The connection that carried the secrets is closed after the answer.
      try wait("one connection") { try keyring.connections.subtracting(before).count == 1 }
      withExtendedLifetime(provider) {}
    }
    try wait("the end of the connection") {
      try keyring.connections.isSubset(of: before)
    }
    #expect(gone == nil)
  }

  @Test("R123: a provider can be released while signals are on their way")
  func providerGoesAmongSignals() async throws {
    let keyring = try PrivateKeyring()
    // Unread signals keep open the connection that this test unlocks over, so it is opened
    // before the connections are counted.
    let shared = try #require(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
    defer { g_object_unref(UnsafeMutableRawPointer(shared)) }
    let before = try keyring.connections
    let locking = Task {
      for _ in 0..<60 {
        try keyring.lock()
        try keyring.unlock()
      }
    }
    for _ in 0..<15 {
      // Asking connects the providers; they end one after the other with the array.
      _ = try (0..<12).map { _ in try keyring.provider() }.map(\.isKeyAvailable)
    }
    try await locking.value
    try wait("the end of the connections") {
      try keyring.connections.isSubset(of: before)
    }
  }
}
#endif
