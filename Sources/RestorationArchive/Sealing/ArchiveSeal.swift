// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// Seals a plain body into the bytes of a file, and opens such a file (R120).
///
/// The body is cut into chunks, each sealed with AES-GCM under a key of this file alone. A chunk is
/// bound to the header, to its place in the sequence and to the chunk before, and the last one is
/// marked: bytes that were changed, cut, moved or taken from another file do not open. Saves that
/// are appended later go on with the sequence, each a group of chunks whose last is marked.
package enum ArchiveSeal {
  /// Plain bytes in a chunk: small enough to stay in the cache, large enough to cost nothing.
  ///
  /// The cipher's library takes memory for two of them at a time. Together they stay below the 128 KiB
  /// from which on the C library gives memory back to the system, and faults it in again, each time.
  static let chunkSize = 32 << 10
  static let tagSize = ArchiveEnd.tagSize
  /// Length, kind, whether a group ends, and two bytes of zero.
  static let frameHeaderSize = 8

  enum FrameKind: UInt8 {
    case chunk = 1
    case lastChunk = 2
    case appended = 3
  }

  // MARK: Sealing

  /// Seals a body into a file that nothing is appended to.
  ///
  /// - Parameters:
  ///   - body: The plain bytes: of a snapshot, or of launch images.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  ///   - purpose: What the file is for.
  /// - Returns: The bytes of a file.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func seal(
    _ body: [UInt8], with key: ArchiveKey, generation: UInt64, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> [UInt8] {
    try seal(body, ArchiveHeader(for: key, generation: generation, hasLog: false), key, purpose)
      .file
  }

  /// Seals a body into a file that this process may append saves to.
  ///
  /// - Parameters:
  ///   - body: The plain bytes of a snapshot.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  ///   - canGrow: Whether saves may be appended to the file.
  /// - Returns: The bytes of a file, and where it ends.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func sealBase(
    _ body: [UInt8], with key: ArchiveKey, generation: UInt64, canGrow: Bool = true
  ) throws(ArchiveError) -> (file: [UInt8], tail: SealedTail) {
    try seal(
      body, ArchiveHeader(for: key, generation: generation, hasLog: canGrow), key, .archive)
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

  /// How many bytes a body takes once it is sealed, the header not counted.
  static func sealedSize(_ count: Int) -> Int {
    count + max(1, (count + chunkSize - 1) / chunkSize) * (frameHeaderSize + tagSize)
  }
}
