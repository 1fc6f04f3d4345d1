// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The end of a file that this process sealed.
///
/// The next save that is appended to the file is bound to it.
///
/// The tail holds the key of this file alone, because deriving that key takes longer than sealing a
/// small save. Release the tail where the application's key is wiped. A tail is created by sealing
/// only, never by reading. A frame that was half written has used its number, and sealing other
/// bytes under the same number would expose both.
package struct SealedTail {
  private let header: ArchiveHeader
  private var binding: FrameBinding
  private let fileKey: SymmetricKey
  private var size: Int

  init(header: ArchiveHeader, binding: FrameBinding, fileKey: SymmetricKey, size: Int) {
    (self.header, self.binding, self.fileKey, self.size) = (header, binding, fileKey, size)
  }

  /// The size and the last bytes of the file.
  package var end: ArchiveEnd { ArchiveEnd(size: size, tag: binding.previousTag) }

  /// Whether the file was sealed with a key.
  func belongs(to key: ArchiveKey) -> Bool { header.keyIdentifier == key.identifier }

  /// Seals changes as the next groups, to be appended in one write.
  ///
  /// - Parameters:
  ///   - bodies: The bodies of the changes.
  ///   - file: The bytes to which the new groups are appended.
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
