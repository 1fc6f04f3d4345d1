// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Synchronization

/// What a marker names an object by: a code of its address that takes the application's key to make.
///
/// Without the key it says nothing about identifiers and paths (R189), nor can a guess be tried.
/// With it, an archive's object is found by making the codes of all.
package struct PathFingerprint: Hashable, Sendable {
  static let size = 16
  let bytes: [UInt8]

  /// Makes the fingerprints of one marker.
  final class Maker: Sendable {
    static let saltSize = 16
    /// What the keys of this marker are derived from.
    ///
    /// Not the application's key, which may be wiped meanwhile: this makes nothing but codes.
    private let secret: HashedAuthenticationCode<SHA256>
    /// Derived for the first path: a launch that only restores has none, and to derive a key takes as
    /// long as restoring several objects.
    private let pathKey = Mutex<SymmetricKey?>(nil)
    /// Makes numbers of objects incomparable, too.
    let mask: UInt32

    /// - Parameters:
    ///   - key: The application's key; not kept.
    ///   - salt: The marker's own, so that two markers' fingerprints cannot be compared.
    init(key: ArchiveKey, salt: [UInt8]) {
      secret = HKDF<SHA256>.extract(inputKeyMaterial: key.symmetricKey, salt: salt)
      let mask = Self.derived(
        from: secret, for: "restoration archive: numbers in the launch marker", byteCount: 4)
      self.mask = mask.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    }

    private var keyOfPaths: SymmetricKey {
      pathKey.withLock { known in
        if let known { return known }
        let key = Self.derived(
          from: secret, for: "restoration archive: paths in the launch marker",
          byteCount: ArchiveKey.byteCount)
        known = key
        return key
      }
    }

    private static func derived(
      from secret: HashedAuthenticationCode<SHA256>, for purpose: String, byteCount: Int
    ) -> SymmetricKey {
      HKDF<SHA256>.expand(
        pseudoRandomKey: secret, info: Array(purpose.utf8), outputByteCount: byteCount)
    }

    func fingerprint(of address: RestorationAddress) -> PathFingerprint {
      // Neither scene nor identifiers hold a zero byte that could move the border between them: a
      // scene that did would only be taken for another one.
      var message = [address.kind.rawValue]
      message.append(contentsOf: address.scene.utf8)
      message.append(0)
      message.append(contentsOf: address.path.description.utf8)
      let code = HMAC<SHA256>.authenticationCode(for: message, using: keyOfPaths)
      return PathFingerprint(bytes: Array(code.prefix(PathFingerprint.size)))
    }
  }
}
