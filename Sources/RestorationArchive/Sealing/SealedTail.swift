// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where a file ends that this process sealed, and what the next save appended to it is bound to.
///
/// Holds no key. Made only by sealing, never by reading: a frame that was half written has used its
/// number, and to seal other bytes under the same number would give both away.
package struct SealedTail {
  private let header: ArchiveHeader
  private var binding: FrameBinding
  private var size: Int

  init(header: ArchiveHeader, binding: FrameBinding, size: Int) {
    (self.header, self.binding, self.size) = (header, binding, size)
  }

  /// What the file's end looks like.
  package var end: ArchiveEnd { ArchiveEnd(size: size, tag: binding.previousTag) }

  /// Whether a key is the one the file was sealed with.
  func belongs(to key: ArchiveKey) -> Bool { header.keyIdentifier == key.identifier }

  /// Seals the body of a delta as the next group.
  ///
  /// - Parameters:
  ///   - body: The delta.
  ///   - key: The application's key.
  /// - Returns: The bytes to append.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  package mutating func seal(_ body: [UInt8], with key: ArchiveKey) throws(ArchiveError) -> [UInt8]
  {
    var frames: [UInt8] = []
    frames.reserveCapacity(ArchiveSeal.sealedSize(body.count))
    let fileKey = key.fileKey(salt: header.salt)
    var start = 0
    repeat {
      let end = min(start + ArchiveSeal.chunkSize, body.count)
      let frame = Frame(kind: .appended, length: end - start, endsGroup: end == body.count)
      let sealed = body.withUnsafeBytes { bytes in
        Result { () throws(ArchiveError) in
          try binding.seal(
            UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: frame, with: fileKey,
            into: &frames)
        }
      }
      try sealed.get()
      start = end
    } while start < body.count
    size += frames.count
    return frames
  }
}
