// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

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
  init?(in file: [UInt8], at position: Int) {
    let overhead = ArchiveSeal.frameHeaderSize + ArchiveSeal.tagSize
    guard file.count - position >= overhead else { return nil }
    length = file[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= ArchiveLimits.chunkSize, length <= file.count - position - overhead,
      let kind = ArchiveSeal.FrameKind(rawValue: file[position + 4])
    else { return nil }
    self.kind = kind
    endsGroup = kind == .appended && file[position + 5] == 1
  }

  /// All bytes of the frame.
  var size: Int { ArchiveSeal.frameHeaderSize + length + ArchiveSeal.tagSize }

  func write() -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
      + [kind.rawValue, endsGroup ? 1 : 0, 0, 0]
  }
}

/// What each frame is bound to: the header, its number, and the tag of the frame before.
struct FrameBinding {
  private let header: [UInt8]
  private var sequence: UInt64 = 0
  private(set) var previousTag = [UInt8](repeating: 0, count: ArchiveSeal.tagSize)

  init(header: [UInt8]) { self.header = header }

  /// Seals the next piece.
  mutating func seal(
    _ part: ArraySlice<UInt8>, as frame: Frame, with fileKey: SymmetricKey, into sink: ByteSink
  ) throws(ArchiveError) {
    do {
      let head = frame.write()
      let box = try AES.GCM.seal(
        part, using: fileKey, nonce: nonce(), authenticating: authenticatedData(head))
      sink.append(head)
      box.ciphertext.withUnsafeBytes { sink.append($0) }
      box.tag.withUnsafeBytes { sink.append($0) }
      advance(tag: box.tag)
    } catch {
      throw ArchiveError(.keyUnavailable, "The archive could not be sealed")
    }
  }

  /// Opens the next piece.
  ///
  /// - Returns: `nil` when it is not what was sealed as the next one; nothing follows it then.
  mutating func open(
    _ frame: Frame, of file: [UInt8], at position: Int, with fileKey: SymmetricKey
  ) -> Data? {
    let start = position + ArchiveSeal.frameHeaderSize
    let end = start + frame.length
    let tag = file[end..<end + ArchiveSeal.tagSize]
    guard let nonce = try? nonce(),
      let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: file[start..<end], tag: tag),
      let part = try? AES.GCM.open(
        box, using: fileKey, authenticating: authenticatedData(Array(file[position..<start])))
    else { return nil }
    advance(tag: tag)
    return part
  }

  /// The sequence number; no two frames of a file have the same, and no two files the same key.
  private func nonce() throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(
      data: [0, 0, 0, 0]
        + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (8 * (7 - $0))) })
  }

  private func authenticatedData(_ head: [UInt8]) -> [UInt8] { header + head + previousTag }

  private mutating func advance(tag: some Sequence<UInt8>) {
    sequence += 1
    previousTag = Array(tag)
  }
}
