// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// The header of a sealed frame.
struct Frame {
  let kind: ArchiveSeal.FrameKind
  /// The plain size of the frame, in bytes.
  let length: Int
  /// Whether this frame completes an appended save.
  let endsGroup: Bool
  /// The index among the frames appended in one write.
  ///
  /// 0 begins a write.
  let place: Int

  init(kind: ArchiveSeal.FrameKind, length: Int, endsGroup: Bool = false, place: Int = 0) {
    (self.kind, self.length, self.endsGroup, self.place) = (kind, length, endsGroup, place)
  }

  /// Reads a frame's header; `nil` when it is malformed.
  init?(_ head: ArraySlice<UInt8>) {
    guard head.count >= ArchiveSeal.frameHeaderSize else { return nil }
    func byte(_ place: Int) -> Int { Int(head[head.startIndex + place]) }
    length = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24
    guard length <= ArchiveLimits.chunkSize,
      let kind = ArchiveSeal.FrameKind(rawValue: UInt8(byte(4)))
    else { return nil }
    self.kind = kind
    endsGroup = kind == .appended && byte(5) == 1
    place = byte(6) | byte(7) << 8
  }

  /// Whether bytes are the header of an append's first frame.
  static func beginsAppend(_ bytes: ArraySlice<UInt8>) -> Bool {
    let first = bytes.startIndex
    guard bytes[first + 4] == ArchiveSeal.FrameKind.appended.rawValue, bytes[first + 5] <= 1 else {
      return false
    }
    return Frame(bytes)?.place == 0
  }

  /// The whole size of the frame, in bytes.
  var size: Int { ArchiveSeal.frameHeaderSize + length + ArchiveSeal.tagSize }

  func write(to file: inout [UInt8]) {
    for byte in 0..<4 { file.append(UInt8(truncatingIfNeeded: length >> (8 * byte))) }
    file += [kind.rawValue, endsGroup ? 1 : 0]
    // A write with more frames than can be counted repeats the last number.
    let place = UInt16(clamping: place)
    file += [UInt8(truncatingIfNeeded: place), UInt8(place >> 8)]
  }
}

/// The data that each frame is bound to.
///
/// This is the file's header, the frame's number, and the tag of the previous frame.
struct FrameBinding {
  private let headerSize: Int
  private var sequence: UInt64 = 0
  /// File header, frame header, and tag of the previous frame.
  ///
  /// The memory is allocated once.
  private var authenticated: [UInt8]
  private var nonceBytes = [UInt8](repeating: 0, count: Self.nonceSize)
  private static let nonceSize = 12

  init(header: [UInt8]) {
    headerSize = header.count
    authenticated = header
    authenticated += [UInt8](
      repeating: 0, count: ArchiveSeal.frameHeaderSize + ArchiveSeal.tagSize)
  }

  /// The tag of the previous frame; zeros at first.
  var previousTag: [UInt8] { Array(authenticated.suffix(ArchiveSeal.tagSize)) }

  /// Seals the next part of the body.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - frame: The frame's header.
  ///   - fileKey: The key of the file.
  ///   - file: The bytes to which the frame is appended.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  mutating func seal(
    _ part: some DataProtocol, as frame: Frame, with fileKey: SymmetricKey,
    into file: inout [UInt8]
  ) throws(ArchiveError) {
    let start = file.count
    frame.write(to: &file)
    bind(file[start...])
    setNonce()
    // `combined` avoids copies: the properties for ciphertext and tag would slice them out of it.
    guard
      let nonceAndSealed = try? AES.GCM.seal(
        part, using: fileKey, nonce: .init(data: nonceBytes), authenticating: authenticated
      ).combined
    else { throw ArchiveError(.keyUnavailable, "The archive could not be sealed") }
    file.append(contentsOf: nonceAndSealed.dropFirst(nonceBytes.count))
    advance(tag: file.suffix(ArchiveSeal.tagSize))
  }

  /// Opens the next part of the body.
  ///
  /// - Parameters:
  ///   - frame: The frame's header.
  ///   - bytes: The frame's bytes.
  ///   - fileKey: The key of the file.
  /// - Returns: The part; `nil` when the frame is not the one that was sealed next. Then no later
  ///   frame opens either.
  mutating func open(_ frame: Frame, _ bytes: ArraySlice<UInt8>, with fileKey: SymmetricKey)
    -> Data?
  {
    guard bytes.count == frame.size else { return nil }
    bind(bytes.prefix(ArchiveSeal.frameHeaderSize))
    setNonce()
    let (sealed, tag) = (
      bytes.dropFirst(ArchiveSeal.frameHeaderSize).dropLast(ArchiveSeal.tagSize),
      bytes.suffix(ArchiveSeal.tagSize)
    )
    guard let nonce = try? AES.GCM.Nonce(data: nonceBytes),
      let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed, tag: tag),
      let part = try? AES.GCM.open(box, using: fileKey, authenticating: authenticated)
    else { return nil }
    advance(tag: tag)
    return part
  }

  /// Sets the nonce to the sequence number.
  ///
  /// No two frames of a file have the same nonce, and no two files have the same key.
  private mutating func setNonce() {
    for byte in 0..<8 {
      nonceBytes[4 + byte] = UInt8(truncatingIfNeeded: sequence >> (8 * (7 - UInt64(byte))))
    }
  }

  private mutating func bind(_ head: some Sequence<UInt8>) { copy(head, to: headerSize) }

  private mutating func advance(tag: some Sequence<UInt8>) {
    sequence += 1
    copy(tag, to: headerSize + ArchiveSeal.frameHeaderSize)
  }

  private mutating func copy(_ bytes: some Sequence<UInt8>, to place: Int) {
    for (index, byte) in bytes.enumerated() { authenticated[place + index] = byte }
  }
}
