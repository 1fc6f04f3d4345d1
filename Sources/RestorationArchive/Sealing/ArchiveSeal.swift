// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Seals a plain body into the bytes of a file, and opens such a file (R120).
///
/// The body is cut into chunks, each sealed with AES-GCM under a key of this file alone. A chunk is
/// bound to the header, to its place in the sequence and to the chunk before, and the last one is
/// marked: bytes that were changed, cut, moved or taken from another file do not open.
package enum ArchiveSeal {
  /// Plain bytes in a chunk: small enough to stay in the cache, large enough to cost nothing.
  static let chunkSize = 64 << 10
  static let tagSize = 16
  /// Length, kind, and three bytes of zero.
  static let frameHeaderSize = 8

  enum FrameKind: UInt8 {
    case chunk = 1
    case lastChunk = 2
  }

  /// Seals a body.
  ///
  /// - Parameters:
  ///   - body: The plain bytes of a snapshot.
  ///   - key: The application's key.
  ///   - generation: The number of this save.
  /// - Returns: The bytes of a file.
  /// - Throws: ``ArchiveError`` when a limit is exceeded.
  package static func seal(_ body: [UInt8], with key: ArchiveKey, generation: UInt64)
    throws(ArchiveError) -> [UInt8]
  {
    guard body.count <= ArchiveLimits.fileSize / 2 else {
      throw ArchiveError(.limitExceeded, "The state is larger than an archive may be")
    }
    var random = SystemRandomNumberGenerator()
    let salt = (0..<ArchiveHeader.saltSize).map { _ in UInt8.random(in: 0...255, using: &random) }
    let header = ArchiveHeader(
      keyIdentifier: key.identifier, salt: salt, generation: generation
    ).write()
    let fileKey = key.fileKey(salt: salt)

    let chunks = max(1, (body.count + chunkSize - 1) / chunkSize)
    let sink = ByteSink(
      capacity: header.count + body.count + chunks * (frameHeaderSize + tagSize))
    sink.append(header)
    var binding = FrameBinding(header: header)
    for index in 0..<chunks {
      let part = body[index * chunkSize..<min((index + 1) * chunkSize, body.count)]
      let kind = index == chunks - 1 ? FrameKind.lastChunk : .chunk
      let frame = binding.frameHeader(length: part.count, kind: kind.rawValue)
      do {
        let box = try AES.GCM.seal(
          part, using: fileKey, nonce: binding.nonce(),
          authenticating: binding.authenticatedData(frame))
        sink.append(frame)
        box.ciphertext.withUnsafeBytes { sink.append($0) }
        box.tag.withUnsafeBytes { sink.append($0) }
        binding.advance(tag: box.tag)
      } catch {
        throw ArchiveError(.keyUnavailable, "The archive could not be sealed")
      }
    }
    return sink.array()
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - file: All its bytes.
  ///   - key: The application's key.
  /// - Returns: The plain body, authenticated, and the number of the save.
  /// - Throws: ``ArchiveError``, which tells damage from a wrong key and a newer format.
  package static func open(_ file: [UInt8], with key: ArchiveKey) throws(ArchiveError) -> (
    body: [UInt8], generation: UInt64
  ) {
    let (header, headerSize) = try read { bytes throws(ArchiveError) in
      try ArchiveHeader.read(bytes)
    }(file)
    guard header.keyIdentifier == key.identifier else {
      throw ArchiveError(.wrongKey, "The archive was sealed with another key")
    }
    let fileKey = key.fileKey(salt: header.salt)
    var binding = FrameBinding(header: Array(file[..<headerSize]))
    var body: [UInt8] = []
    body.reserveCapacity(file.count - headerSize)
    var position = headerSize
    while true {
      let damage = ArchiveError(
        .damaged, "The archive was changed or cut since it was sealed", offset: position)
      guard file.count - position >= frameHeaderSize + tagSize else { throw damage }
      let frame = Array(file[position..<position + frameHeaderSize])
      let length = frame[0..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= ArchiveLimits.chunkSize,
        length <= file.count - position - frameHeaderSize - tagSize,
        let kind = FrameKind(rawValue: frame[4])
      else { throw damage }
      let start = position + frameHeaderSize
      let tag = file[start + length..<start + length + tagSize]
      do {
        let box = try AES.GCM.SealedBox(
          nonce: binding.nonce(), ciphertext: file[start..<start + length], tag: tag)
        body.append(
          contentsOf: try AES.GCM.open(
            box, using: fileKey, authenticating: binding.authenticatedData(frame)))
      } catch {
        throw damage
      }
      binding.advance(tag: tag)
      position = start + length + tagSize
      guard kind == .lastChunk else { continue }
      guard position == file.count else {
        throw ArchiveError(.damaged, "The archive has bytes after its end", offset: position)
      }
      return (body, header.generation)
    }
  }

  /// The number of the save that a file holds, without opening it.
  static func generation(of file: [UInt8]) throws(ArchiveError) -> UInt64 {
    try read { bytes throws(ArchiveError) in try ArchiveHeader.read(bytes).0.generation }(file)
  }

  /// Lends bytes to a function that throws archive errors; `withUnsafeBytes` loses their type.
  private static func read<Value>(
    _ body: @escaping (UnsafeRawBufferPointer) throws(ArchiveError) -> Value
  ) -> ([UInt8]) throws(ArchiveError) -> Value {
    { file throws(ArchiveError) in
      let result = file.withUnsafeBytes { bytes -> Result<Value, ArchiveError> in
        do throws(ArchiveError) {
          return .success(try body(bytes))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
  }
}

/// What each frame is bound to: the header, its number, and the tag of the frame before.
struct FrameBinding {
  private let header: [UInt8]
  private var sequence: UInt64 = 0
  private var previousTag = [UInt8](repeating: 0, count: ArchiveSeal.tagSize)

  init(header: [UInt8]) { self.header = header }

  func frameHeader(length: Int, kind: UInt8) -> [UInt8] {
    let size = UInt32(length)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + [kind, 0, 0, 0]
  }

  /// The sequence number; no two frames of a file have the same, and no two files the same key.
  func nonce() throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(
      data: [0, 0, 0, 0]
        + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (8 * (7 - $0))) })
  }

  func authenticatedData(_ frame: [UInt8]) -> [UInt8] { header + frame + previousTag }

  mutating func advance(tag: some Sequence<UInt8>) {
    sequence += 1
    previousTag = Array(tag)
  }
}
