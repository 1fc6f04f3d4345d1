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

/// Opens files frame by frame.
///
/// Each frame is authenticated before the next one is read.
extension ArchiveSeal {
  /// Opens a file whose bytes are in memory.
  ///
  /// - Parameters:
  ///   - file: All bytes of the file.
  ///   - key: The application's key.
  ///   - purpose: The purpose of the file.
  /// - Returns: The authenticated contents.
  /// - Throws: ``ArchiveError``, which distinguishes damage, a wrong key and a newer format.
  package static func open(
    _ file: [UInt8], with key: ArchiveKey, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> OpenedArchive { try open(StoredBytes(file), with: key, as: purpose) }

  /// Opens a file.
  ///
  /// The base must be complete. Appended groups count up to the first one that is truncated or does
  /// not open. The rest is damage, unless it can be one write that was interrupted because the
  /// process died.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - key: The application's key.
  ///   - purpose: The purpose of the file.
  /// - Returns: The authenticated contents.
  /// - Throws: ``ArchiveError``, which distinguishes damage, a wrong key and a newer format.
  package static func open(
    _ file: StoredBytes, with key: ArchiveKey, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> OpenedArchive {
    var reader = FrameReader(file)
    let (header, headerBytes) = try readHeader(&reader)
    guard header.keyIdentifier == key.identifier else {
      throw ArchiveError(.wrongKey, "The archive was sealed with another key")
    }
    let fileKey = key.fileKey(salt: header.salt, for: purpose)
    var binding = FrameBinding(header: headerBytes)
    var position = headerBytes.count
    let body = try openBase(of: &reader, at: &position, &binding, fileKey)
    guard header.hasLog || position == file.count else {
      throw ArchiveError(.damaged, "The archive has bytes after its end", offset: position)
    }
    var archive = OpenedArchive(
      baseSequenceNumber: header.sequenceNumber, headerSize: headerBytes.count,
      fileSize: file.count, body: body)
    try openLog(of: &reader, at: position, &binding, fileKey, into: &archive)
    archive.lastTag = binding.previousTag
    return archive
  }

  // MARK: Base

  /// Memory reserved before any frame is authenticated, in bytes.
  ///
  /// It is enough for most archives.
  private static let firstRoom = 4 << 20

  private static func openBase(
    of reader: inout FrameReader, at position: inout Int, _ binding: inout FrameBinding,
    _ fileKey: SymmetricKey
  ) throws(ArchiveError) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(min(reader.size, firstRoom))
    while true {
      guard let (frame, part) = try openFrame(of: &reader, at: position, &binding, fileKey),
        frame.kind != .appended
      else {
        throw ArchiveError(
          .damaged, "The archive was changed or cut since it was sealed", offset: position)
      }
      position += frame.size
      if body.capacity - body.count < part.count {
        // Twice what was authenticated, and no more than the file can fill.
        body.reserveCapacity(2 * body.capacity)
      }
      body += part
      if frame.kind == .lastChunk { return body }
    }
  }

  /// Opens the next frame.
  ///
  /// `nil` unless the frame lies within the file and is what was sealed there.
  private static func openFrame(
    of reader: inout FrameReader, at position: Int, _ binding: inout FrameBinding,
    _ fileKey: SymmetricKey
  ) throws(ArchiveError) -> (Frame, Data)? {
    guard position < reader.size,
      let frame = Frame(try reader.bytes(frameHeaderSize, at: position)),
      frame.size <= reader.size - position,
      let part = binding.open(
        frame, try reader.bytes(frame.size, at: position), with: fileKey)
    else { return nil }
    return (frame, part)
  }

  // MARK: Log

  private static func openLog(
    of reader: inout FrameReader, at start: Int, _ binding: inout FrameBinding,
    _ fileKey: SymmetricKey, into archive: inout OpenedArchive
  ) throws(ArchiveError) {
    var position = start
    while position < reader.size {
      var (next, end, group): (FrameBinding, Int, [UInt8]) = (binding, position, [])
      var isWhole = false
      while !isWhole, archive.log.count < ArchiveLimits.appendedSaves,
        let (frame, part) = try openFrame(of: &reader, at: end, &next, fileKey),
        frame.kind == .appended
      {
        group += part
        end += frame.size
        isWhole = frame.endsGroup
      }
      guard isWhole else {
        archive.tornAt = position
        let isTorn = try mayBeTorn(from: position, to: end, base: start, &reader)
        archive.end = isTorn ? .torn : .damaged
        return
      }
      archive.log.append(group)
      (position, binding) = (end, next)
    }
  }

  /// Whether the end of a file can be one interrupted write.
  ///
  /// A write begins only after all previous ones are on disk, and it is not much larger than the
  /// base. So if another write begins after the bytes that do not open, or if there are more bytes
  /// than one write has, these bytes were complete once.
  ///
  /// - Parameters:
  ///   - position: The start of the incomplete group.
  ///   - end: The start of the group's first frame that does not open.
  ///   - base: The end of the base.
  ///   - reader: A reader of the file.
  /// - Returns: `false` when the file is damaged.
  /// - Throws: ``ArchiveError`` when the file cannot be read.
  private static func mayBeTorn(
    from position: Int, to end: Int, base: Int, _ reader: inout FrameReader
  ) throws(ArchiveError) -> Bool {
    guard reader.size - position <= max(2 * base, ArchiveLimits.smallLog) else { return false }
    return try !reader.hasAppend(behind: end + frameHeaderSize)
  }

  // MARK: Reading the header alone

  /// Returns the largest sequence number that a file may hold.
  ///
  /// The number is derived from the header alone.
  package static func greatestSequenceNumber(of file: StoredBytes) throws(ArchiveError) -> UInt64 {
    let header = try readHeader(file)
    return header.sequenceNumber &+ (header.hasLog ? UInt64(ArchiveLimits.appendedSaves) : 0)
  }

  /// Returns the fingerprint of the key named in a file's header.
  static func keyIdentifier(of file: StoredBytes) throws(ArchiveError) -> [UInt8] {
    try readHeader(file).keyIdentifier
  }

  private static func readHeader(_ file: StoredBytes) throws(ArchiveError) -> ArchiveHeader {
    try ArchiveHeader.read(file.bytes(ArchiveHeader.largestSize, at: 0)).0
  }

  private static func readHeader(_ reader: inout FrameReader) throws(ArchiveError)
    -> (ArchiveHeader, [UInt8])
  {
    let bytes = Array(try reader.bytes(ArchiveHeader.largestSize, at: 0))
    let (header, size) = try ArchiveHeader.read(bytes)
    return (header, Array(bytes[..<size]))
  }

  /// Returns the sequence number of a file's newest save.
  ///
  /// The file is not opened, so the number is not authenticated.
  package static func sequenceNumber(of file: StoredBytes) throws(ArchiveError) -> UInt64 {
    var reader = FrameReader(file)
    let (header, bytes) = try readHeader(&reader)
    var (sequenceNumber, position) = (header.sequenceNumber, bytes.count)
    while position < file.count,
      let frame = Frame(try reader.bytes(frameHeaderSize, at: position)),
      frame.size <= file.count - position
    {
      if frame.endsGroup { sequenceNumber &+= 1 }
      position += frame.size
    }
    return sequenceNumber
  }
}
