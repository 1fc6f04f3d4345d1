// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// What a marker names an object by: a code of its address that takes the application's key to make.
///
/// Without the key it says nothing about identifiers and paths (R189), nor can a guess be tried.
/// With it, an archive's object is found by making the codes of all.
package struct PathFingerprint: Hashable, Sendable {
  static let size = 16
  let bytes: [UInt8]

  /// Makes the fingerprints of one marker.
  struct Maker: Sendable {
    static let saltSize = 16
    /// Not the application's key, which may be wiped meanwhile: this makes nothing but codes.
    private let pathKey: SymmetricKey
    /// Makes numbers of objects incomparable, too.
    let mask: UInt32

    /// - Parameters:
    ///   - key: The application's key; not kept.
    ///   - salt: The marker's own, so that two markers' fingerprints cannot be compared.
    init(key: ArchiveKey, salt: [UInt8]) {
      // One code for both, at each launch: what one part of it is says nothing about the rest.
      let message = Array("restoration archive: launch marker".utf8) + salt
      let code = Array(HMAC<SHA256>.authenticationCode(for: message, using: key.symmetricKey))
      mask = code.integer(at: 0)
      pathKey = SymmetricKey(data: code[4...])
    }

    func fingerprint(of address: RestorationAddress) -> PathFingerprint {
      // Neither scene nor identifiers hold a zero byte that could move the border between them: a
      // scene that did would only be taken for another one.
      var message = [address.kind.rawValue]
      message.append(contentsOf: address.scene.utf8)
      message.append(0)
      message.append(contentsOf: address.path.description.utf8)
      let code = HMAC<SHA256>.authenticationCode(for: message, using: pathKey)
      return PathFingerprint(bytes: Array(code.prefix(PathFingerprint.size)))
    }
  }
}
