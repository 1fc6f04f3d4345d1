// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// What a sealed file is for; each has keys of its own, so that none opens in another's place.
package enum SealPurpose: String {
  case archive = "restoration archive: file key, format 1"
  case launchImage = "restoration archive: launch image key, format 1"
}

/// Seals a plain body into the bytes of a file, and opens such a file (R120).
///
/// The body is cut into chunks, each sealed with AES-GCM under a key of this file alone. A chunk is
/// bound to the header, to its place in the sequence and to the chunk before, and the last one is
/// marked: bytes that were changed, cut, moved or taken from another file do not open. Saves that
/// are appended later go on with the sequence, each a group of chunks whose last is marked.
package enum ArchiveSeal {
  /// Plain bytes in a chunk: small enough to stay in the cache, large enough to cost nothing.
  static let chunkSize = 64 << 10
  static let tagSize = 16
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
  ///   - body: The plain bytes of a snapshot.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  ///   - purpose: What the file is for.
  /// - Returns: The bytes of a file.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func seal(
    _ body: [UInt8], with key: ArchiveKey, generation: UInt64, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> [UInt8] {
    let header = ArchiveHeader(for: key, generation: generation, hasLog: false)
    return try seal(body, header, key, purpose).file
  }

  /// Seals a body into a file that this process may append saves to.
  ///
  /// - Parameters:
  ///   - body: The plain bytes of a snapshot.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  /// - Returns: The bytes of a file, and where it ends.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func sealBase(_ body: [UInt8], with key: ArchiveKey, generation: UInt64)
    throws(ArchiveError) -> (file: [UInt8], tail: SealedTail)
  { try seal(body, ArchiveHeader(for: key, generation: generation, hasLog: true), key, .archive) }

  private static func seal(
    _ body: [UInt8], _ header: ArchiveHeader, _ key: ArchiveKey, _ purpose: SealPurpose
  ) throws(ArchiveError) -> (file: [UInt8], tail: SealedTail) {
    guard body.count <= ArchiveLimits.fileSize / 2 else {
      throw ArchiveError(.limitExceeded, "The state is larger than an archive may be")
    }
    let start = header.write()
    let sink = ByteSink(capacity: start.count + sealedSize(body.count))
    sink.append(start)
    var binding = FrameBinding(header: start)
    let fileKey = key.fileKey(salt: header.salt, for: purpose)
    for (part, isLast) in chunks(of: body) {
      let frame = Frame(kind: isLast ? .lastChunk : .chunk, length: part.count)
      try binding.seal(part, as: frame, with: fileKey, into: sink)
    }
    let tail = SealedTail(header: header, binding: binding, size: sink.count)
    return (sink.array(), tail)
  }

  /// A body in the pieces that are sealed; an empty one is one empty piece.
  static func chunks(of body: [UInt8]) -> [(part: ArraySlice<UInt8>, isLast: Bool)] {
    let count = max(1, (body.count + chunkSize - 1) / chunkSize)
    return (0..<count).map { index in
      let part = body[index * chunkSize..<min((index + 1) * chunkSize, body.count)]
      return (part, index == count - 1)
    }
  }

  /// How many bytes a body takes once it is sealed, the header not counted.
  static func sealedSize(_ count: Int) -> Int {
    count + max(1, (count + chunkSize - 1) / chunkSize) * (frameHeaderSize + tagSize)
  }

  // MARK: Opening

  /// Opens a file.
  ///
  /// Its base must be whole. Of what was appended, all counts up to the first group that is cut or
  /// does not open: that is what a process leaves that died while appending.
  ///
  /// - Parameters:
  ///   - file: All its bytes.
  ///   - key: The application's key.
  ///   - purpose: What the file is for.
  /// - Returns: What it holds, authenticated.
  /// - Throws: ``ArchiveError``, which tells damage from a wrong key and a newer format.
  package static func open(
    _ file: [UInt8], with key: ArchiveKey, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> OpenedArchive {
    let (header, headerSize) = try readHeader(of: file)
    guard header.keyIdentifier == key.identifier else {
      throw ArchiveError(.wrongKey, "The archive was sealed with another key")
    }
    let fileKey = key.fileKey(salt: header.salt, for: purpose)
    var binding = FrameBinding(header: Array(file[..<headerSize]))
    var body: [UInt8] = []
    body.reserveCapacity(file.count - headerSize)
    var position = headerSize
    while true {
      guard let frame = Frame(in: file, at: position), frame.kind != .appended,
        let part = binding.open(frame, of: file, at: position, with: fileKey)
      else {
        throw ArchiveError(
          .damaged, "The archive was changed or cut since it was sealed", offset: position)
      }
      body += part
      position += frame.size
      if frame.kind == .lastChunk { break }
    }
    guard header.hasLog || position == file.count else {
      throw ArchiveError(.damaged, "The archive has bytes after its end", offset: position)
    }
    var opened = OpenedArchive(
      body: body, baseGeneration: header.generation, fileSize: file.count, headerSize: headerSize)
    while position < file.count, opened.log.count < ArchiveLimits.appendedSaves,
      let group = openGroup(of: file, at: &position, &binding, fileKey)
    { opened.log.append(group) }
    if position < file.count { opened.tornAt = position }
    opened.lastTag = binding.previousTag
    return opened
  }

  /// Opens all frames of a group; the position stays unless they all open.
  private static func openGroup(
    of file: [UInt8], at position: inout Int, _ binding: inout FrameBinding,
    _ fileKey: SymmetricKey
  ) -> [UInt8]? {
    var (end, body): (Int, [UInt8]) = (position, [])
    while let frame = Frame(in: file, at: end), frame.kind == .appended,
      let part = binding.open(frame, of: file, at: end, with: fileKey)
    {
      body += part
      end += frame.size
      guard frame.endsGroup else { continue }
      position = end
      return body
    }
    return nil
  }

  /// The number of the newest save that a file says it holds, without opening it.
  package static func generation(of file: [UInt8]) throws(ArchiveError) -> UInt64 {
    var (header, position) = try readHeader(of: file)
    while let frame = Frame(in: file, at: position) {
      if frame.endsGroup { header.generation &+= 1 }
      position += frame.size
    }
    return header.generation
  }

  /// The fingerprint of the key that a file says it was sealed with.
  static func keyIdentifier(of file: [UInt8]) throws(ArchiveError) -> [UInt8] {
    try readHeader(of: file).0.keyIdentifier
  }

  /// Lends the bytes to the header's reader; `withUnsafeBytes` loses the type of errors.
  private static func readHeader(of file: [UInt8]) throws(ArchiveError) -> (ArchiveHeader, Int) {
    let result = file.withUnsafeBytes { bytes -> Result<(ArchiveHeader, Int), ArchiveError> in
      do throws(ArchiveError) {
        return .success(try ArchiveHeader.read(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
