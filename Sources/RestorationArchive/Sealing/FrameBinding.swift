// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// What stands before a sealed piece of a body.
struct Frame {
  let kind: ArchiveSeal.FrameKind
  /// Plain bytes in the frame.
  let length: Int
  /// Whether an appended save is complete with this frame.
  let endsGroup: Bool

  init(kind: ArchiveSeal.FrameKind, length: Int, endsGroup: Bool = false) {
    (self.kind, self.length, self.endsGroup) = (kind, length, endsGroup)
  }

  /// Reads a frame's head; `nil` unless it makes sense and the whole frame lies within the file.
  init?(in file: UnsafeRawBufferPointer, at position: Int) {
    let overhead = ArchiveSeal.frameHeaderSize + ArchiveSeal.tagSize
    guard file.count - position >= overhead else { return nil }
    let word = file.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    length = Int(UInt32(littleEndian: word))
    guard length <= ArchiveLimits.chunkSize, length <= file.count - position - overhead,
      let kind = ArchiveSeal.FrameKind(rawValue: file[position + 4])
    else { return nil }
    self.kind = kind
    endsGroup = kind == .appended && file[position + 5] == 1
  }

  /// All bytes of the frame.
  var size: Int { ArchiveSeal.frameHeaderSize + length + ArchiveSeal.tagSize }

  func write(to file: inout [UInt8]) {
    for byte in 0..<4 { file.append(UInt8(truncatingIfNeeded: length >> (8 * byte))) }
    file += [kind.rawValue, endsGroup ? 1 : 0, 0, 0]
  }
}

/// What each frame is bound to: the header, its number, and the tag of the frame before.
struct FrameBinding {
  private let headerSize: Int
  private var sequence: UInt64 = 0
  /// Header, head of the frame, and tag of the frame before: room for all of it is made once.
  private var authenticated: [UInt8]
  private var nonceBytes = [UInt8](repeating: 0, count: 12)

  init(header: [UInt8]) {
    headerSize = header.count
    authenticated = header
    authenticated += [UInt8](
      repeating: 0, count: ArchiveSeal.frameHeaderSize + ArchiveSeal.tagSize)
  }

  /// The tag of the frame before the next one; zeros at first.
  var previousTag: [UInt8] { Array(authenticated.suffix(ArchiveSeal.tagSize)) }

  /// Seals the next piece.
  ///
  /// - Parameters:
  ///   - part: The piece.
  ///   - frame: What its head says.
  ///   - fileKey: The key of the file.
  ///   - file: What the frame is appended to.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  mutating func seal(
    _ part: UnsafeRawBufferPointer, as frame: Frame, with fileKey: SymmetricKey,
    into file: inout [UInt8]
  ) throws(ArchiveError) {
    let start = file.count
    frame.write(to: &file)
    file.withUnsafeBytes { bind(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    setNonce()
    // In one: to ask for the piece and for its tag would cut them out of this.
    guard
      let nonceAndSealed = try? AES.GCM.seal(
        part, using: fileKey, nonce: .init(data: nonceBytes), authenticating: authenticated
      ).combined
    else { throw ArchiveError(.keyUnavailable, "The archive could not be sealed") }
    nonceAndSealed.withUnsafeBytes { bytes in
      file.append(contentsOf: bytes[nonceBytes.count...])
      advance(tag: UnsafeRawBufferPointer(rebasing: bytes.suffix(ArchiveSeal.tagSize)))
    }
  }

  /// Opens the next piece.
  ///
  /// - Parameters:
  ///   - frame: What its head says, which was read at the position.
  ///   - file: All bytes of the file. What stands before the piece, and is needed no more, is written over.
  ///   - position: Where the frame begins.
  ///   - fileKey: The key of the file.
  /// - Returns: The piece; `nil` when it is not what was sealed as the next one, and nothing follows it.
  mutating func open(
    _ frame: Frame, of file: UnsafeMutableRawBufferPointer, at position: Int,
    with fileKey: SymmetricKey
  ) -> Data? {
    let start = position + ArchiveSeal.frameHeaderSize
    let end = start + frame.length
    bind(UnsafeRawBufferPointer(rebasing: file[position..<start]))
    // The library takes nonce, piece and tag in one, or copies them together. The nonce comes over the
    // frame's head and the end of what it follows, which are bound by now.
    setNonce()
    let combined = UnsafeMutableRawBufferPointer(
      rebasing: file[start - nonceBytes.count..<end + ArchiveSeal.tagSize])
    combined.copyBytes(from: nonceBytes)
    guard let address = combined.baseAddress,
      let box = try? AES.GCM.SealedBox(
        combined: Data(bytesNoCopy: address, count: combined.count, deallocator: .none)),
      let part = try? AES.GCM.open(box, using: fileKey, authenticating: authenticated)
    else { return nil }
    advance(tag: UnsafeRawBufferPointer(rebasing: combined.suffix(ArchiveSeal.tagSize)))
    return part
  }

  /// Makes the nonce the sequence number: no two frames of a file have the same, and no two files the
  /// same key.
  private mutating func setNonce() {
    for byte in 0..<8 {
      nonceBytes[4 + byte] = UInt8(truncatingIfNeeded: sequence >> (8 * (7 - UInt64(byte))))
    }
  }

  private mutating func bind(_ head: UnsafeRawBufferPointer) {
    copy(head, to: headerSize)
  }

  private mutating func advance(tag: UnsafeRawBufferPointer) {
    sequence += 1
    copy(tag, to: headerSize + ArchiveSeal.frameHeaderSize)
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer, to place: Int) {
    for (index, byte) in bytes.enumerated() { authenticated[place + index] = byte }
  }
}
