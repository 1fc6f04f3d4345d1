// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Where a file ends that this process sealed, and what the next save appended to it is bound to.
///
/// Holds the key of this file alone, which takes longer to derive than a small save to seal: give it
/// up where the application's key is wiped. Made only by sealing, never by reading: a frame that was
/// half written has used its number, and to seal other bytes under the same number would give both
/// away.
package struct SealedTail {
  private let header: ArchiveHeader
  private var binding: FrameBinding
  private let fileKey: SymmetricKey
  private var size: Int

  init(header: ArchiveHeader, binding: FrameBinding, fileKey: SymmetricKey, size: Int) {
    (self.header, self.binding, self.fileKey, self.size) = (header, binding, fileKey, size)
  }

  /// What the file's end looks like.
  package var end: ArchiveEnd { ArchiveEnd(size: size, tag: binding.previousTag) }

  /// Whether a key is the one the file was sealed with.
  func belongs(to key: ArchiveKey) -> Bool { header.keyIdentifier == key.identifier }

  /// Seals the bodies of changes as the next groups, to be appended in one write.
  ///
  /// - Parameters:
  ///   - bodies: The changes.
  ///   - file: Gets the bytes to append, behind those that it has.
  /// - Throws: ``ArchiveError`` when they could not be sealed.
  package mutating func seal(_ bodies: [[UInt8]], into file: inout [UInt8]) throws(ArchiveError) {
    let start = file.count
    var place = 0
    for body in bodies {
      var rest = body[...]
      repeat {
        let chunk = rest.prefix(ArchiveSeal.chunkSize)
        rest = rest.dropFirst(chunk.count)
        let frame = Frame(
          kind: .appended, length: chunk.count, endsGroup: rest.isEmpty, place: place)
        try binding.seal(chunk, as: frame, with: fileKey, into: &file)
        place += 1
      } while !rest.isEmpty
    }
    size += file.count - start
  }
}
