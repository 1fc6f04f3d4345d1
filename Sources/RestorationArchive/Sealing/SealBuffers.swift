// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// What sealing needs besides the body, kept from one save to the next.
///
/// Memory that is taken and given back at each save costs a page fault for every 4 KiB, each time:
/// more than the cipher does. The file that was sealed last is kept until the next one.
package final class SealBuffers {
  /// The bytes of the file that was sealed last.
  package private(set) var file: [UInt8] = []
  let packer = BodyPacker()
  /// The plain chunk that is being filled.
  private let chunk = ByteSink(capacity: ArchiveSeal.chunkSize)

  /// Makes empty buffers.
  package init() {}

  /// Seals a body into ``file``.
  ///
  /// - Parameters:
  ///   - body: The plain bytes.
  ///   - header: The header of the file, which also says whether the body is to be packed.
  ///   - key: The application's key.
  ///   - purpose: What the file is for.
  /// - Returns: Where the file ends.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  func seal(
    _ body: UnsafeRawBufferPointer, _ header: ArchiveHeader, _ key: ArchiveKey,
    _ purpose: SealPurpose
  ) throws(ArchiveError) -> SealedTail {
    guard body.count <= ArchiveLimits.bodySize else {
      throw ArchiveError(.limitExceeded, "The state is larger than an archive may be")
    }
    guard header.isPacked else { return try seal([body], header, key, purpose).get() }
    return try packer.withPacked(body) { seal($0, header, key, purpose) }.get()
  }

  private func seal(
    _ parts: [UnsafeRawBufferPointer], _ header: ArchiveHeader, _ key: ArchiveKey,
    _ purpose: SealPurpose
  ) -> Result<SealedTail, ArchiveError> {
    Result { () throws(ArchiveError) in
      let start = header.write()
      var left = parts.reduce(0) { $0 + $1.count }
      makeRoom(for: start.count + ArchiveSeal.sealedSize(left))
      file += start
      var binding = FrameBinding(header: start)
      let fileKey = key.fileKey(salt: header.salt, for: purpose)
      try forEachChunk(of: parts) { chunk throws(ArchiveError) in
        left -= chunk.count
        let frame = Frame(kind: left == 0 ? .lastChunk : .chunk, length: chunk.count)
        try binding.seal(chunk, as: frame, with: fileKey, into: &file)
      }
      return SealedTail(
        header: header, binding: binding, fileKey: fileKey, size: file.count)
    }
  }

  /// A state that grows a little at each save does not need other memory at each.
  private func makeRoom(for size: Int) {
    file.removeAll(keepingCapacity: true)
    if file.capacity < size { file.reserveCapacity(size + size / 8) }
  }

  /// Cuts what the parts are together into chunks; nothing at all is one empty chunk.
  private func forEachChunk(
    of parts: [UnsafeRawBufferPointer],
    _ action: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var isEmpty = true
    chunk.truncate(to: 0)
    for part in parts {
      var rest = part[...]
      while !rest.isEmpty {
        isEmpty = false
        let piece = rest.prefix(ArchiveSeal.chunkSize - chunk.count)
        rest = rest.dropFirst(piece.count)
        if piece.count == ArchiveSeal.chunkSize {
          try action(UnsafeRawBufferPointer(rebasing: piece))
          continue
        }
        chunk.append(UnsafeRawBufferPointer(rebasing: piece))
        if chunk.count == ArchiveSeal.chunkSize {
          try action(chunk.bytes)
          chunk.truncate(to: 0)
        }
      }
    }
    if chunk.count > 0 || isEmpty { try action(chunk.bytes) }
  }
}
