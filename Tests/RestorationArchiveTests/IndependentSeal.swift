// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import RestorationArchive

/// Seals as `Documentation/ArchiveFormat.md` specifies, without the package's sealing code.
///
/// The document and the code thus check each other.
struct IndependentSeal {
  var major: UInt16 = 1
  var minor: UInt16 = 0
  var headerSize = 96
  var sequenceNumber: UInt64 = 7
  var requiredFeatures: UInt64 = 0
  var chunkSize = 65_536
  var salt = [UInt8](repeating: 0xA5, count: 32)
  /// The saves to append; each has any number of frames.
  var groups: [[[UInt8]]] = []

  func seal(_ body: [UInt8], with key: ArchiveKey) throws -> [UInt8] {
    let secret = SymmetricKey(data: key.withUnsafeBytes { Data($0) })
    let identifier = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Data("restoration archive: key identifier".utf8),
      outputByteCount: 16)
    let fileKey = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, salt: salt,
      info: Data("restoration archive: file key, format 1".utf8), outputByteCount: 32)
    var header: [UInt8] = [0x8A, 0x53, 0x52, 0x41, 0x52, 0x0D, 0x0A, 0x1A]
    header += bytes(UInt64(major), 2) + bytes(UInt64(minor), 2) + bytes(UInt64(headerSize), 4)
    header += identifier.withUnsafeBytes { Array($0) } + salt
    header += bytes(sequenceNumber, 8) + bytes(requiredFeatures, 8)
    header += [UInt8](repeating: 0, count: headerSize - 96)
    header += SHA256.hash(data: header).prefix(16)

    var file = header
    var previousTag = [UInt8](repeating: 0, count: 16)
    var sequence: UInt64 = 0
    func append(_ part: some Sequence<UInt8>, kind: UInt8, endsGroup: Bool = false) throws {
      let part = Array(part)
      let frame = bytes(UInt64(part.count), 4) + [kind, endsGroup ? 1 : 0, 0, 0]
      let nonce = [0, 0, 0, 0] + bytes(sequence, 8).reversed()
      let box = try AES.GCM.seal(
        part, using: fileKey, nonce: AES.GCM.Nonce(data: nonce),
        authenticating: header + frame + previousTag)
      file += frame + box.ciphertext + box.tag
      previousTag = Array(box.tag)
      sequence += 1
    }
    var rest = body[...]
    repeat {
      let part = rest.prefix(chunkSize)
      rest = rest.dropFirst(chunkSize)
      try append(part, kind: rest.isEmpty ? 2 : 1)
    } while !rest.isEmpty
    for group in groups {
      for (index, part) in group.enumerated() {
        try append(part, kind: 3, endsGroup: index == group.count - 1)
      }
    }
    return file
  }

  private func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}

/// Returns the ranges of the frames in a sealed file.
func frames(of file: [UInt8]) -> [Range<Int>] {
  var result: [Range<Int>] = []
  var position = 96
  while position < file.count {
    let length = file[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    result.append(position..<position + 8 + length + 16)
    position += 8 + length + 16
  }
  return result
}
