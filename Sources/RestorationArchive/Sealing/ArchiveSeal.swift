// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

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
  ///
  /// The cipher's library takes memory for two of them at a time. Together they stay below the 128 KiB
  /// from which on the C library gives memory back to the system, and faults it in again, each time.
  static let chunkSize = 32 << 10
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
  ///   - body: The plain bytes: of a snapshot, whose tables are packed, or of launch images.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  ///   - purpose: What the file is for.
  /// - Returns: The bytes of a file.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func seal(
    _ body: [UInt8], with key: ArchiveKey, generation: UInt64, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> [UInt8] {
    let features = purpose == .archive ? ArchiveHeader.packedFeature : 0
    return try seal(body, with: key, generation: generation, features, purpose).file
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
  { try seal(body, with: key, generation: generation, baseFeatures, .archive) }

  /// Seals a body into a file, without taking memory anew.
  ///
  /// - Parameters:
  ///   - body: The plain bytes of a snapshot.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  ///   - canGrow: Whether this process may append saves to the file.
  ///   - buffers: Afterwards hold the bytes of the file.
  /// - Returns: Where the file ends.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func sealBase(
    _ body: UnsafeRawBufferPointer, with key: ArchiveKey, generation: UInt64, canGrow: Bool = true,
    into buffers: SealBuffers
  ) throws(ArchiveError) -> SealedTail {
    let features = canGrow ? baseFeatures : ArchiveHeader.packedFeature
    let header = ArchiveHeader(for: key, generation: generation, requiredFeatures: features)
    return try buffers.seal(body, header, key, .archive)
  }

  private static let baseFeatures =
    ArchiveHeader.logFeature | ArchiveHeader.packedFeature | ArchiveHeader.packedLogFeature

  private static func seal(
    _ body: [UInt8], with key: ArchiveKey, generation: UInt64, _ features: UInt64,
    _ purpose: SealPurpose
  ) throws(ArchiveError) -> (file: [UInt8], tail: SealedTail) {
    let header = ArchiveHeader(for: key, generation: generation, requiredFeatures: features)
    let buffers = SealBuffers()
    let tail = body.withUnsafeBytes { body in
      Result { () throws(ArchiveError) in try buffers.seal(body, header, key, purpose) }
    }
    return (buffers.file, try tail.get())
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
  ///   - file: All its bytes; given up as soon as they are opened, if the caller has no use for them. Those
  ///     without ``room(toOpen:)`` are copied into it first.
  ///   - key: The application's key.
  ///   - purpose: What the file is for.
  /// - Returns: What it holds, authenticated.
  /// - Throws: ``ArchiveError``, which tells damage from a wrong key and a newer format.
  package static func open(
    _ file: consuming [UInt8], with key: ArchiveKey, as purpose: SealPurpose = .archive
  ) throws(ArchiveError) -> OpenedArchive {
    let room = room(toOpen: file.count)
    var bytes = file
    if bytes.capacity < room {
      bytes = [UInt8](unsafeUninitializedCapacity: room) { memory, filled in
        FreshMemory.take(memory.baseAddress, bytes.count)
        filled = memory.initialize(fromContentsOf: bytes)
      }
    }
    // Where it lies: what a store has read has room, so that memory of that size is taken once.
    let contents = try bytes.withUnsafeMutableBufferPointer { bytes throws(ArchiveError) in
      try open(UnsafeMutableRawBufferPointer(bytes), with: key, as: purpose)
    }
    bytes.removeSubrange(contents.baseSize...)
    return try OpenedArchive(contents, plain: consume bytes)
  }

  /// How much memory a file is opened in: its tables are larger than in the file.
  ///
  /// What is not used of it is never touched, so that it costs nothing.
  static func room(toOpen size: Int) -> Int { size + size / 2 }

  /// Opens a file, piece by piece.
  ///
  /// - Parameters:
  ///   - memory: All its bytes; afterwards begins with its base.
  ///   - key: The application's key.
  ///   - purpose: What the file is for.
  /// - Returns: What was found beside the base.
  /// - Throws: ``ArchiveError``, which tells damage from a wrong key and a newer format.
  private static func open(
    _ memory: UnsafeMutableRawBufferPointer, with key: ArchiveKey, as purpose: SealPurpose
  ) throws(ArchiveError) -> OpenedArchive.Contents {
    let file = UnsafeRawBufferPointer(memory)
    let (header, headerSize) = try ArchiveHeader.read(file)
    guard header.keyIdentifier == key.identifier else {
      throw ArchiveError(.wrongKey, "The archive was sealed with another key")
    }
    let fileKey = key.fileKey(salt: header.salt, for: purpose)
    var binding = FrameBinding(header: Array(UnsafeRawBufferPointer(rebasing: file[..<headerSize])))
    var contents = OpenedArchive.Contents(
      header: header, headerSize: headerSize, fileSize: file.count)
    var position = headerSize
    while true {
      guard let frame = Frame(in: file, at: position), frame.kind != .appended,
        let part = binding.open(frame, of: memory, at: position, with: fileKey)
      else {
        throw ArchiveError(
          .damaged, "The archive was changed or cut since it was sealed", offset: position)
      }
      // Only over what was read: a frame takes more room than what it holds.
      part.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: memory[contents.baseSize...]).copyMemory(from: $0)
      }
      contents.baseSize += part.count
      position += frame.size
      if frame.kind == .lastChunk { break }
    }
    guard header.hasLog || position == file.count else {
      throw ArchiveError(.damaged, "The archive has bytes after its end", offset: position)
    }
    while position < file.count, contents.log.count < ArchiveLimits.appendedSaves,
      let group = openGroup(of: memory, at: &position, &binding, fileKey)
    { contents.log.append(group) }
    if position < file.count { contents.tornAt = position }
    contents.lastTag = binding.previousTag
    return contents
  }

  /// Opens all frames of a group; position and binding stay unless they all open.
  private static func openGroup(
    of file: UnsafeMutableRawBufferPointer, at position: inout Int, _ binding: inout FrameBinding,
    _ fileKey: SymmetricKey
  ) -> [UInt8]? {
    var (end, next, body): (Int, FrameBinding, [UInt8]) = (position, binding, [])
    while let frame = Frame(in: UnsafeRawBufferPointer(file), at: end), frame.kind == .appended,
      let part = next.open(frame, of: file, at: end, with: fileKey)
    {
      body += part
      end += frame.size
      guard frame.endsGroup else { continue }
      (position, binding) = (end, next)
      return body
    }
    return nil
  }

  /// The number of the newest save that a file says it holds, without opening it.
  package static func generation(of file: [UInt8]) throws(ArchiveError) -> UInt64 {
    try lend(file) { bytes throws(ArchiveError) in
      var (header, position) = try ArchiveHeader.read(bytes)
      while let frame = Frame(in: bytes, at: position) {
        if frame.endsGroup { header.generation &+= 1 }
        position += frame.size
      }
      return header.generation
    }
  }

  /// The fingerprint of the key that a file says it was sealed with.
  static func keyIdentifier(of file: [UInt8]) throws(ArchiveError) -> [UInt8] {
    try lend(file) { bytes throws(ArchiveError) in try ArchiveHeader.read(bytes).0.keyIdentifier }
  }

  /// Lends the bytes of a file; `withUnsafeBytes` loses the type of errors.
  private static func lend<Value>(
    _ file: borrowing [UInt8], _ action: (UnsafeRawBufferPointer) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> Value {
    try file.withUnsafeBufferPointer { bytes throws(ArchiveError) in
      try action(UnsafeRawBufferPointer(bytes))
    }
  }
}
