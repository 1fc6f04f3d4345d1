// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// Seals a plain body into a file's bytes, and opens such files.
///
/// The body is split into chunks, each sealed with AES-GCM under a key that only this file has. A
/// chunk is bound to the header, to its place in the sequence and to the previous chunk, and the
/// last chunk is marked. So bytes that were changed, truncated, moved or taken from another file do
/// not open. Saves that are appended later continue the sequence: each is a group of chunks, and
/// the last chunk of the group is marked.
package enum ArchiveSeal {
  /// The plain size of a chunk, in bytes.
  ///
  /// A chunk fits in the CPU cache, and is large enough to make its overhead negligible. The
  /// cipher's library allocates two chunks at a time. Together they stay below 128 KiB: from that
  /// size on, the C library returns freed memory to the system, and each new allocation causes page
  /// faults.
  static let chunkSize = 32 << 10
  static let tagSize = ArchiveEnd.tagSize
  /// Length, kind, end-of-group flag, and place in the write.
  static let frameHeaderSize = 8

  enum FrameKind: UInt8 {
    case chunk = 1
    case lastChunk = 2
    case appended = 3
  }

  // MARK: Sealing

  /// Seals a body into a file that accepts no appended saves.
  ///
  /// - Parameters:
  ///   - body: The plain bytes of a snapshot or of launch images.
  ///   - key: The application's key.
  ///   - sequenceNumber: The sequence number of this save.
  ///   - purpose: The purpose of the file.
  /// - Returns: The bytes of a file.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func seal(
    _ body: [UInt8], with key: ArchiveKey, sequenceNumber: UInt64,
    as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> [UInt8] {
    try seal(
      body, ArchiveHeader(for: key, sequenceNumber: sequenceNumber, hasLog: false), key, purpose
    )
    .file
  }

  /// Seals a body into a file that this process may append to.
  ///
  /// - Parameters:
  ///   - body: The plain bytes of a snapshot.
  ///   - key: The application's key.
  ///   - sequenceNumber: The sequence number of this save.
  ///   - canGrow: Whether saves may be appended to the file.
  /// - Returns: The bytes of the file, and its tail.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func sealBase(
    _ body: [UInt8], with key: ArchiveKey, sequenceNumber: UInt64, canGrow: Bool = true
  ) throws(ArchiveError) -> (file: [UInt8], tail: SealedTail) {
    try seal(
      body, ArchiveHeader(for: key, sequenceNumber: sequenceNumber, hasLog: canGrow), key, .archive)
  }

  private static func seal(
    _ body: [UInt8], _ header: ArchiveHeader, _ key: ArchiveKey, _ purpose: SealPurpose
  ) throws(ArchiveError) -> (file: [UInt8], tail: SealedTail) {
    guard body.count <= ArchiveLimits.bodySize else {
      throw ArchiveError(.limitExceeded, "The state is larger than an archive may be")
    }
    var file = header.write()
    file.reserveCapacity(file.count + sealedSize(body.count))
    var binding = FrameBinding(header: file)
    let fileKey = key.fileKey(salt: header.salt, for: purpose)
    var rest = body[...]
    repeat {
      let chunk = rest.prefix(chunkSize)
      rest = rest.dropFirst(chunk.count)
      let frame = Frame(kind: rest.isEmpty ? .lastChunk : .chunk, length: chunk.count)
      try binding.seal(chunk, as: frame, with: fileKey, into: &file)
    } while !rest.isEmpty
    return (
      file,
      SealedTail(header: header, binding: binding, fileKey: fileKey, size: file.count)
    )
  }

  /// Returns the sealed size of a body, without the header.
  static func sealedSize(_ count: Int) -> Int {
    count + max(1, (count + chunkSize - 1) / chunkSize) * (frameHeaderSize + tagSize)
  }
}

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
