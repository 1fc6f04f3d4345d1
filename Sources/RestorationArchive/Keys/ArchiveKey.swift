// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
public import FoundationEssentials

/// The secret that seals an application's archives.
///
/// Never shown: it has no description, and only the seal uses its bytes.
public struct ArchiveKey: Sendable {
  /// The number of bytes a key has.
  public static let byteCount = 32

  let symmetricKey: SymmetricKey
  static let identifierSize = 16

  /// A fingerprint that archives carry, so that a wrong key is told from damage (R48).
  ///
  /// Derived one way; it says nothing about the key.
  let identifier: [UInt8]

  /// Makes a new key from the system's random numbers.
  public init() { self.init(symmetricKey: SymmetricKey(size: .bits256)) }

  /// Takes a key that was stored; `nil` unless there are exactly 32 bytes.
  ///
  /// - Parameter bytes: What ``withUnsafeBytes(_:)`` gave.
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

  /// Lends the key's bytes for storing it.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  { unsafe try symmetricKey.withUnsafeBytes(body) }

  /// The key of one session: what is sealed with it opens as no other session.
  ///
  /// - Parameter name: The session's name in its store.
  /// - Returns: The same key each time.
  package func key(ofSession name: [UInt8]) -> ArchiveKey {
    ArchiveKey(
      symmetricKey: symmetricKey.derived(
        for: "restoration archive: session key", salt: name, byteCount: Self.byteCount))
  }

  /// What a session is called in its store: who has the store, and not the key, learns nothing by it.
  ///
  /// - Parameter identifier: What the program calls the session.
  /// - Returns: 32 bytes, the same each time.
  package func name(ofSession identifier: String) -> [UInt8] {
    let key = symmetricKey.derived(
      for: "restoration archive: names of sessions", byteCount: Self.byteCount)
    return Array(HMAC<SHA256>.authenticationCode(for: Array(identifier.utf8), using: key))
  }

  /// The key of one file: a new salt each time, so that counters can be nonces.
  func fileKey(salt: [UInt8], for purpose: SealPurpose = .archive) -> SymmetricKey {
    symmetricKey.derived(for: purpose.rawValue, salt: salt, byteCount: Self.byteCount)
  }
}

/// What a sealed file is for; each has keys of its own, so that none opens in another's place.
package enum SealPurpose: String {
  case archive = "restoration archive: file key, format 1"
  case launchImage = "restoration archive: launch image key, format 1"
}

extension SymmetricKey {
  /// A copy of the key.
  fileprivate var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

  /// A key of its own for one purpose.
  ///
  /// - Parameters:
  ///   - purpose: What it is for; no two purposes have the same name.
  ///   - salt: Makes it another one for the same purpose.
  ///   - byteCount: How long it is.
  /// - Returns: The key; the same each time.
  func derived(for purpose: String, salt: [UInt8] = [], byteCount: Int) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: self, salt: salt, info: Array(purpose.utf8), outputByteCount: byteCount)
  }
}
