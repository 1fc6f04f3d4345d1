// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

struct ArchiveSealTests {
  private let key = fixedKey(7)

  private func body(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }
  }

  private func code(_ file: [UInt8], _ other: ArchiveKey? = nil) -> ArchiveError.Code? {
    do throws(ArchiveError) {
      _ = try ArchiveSeal.open(file, with: other ?? key)
      return nil
    } catch { return error.code }
  }

  @Test("R120: a sealed body opens unchanged", arguments: [0, 1, 32_766, 32_767, 32_768, 200_000])
  func sealedBodyOpens(size: Int) throws {
    let file = try ArchiveSeal.seal(body(size), with: key, sequenceNumber: 42)
    let opened = try ArchiveSeal.open(file, with: key)
    #expect(Array(opened.body) == body(size))
    #expect(opened.baseSequenceNumber == 42)
    #expect(frames(of: file).count == max(1, (size + 32_767) / 32_768))
  }

  @Test("R120: opening a file reuses its bytes, unless another variable shares them")
  func fileOpensWhereItLies() throws {
    let base = smallSnapshot().bytes
    let file = try ArchiveSeal.seal(base, with: key, sequenceNumber: 1)
    var roomy = file
    roomy.reserveCapacity(2 * file.count)
    #expect(try ArchiveSeal.open(roomy, with: key).body == base)
    #expect(roomy == file)
    #expect(try ArchiveSeal.open(consume roomy, with: key).body == base)
    #expect(try ArchiveSeal.open(file, with: key).body == base)
  }

  @Test("R120: a sealed file reveals nothing of the body, and two seals of it differ")
  func sealedFileShowsNothing() throws {
    let secret = Array("a secret of some length".utf8)
    let first = try ArchiveSeal.seal(secret, with: key, sequenceNumber: 1)
    let second = try ArchiveSeal.seal(secret, with: key, sequenceNumber: 1)
    #expect(first.count == second.count)
    #expect(Data(first).range(of: Data(secret)) == nil)
    #expect(zip(first.dropFirst(96), second.dropFirst(96)).contains { $0 != $1 })
    #expect(first[32..<64] != second[32..<64])
  }

  @Test(
    "A file sealed from the documentation alone opens",
    arguments: [0, 1, 65_536, 65_537])
  func independentlySealedFileOpens(size: Int) throws {
    let file = try IndependentSeal().seal(body(size), with: key)
    let opened = try ArchiveSeal.open(file, with: key)
    #expect(Array(opened.body) == body(size))
    #expect(opened.baseSequenceNumber == 7)
  }

  @Test("R48: a flipped bit is reported as damage, never as another key or a newer format")
  func everyFlippedBitIsDamage() throws {
    let file = try ArchiveSeal.seal(smallSnapshot().bytes, with: key, sequenceNumber: 1)
    for index in file.indices {
      for bit in 0..<8 {
        var flipped = file
        flipped[index] ^= 1 << bit
        let result = code(flipped)
        #expect(result == .damaged, "byte \(index), bit \(bit)")
      }
      var inverted = file
      inverted[index] = ~inverted[index]
      #expect(code(inverted) == .damaged, "byte \(index) inverted")
    }
  }

  @Test("R48: a newer major version is recognized, whatever else its header holds")
  func newerMajorIsTold() throws {
    #expect(code(try IndependentSeal(major: 2).seal(body(10), with: key)) == .newerFormat)
    #expect(code(try IndependentSeal(major: 0xFFFF).seal([], with: ArchiveKey())) == .newerFormat)
    #expect(
      code(try IndependentSeal(major: 2, headerSize: 4096).seal([], with: key)) == .newerFormat)
  }

  @Test("R48: a newer minor version is read, even with a longer header")
  func newerMinorIsRead() throws {
    for size in [96, 97, 200, 4096] {
      let file = try IndependentSeal(minor: 9, headerSize: size).seal(body(70_000), with: key)
      #expect(try ArchiveSeal.open(file, with: key).body == body(70_000))
    }
  }

  @Test("R48: an unknown required feature makes a file a newer format")
  func unknownRequiredFeatureIsNewerFormat() throws {
    for bit in [3, 17, 63] as [UInt64] {
      let seal = IndependentSeal(minor: 1, requiredFeatures: 1 << bit)
      #expect(code(try seal.seal(body(10), with: key)) == .newerFormat)
    }
  }

  @Test("A file with an impossible version or header size is damaged")
  func impossibleHeadersAreDamage() throws {
    #expect(code(try IndependentSeal(major: 0).seal(body(10), with: key)) == .damaged)
    #expect(code(try IndependentSeal(headerSize: 4097).seal(body(10), with: key)) == .damaged)
    #expect(code([UInt8](repeating: 0, count: 500)) == .damaged)
    #expect(code(Array("SQLite format 3".utf8)) == .damaged)
  }

  @Test("R152: moved, missing or repeated chunks are damage")
  func movedChunksAreDamage() throws {
    let file = try ArchiveSeal.seal(body(100_000), with: key, sequenceNumber: 1)
    let header = Array(file[..<96])
    let parts = frames(of: file).map { Array(file[$0]) }
    #expect(parts.count == 4)
    for order in [
      [1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3], [0, 3], [3], [0, 0, 1, 2, 3], [0, 1, 2], [0, 1], [0],
      [],
    ] {
      #expect(code(header + order.flatMap { parts[$0] }) == .damaged, "\(order)")
    }
    #expect(code(header + parts.flatMap(\.self)) == nil)
  }

  @Test("R152: chunks or headers from another file are damage")
  func foreignChunksAreDamage() throws {
    let first = try ArchiveSeal.seal(body(130_000), with: key, sequenceNumber: 1)
    let second = try ArchiveSeal.seal(body(130_000), with: key, sequenceNumber: 1)
    for frame in frames(of: first) {
      var mixed = first
      mixed.replaceSubrange(frame, with: second[frame])
      #expect(code(mixed) == .damaged)
    }
    #expect(code(Array(second[..<96] + first[96...])) == .damaged)
  }

  @Test("Bytes after a file's end are damage")
  func appendedBytesAreDamage() throws {
    let file = try ArchiveSeal.seal(body(10), with: key, sequenceNumber: 1)
    #expect(code(file + [0]) == .damaged)
    #expect(code(file + file) == .damaged)
    #expect(code(file + file[96...]) == .damaged)
  }
}
