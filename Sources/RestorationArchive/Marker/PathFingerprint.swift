// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The keyed hash of an object's address, as stored in a marker.
///
/// Without the application's key it reveals nothing about identifiers and paths, and guesses cannot
/// be tested. With the key, an object is found by computing the fingerprints of all objects in an
/// archive.
package struct PathFingerprint: Hashable, Sendable {
  static let size = 16
  let bytes: [UInt8]

  /// Computes the fingerprints of one marker.
  struct Maker: Sendable {
    static let saltSize = 16
    /// A key derived for this marker alone.
    ///
    /// The application's key is not kept, since it may be wiped meanwhile.
    private let pathKey: SymmetricKey
    /// Masks object numbers, so that they cannot be compared either.
    let mask: UInt32

    /// Derives the key and the mask of a marker.
    ///
    /// - Parameters:
    ///   - key: The application's key; not kept.
    ///   - salt: The marker's own salt, so that fingerprints of two markers cannot be compared.
    init(key: ArchiveKey, salt: [UInt8]) {
      // One HMAC per launch yields both; neither part reveals anything about the other.
      let message = Array("restoration archive: launch marker".utf8) + salt
      let code = Array(HMAC<SHA256>.authenticationCode(for: message, using: key.symmetricKey))
      mask = code.integer(at: 0)
      pathKey = SymmetricKey(data: code[4...])
    }

    func fingerprint(of address: RestorationAddress) -> PathFingerprint {
      // A zero byte separates scene and path. A scene that contained one could only be mistaken for
      // another scene.
      var message = [address.kind.rawValue]
      message.append(contentsOf: address.scene.utf8)
      message.append(0)
      message.append(contentsOf: address.path.description.utf8)
      let code = HMAC<SHA256>.authenticationCode(for: message, using: pathKey)
      return PathFingerprint(bytes: Array(code.prefix(PathFingerprint.size)))
    }
  }
}
