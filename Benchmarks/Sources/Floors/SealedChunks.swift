// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// The baseline of sealing: AES-GCM over 64 KiB chunks, with numbered nonces.
public struct SealedChunks {
  /// The last result: nonce, ciphertext and tag of each chunk.
  public private(set) var sealed: [UInt8] = []
  private let key: SymmetricKey
  private static let chunkSize = 64 * 1024
  /// The size of a nonce and a tag, in bytes.
  private static let overhead = 12 + 16

  /// Creates a sealer.
  ///
  /// - Parameter key: 32 bytes.
  public init(key: [UInt8] = [UInt8](repeating: 7, count: 32)) {
    self.key = SymmetricKey(data: key)
  }

  /// Seals bytes.
  ///
  /// - Parameter bytes: The bytes; there may be none.
  /// - Throws: The cipher's error.
  public mutating func seal(_ bytes: UnsafeRawBufferPointer) throws {
    sealed.removeAll(keepingCapacity: true)
    sealed.reserveCapacity(bytes.count + (bytes.count / Self.chunkSize + 1) * Self.overhead)
    var nonce = [UInt8](repeating: 0, count: 12)
    for start in stride(from: 0, to: bytes.count, by: Self.chunkSize) {
      withUnsafeBytes(of: UInt64(start)) { nonce.replaceSubrange(0..<8, with: $0) }
      let end = min(start + Self.chunkSize, bytes.count)
      let box = try AES.GCM.seal(
        UnsafeRawBufferPointer(rebasing: bytes[start..<end]), using: key,
        nonce: AES.GCM.Nonce(data: nonce))
      box.combined?.withUnsafeBytes { sealed.append(contentsOf: $0) }
    }
  }
}
