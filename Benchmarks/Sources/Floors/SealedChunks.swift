// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// The floor of sealing: AES-GCM over chunks of 64 KiB, numbered nonces, memory that is used again.
public struct SealedChunks {
  /// What was sealed last: ciphertext and tag of each chunk.
  public private(set) var sealed: [UInt8] = []
  private let key: SymmetricKey
  private static let chunkSize = 64 * 1024

  /// Makes a key.
  public init() { key = SymmetricKey(size: .bits256) }

  /// Seals bytes.
  ///
  /// - Parameter bytes: Any number of them.
  /// - Throws: What the cipher throws.
  public mutating func seal(_ bytes: UnsafeRawBufferPointer) throws {
    sealed.removeAll(keepingCapacity: true)
    sealed.reserveCapacity(bytes.count + (bytes.count / Self.chunkSize + 1) * 16)
    var nonce = [UInt8](repeating: 0, count: 12)
    for start in stride(from: 0, to: bytes.count, by: Self.chunkSize) {
      withUnsafeBytes(of: UInt64(start)) { nonce.replaceSubrange(0..<8, with: $0) }
      let end = min(start + Self.chunkSize, bytes.count)
      let box = try AES.GCM.seal(
        UnsafeRawBufferPointer(rebasing: bytes[start..<end]), using: key,
        nonce: AES.GCM.Nonce(data: nonce))
      box.ciphertext.withUnsafeBytes { sealed.append(contentsOf: $0) }
      box.tag.withUnsafeBytes { sealed.append(contentsOf: $0) }
    }
  }
}
