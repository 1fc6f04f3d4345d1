// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

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
    var contents = OpenedArchive.Contents(
      header: header, headerSize: headerBytes.count, fileSize: file.count)
    var position = headerBytes.count
    let body = try openBase(of: &reader, at: &position, &binding, fileKey)
    contents.baseSize = body.count
    guard header.hasLog || position == file.count else {
      throw ArchiveError(.damaged, "The archive has bytes after its end", offset: position)
    }
    try openLog(of: &reader, at: position, &binding, fileKey, into: &contents)
    contents.lastTag = binding.previousTag
    return OpenedArchive(contents, body: body)
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
    _ fileKey: SymmetricKey, into contents: inout OpenedArchive.Contents
  ) throws(ArchiveError) {
    var position = start
    while position < reader.size {
      var (next, end, group): (FrameBinding, Int, [UInt8]) = (binding, position, [])
      var isWhole = false
      while !isWhole, contents.log.count < ArchiveLimits.appendedSaves,
        let (frame, part) = try openFrame(of: &reader, at: end, &next, fileKey),
        frame.kind == .appended
      {
        group += part
        end += frame.size
        isWhole = frame.endsGroup
      }
      guard isWhole else {
        contents.tornAt = position
        contents.isDamaged = try !mayBeTorn(from: position, to: end, base: start, &reader)
        return
      }
      contents.log.append(group)
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
  package static func greatestGeneration(of file: StoredBytes) throws(ArchiveError) -> UInt64 {
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
