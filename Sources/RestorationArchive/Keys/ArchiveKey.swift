// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
public import FoundationEssentials

/// The secret that seals an application's archives.
///
/// It is never displayed: it has no description, and only sealing uses its bytes.
public struct ArchiveKey: Sendable {
  /// The size of a key in bytes.
  public static let byteCount = 32

  let symmetricKey: SymmetricKey
  static let identifierSize = 16

  /// A fingerprint stored in archives, to tell a wrong key from damage.
  ///
  /// It is derived one-way and reveals nothing about the key.
  package let identifier: [UInt8]

  /// Creates a new key from the system's random numbers.
  public init() { self.init(symmetricKey: SymmetricKey(size: .bits256)) }

  /// Creates a key from stored bytes; `nil` unless there are exactly 32.
  ///
  /// - Parameter bytes: The bytes from ``withUnsafeBytes(_:)``.
  public init?(bytes: some ContiguousBytes) {
    let key = SymmetricKey(data: bytes)
    guard key.bitCount == Self.byteCount * 8 else { return nil }
    self.init(symmetricKey: key)
  }

  private init(symmetricKey: SymmetricKey) {
    self.symmetricKey = symmetricKey
    let derived = symmetricKey.derived(
      for: "restoration archive: key identifier", byteCount: Self.identifierSize)
    identifier = derived.bytes
  }

  /// The key's bytes, for storing it.
  package var bytes: [UInt8] { symmetricKey.bytes }

  /// Calls a closure with the key's bytes, for storing them.
  ///
  /// The bytes are valid only during the call.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  { unsafe try symmetricKey.withUnsafeBytes(body) }

  /// Returns the key of one session.
  ///
  /// Bytes sealed with it do not open as those of another session or application.
  ///
  /// - Parameters:
  ///   - name: The session's name in its store, 32 bytes.
  ///   - application: The application's identifier.
  /// - Returns: The key; always the same one for both.
  package func key(ofSession name: [UInt8], in application: String) -> ArchiveKey {
    ArchiveKey(
      symmetricKey: symmetricKey.derived(
        for: "restoration archive: session key", salt: name + application.utf8,
        byteCount: Self.byteCount))
  }

  /// Returns the key that this key and another secret make together.
  ///
  /// - Parameter secret: The other secret.
  /// - Returns: The key; always the same one for the same two.
  package func combined(with secret: ArchiveKey) -> ArchiveKey {
    ArchiveKey(
      symmetricKey: secret.symmetricKey.derived(
        for: "restoration archive: combined key", salt: bytes, byteCount: Self.byteCount))
  }

  /// Creates a key from a secret of any length.
  package init(derivedFrom secret: some ContiguousBytes) {
    self.init(
      symmetricKey: SymmetricKey(data: secret).derived(
        for: "restoration archive: secret of another length", byteCount: Self.byteCount))
  }

  /// Returns the key of one file.
  ///
  /// Each file has a new salt, so counters can be used as nonces.
  func fileKey(salt: [UInt8], for purpose: SealPurpose = .archive) -> SymmetricKey {
    symmetricKey.derived(for: purpose.rawValue, salt: salt, byteCount: Self.byteCount)
  }
}

/// Names sessions in their store.
///
/// The names reveal nothing to a reader of the store who does not have the key.
package struct SessionNaming: Sendable {
  private let key: SymmetricKey

  /// Derives the key of the names.
  package init(_ key: ArchiveKey) {
    self.key = key.symmetricKey.derived(
      for: "restoration archive: names of sessions", byteCount: ArchiveKey.byteCount)
  }

  /// Returns the name of a session in its store.
  ///
  /// - Parameter identifier: The program's own name for the session.
  /// - Returns: 32 bytes; always the same ones for an identifier.
  package func name(of identifier: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(identifier.utf8), using: key))
  }
}

/// The purpose of a sealed file.
///
/// Each purpose has its own keys, so that no file opens in place of another kind.
package enum SealPurpose: String {
  case archive = "restoration archive: file key, format 1"
  case launchImage = "restoration archive: launch image key, format 1"
}

extension SymmetricKey {
  /// A copy of the key.
  fileprivate var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

  /// Returns a key derived for one purpose.
  ///
  /// - Parameters:
  ///   - purpose: The name of the purpose; no two purposes share a name.
  ///   - salt: Distinguishes keys of the same purpose.
  ///   - byteCount: The size of the key in bytes.
  /// - Returns: The key; always the same one for the same arguments.
  func derived(for purpose: String, salt: [UInt8] = [], byteCount: Int) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: self, salt: salt, info: Array(purpose.utf8), outputByteCount: byteCount)
  }
}
