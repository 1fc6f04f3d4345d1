// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import Foundation
import RestorationArchive
import RestorationTesting
import SecretServiceKeys
import Testing

/// A real desktop portal; it ends with this object.
private final class PrivatePortal: Sendable {
  private let program: Program

  init(_ keyring: PrivateKeyring) throws {
    let environment = keyring.environment.merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
    program = try Program("/usr/libexec/xdg-desktop-portal", [], environment: environment)
    try wait("the portal") { SecretPortalKeyProvider.isPortalPresent() }
  }

  deinit {
    program.end()
    try? wait("the portal's end") { !SecretPortalKeyProvider.isPortalPresent() }
  }

  /// Suspends the portal, so that it answers nothing, or resumes it.
  func hang(_ hangs: Bool) {
    kill(program.process.processIdentifier, hangs ? SIGSTOP : SIGCONT)
  }
}

/// The key made with the secret of the desktop's portal.
extension KeyringTests {
  private func provider(
    _ keyring: PrivateKeyring, _ name: String = "restoration.key",
    timeout: Duration = .seconds(10)
  ) -> SecretPortalKeyProvider {
    SecretPortalKeyProvider(file: KeyFile(path: "\(keyring.folder)/\(name)"), timeout: timeout)
  }

  @Test("R120, R122, R123, R156: the portal conforms", arguments: KeyProviderConformance.checks)
  func portalConforms(check: KeyProviderConformance.Check) throws {
    let keyring = try PrivateKeyring()
    let portal = try PrivatePortal(keyring)
    defer { withExtendedLifetime(portal) {} }
    var count = 0
    check.run(
      on: KeysUnderTest {
        count += 1
        return self.provider(keyring, "restoration.key-\(count)")
      })
  }

  @Test("R120: the key needs both the key file and the portal's secret")
  func portalKeyNeedsBoth() throws {
    let (file, secret, own): ([UInt8], [UInt8], [UInt8])
    do {
      let keyring = try PrivateKeyring()
      let portal = try PrivatePortal(keyring)
      defer { withExtendedLifetime(portal) {} }
      own = bytes(try provider(keyring).key())
      #expect(bytes(try provider(keyring).key()) == own)
      file = Array(try Data(contentsOf: URL(filePath: "\(keyring.folder)/restoration.key")))
      #expect(file.count == 32 && file != own)
      secret = bytes(try provider(keyring, "other.key").key())
      #expect(secret != own)
    }
    let other = try PrivateKeyring()
    let portal = try PrivatePortal(other)
    defer { withExtendedLifetime(portal) {} }
    try Data(file).write(to: URL(filePath: "\(other.folder)/restoration.key"))
    #expect(bytes(try provider(other).key()) != own)
  }

  @Test("R120: without a portal the key is unavailable, and no key file is created")
  func portalIsMissing() throws {
    let keyring = try PrivateKeyring()
    #expect(!SecretPortalKeyProvider.isPortalPresent())
    let error = #expect(throws: ArchiveError.self) { try self.provider(keyring).key() }
    #expect(error?.code == .keyUnavailable)
    #expect(!FileManager.default.fileExists(atPath: "\(keyring.folder)/restoration.key"))
  }

  @Test("R120: a locked keyring behind the portal makes the key locked until the unlock")
  func portalIsLocked() throws {
    let keyring = try PrivateKeyring()
    let portal = try PrivatePortal(keyring)
    defer { withExtendedLifetime(portal) {} }
    let key = bytes(try provider(keyring).key())
    try keyring.lock()
    let provider = provider(keyring)
    let error = #expect(throws: ArchiveError.self) { try provider.key() }
    #expect(error?.code == .keyLocked)
    #expect(!provider.isKeyAvailable)
    try keyring.unlock()
    #expect(bytes(try provider.key()) == key)
    #expect(provider.isKeyAvailable)
  }

  @Test("R120: observers hear that the portal does not answer, and of its late answer")
  func portalAnswersLate() throws {
    let keyring = try PrivateKeyring()
    let portal = try PrivatePortal(keyring)
    let key = bytes(try provider(keyring).key())
    let provider = provider(keyring, timeout: .milliseconds(50))
    let told = Told()
    provider.observeKeyAvailability { told.add($0) }
    portal.hang(true)
    for _ in 0..<2 {
      let error = #expect(throws: ArchiveError.self) { try provider.key() }
      #expect(error?.code == .keyLocked)
      #expect(!provider.isKeyAvailable)
    }
    try wait("the missing answer") { told.all == [false] }
    portal.hang(false)
    try wait("the late answer") { told.all == [false, true] }
    #expect(bytes(try provider.key()) == key)
    provider.forgetKey()
    #expect(provider.isKeyAvailable)
  }
}
#endif
