// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// Opening goes from frame to frame: each is authenticated before the next one is read (R200).
extension ArchiveSeal {
  /// Opens a file whose bytes are in memory.
  ///
  /// - Parameters:
  ///   - file: All its bytes.
  ///   - key: The application's key.
  ///   - purpose: What the file is for.
  /// - Returns: What it holds, authenticated.
  /// - Throws: ``ArchiveError``, which tells damage from a wrong key and a newer format.
  package static func open(
    _ file: [UInt8], with key: ArchiveKey, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> OpenedArchive { try open(StoredBytes(file), with: key, as: purpose) }

  /// Opens a file.
  ///
  /// Its base must be whole. Of what was appended, all counts up to the first group that is cut or
  /// does not open. That is what a process leaves that died while appending, if it can be the end of
  /// one write, and damage otherwise.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - key: The application's key.
  ///   - purpose: What the file is for.
  ///   - willOpen: Called once the file is known to be the key's, before any frame is read.
  /// - Returns: What it holds, authenticated.
  /// - Throws: ``ArchiveError``, which tells damage from a wrong key and a newer format.
  package static func open(
    _ file: StoredBytes, with key: ArchiveKey, as purpose: SealPurpose = .archive,
    willOpen: () throws(ArchiveError) -> Void = {}
  ) throws(ArchiveError) -> OpenedArchive {
    var reader = FrameReader(file)
    let (header, headerBytes) = try readHeader(&reader)
    guard header.keyIdentifier == key.identifier else {
      throw ArchiveError(.wrongKey, "The archive was sealed with another key")
    }
    try willOpen()
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

  /// So much memory is taken before anything says that it is needed: enough for most archives.
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

  /// Opens the next frame; `nil` unless it lies in the file and is what was sealed there.
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

  /// Whether the end of a file can be what is left of one write that never ended (R199).
  ///
  /// Each write begins only after all before it are on the disk, and none is larger than the base, or
  /// not by much. So where another one begins behind bytes that do not open, or where there are more
  /// bytes than that, they were whole once.
  ///
  /// - Parameters:
  ///   - position: Where the group begins that is not whole.
  ///   - end: Where its first frame begins that does not open.
  ///   - base: Where the base ends.
  ///   - reader: Reads the file.
  /// - Returns: `false` when it is damage.
  /// - Throws: ``ArchiveError`` when the file cannot be read.
  private static func mayBeTorn(
    from position: Int, to end: Int, base: Int, _ reader: inout FrameReader
  ) throws(ArchiveError) -> Bool {
    guard reader.size - position <= max(2 * base, ArchiveLimits.smallLog) else { return false }
    return try !reader.hasAppend(behind: end + frameHeaderSize)
  }

  // MARK: Looking at the header alone

  /// The number of the newest save that a file may hold, judged by its header alone.
  package static func greatestGeneration(of file: StoredBytes) throws(ArchiveError) -> UInt64 {
    let header = try readHeader(file)
    return header.generation &+ (header.hasLog ? UInt64(ArchiveLimits.appendedSaves) : 0)
  }

  /// The fingerprint of the key that a file says it was sealed with.
  static func keyIdentifier(of file: StoredBytes) throws(ArchiveError) -> [UInt8] {
    try readHeader(file).keyIdentifier
  }

  private static func readHeader(_ file: StoredBytes) throws(ArchiveError) -> ArchiveHeader {
    var reader = FrameReader(file)
    return try readHeader(&reader).0
  }

  private static func readHeader(_ reader: inout FrameReader) throws(ArchiveError)
    -> (ArchiveHeader, [UInt8])
  {
    let bytes = Array(try reader.bytes(ArchiveHeader.largestSize, at: 0))
    let (header, size) = try ArchiveHeader.read(bytes)
    return (header, Array(bytes[..<size]))
  }

  /// The number of the newest save that a file says it holds, without opening it.
  package static func generation(of file: StoredBytes) throws(ArchiveError) -> UInt64 {
    var reader = FrameReader(file)
    let (header, bytes) = try readHeader(&reader)
    var (generation, position) = (header.generation, bytes.count)
    while position < file.count,
      let frame = Frame(try reader.bytes(frameHeaderSize, at: position)),
      frame.size <= file.count - position
    {
      if frame.endsGroup { generation &+= 1 }
      position += frame.size
    }
    return generation
  }
}
