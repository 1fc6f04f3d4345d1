// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

struct PackingTests {
  private typealias Section = IndependentPacking.Section
  private let packer = BodyPacker()

  private func pack(_ body: [UInt8]) -> [UInt8] {
    body.withUnsafeBytes { packer.withPacked($0) { parts in parts.flatMap { Array($0) } } }
  }

  private func unpack(_ packed: [UInt8]) -> [UInt8]? {
    (try? BodyUnpacker.unpack(packed)).map(Array.init)
  }

  // MARK: Tables of any kind

  /// A column as one finds them: constant, counting, growing, of few or of all numbers; now and then
  /// with rows of no number.
  private func column(_ count: Int, _ random: inout HostileBodyTests.Seeded) -> [UInt32] {
    let (kind, start) = (Int.random(in: 0..<6, using: &random), UInt32(random.next() % 5_000))
    var last = start
    var words = (0..<count).map { index -> UInt32 in
      switch kind {
      case 0: return start
      case 1: return start &+ UInt32(index)
      case 2:
        last &+= UInt32(random.next() % 300)
        return last
      case 3: return start &+ UInt32(random.next() % 16)
      case 4: return start &- UInt32(3 * index)
      default: return UInt32(truncatingIfNeeded: random.next())
      }
    }
    if random.next() % 3 == 0 {
      for index in words.indices where random.next() % 4 == 0 { words[index] = .max }
    }
    return words
  }

  private func table(
    _ name: String, _ columns: Int, _ rows: Int, _ random: inout HostileBodyTests.Seeded
  )
    -> Section
  {
    let columns = (0..<columns).map { _ in column(rows, &random) }
    return Section(
      name: name,
      bytes: IndependentPacking.bytes((0..<rows).flatMap { row in columns.map { $0[row] } }))
  }

  private func tables(_ seed: UInt64) -> [Section] {
    var random = HostileBodyTests.Seeded(state: seed)
    func rows() -> Int { [0, 1, 2, 255, 256, 257, 600].randomElement(using: &random) ?? 0 }
    let lists = (0..<rows()).flatMap { _ -> [UInt32] in
      let numbers = column(Int(random.next() % 4), &random)
      return [UInt32(numbers.count)] + numbers
    }
    let strings = rows()
    return [
      Section(name: "RECS", bytes: (0..<rows()).map { UInt8(truncatingIfNeeded: $0) }),
      table("ORIG", 5, 3, &random), table("CLSS", 3, rows(), &random),
      table("PATH", 2, rows(), &random), table("OBJS", 8, rows(), &random),
      Section(name: "REFS", bytes: IndependentPacking.bytes(lists)),
      table("ROOT", 1, rows(), &random), table("INDX", 1, rows(), &random),
      Section(
        name: "STRS",
        bytes: IndependentPacking.bytes([UInt32(strings)] + column(strings + 1, &random))
          + Array("text of all strings".utf8)),
      Section(name: "XTRA", bytes: [1, 2, 3]),
    ]
  }

  @Test(
    "Tables of any numbers are unpacked as they were, also as the document says", arguments: 0..<40)
  func randomTables(seed: UInt64) {
    let sections = tables(seed)
    let body = body(of: sections)
    let packed = pack(body)
    #expect(unpack(packed) == body)
    #expect(IndependentPacking.unpack(packed) == sections)
    #expect(unpack(IndependentPacking.pack(sections)) == body)
  }

  @Test("Sections come in any order: those that are not packed stay where they are, or are moved")
  func anyOrder() {
    for first in 1..<10 {
      let sections = Array(tables(7).dropFirst(first)) + tables(8).prefix(1)
      #expect(unpack(IndependentPacking.pack(sections)) == body(of: sections))
    }
  }

  @Test("A table that changes at no row, or counts, takes next to nothing")
  func regularColumnsAreSmall() {
    let rows = (0..<10_000).flatMap { row -> [UInt32] in
      [7, UInt32(row), .max, 0, .max, 0, 0, 2 * UInt32(row)]
    }
    let body = body(of: [Section(name: "OBJS", bytes: IndependentPacking.bytes(rows))])
    #expect(pack(body).count < body.count / 200)
  }

  @Test("Records that follow each other need no offsets, whatever their lengths are")
  func offsetsAreExpected() {
    var end: UInt32 = 0
    let rows = (0..<2_000).flatMap { row -> [UInt32] in
      // Every fifth number has no record.
      if row % 5 == 0 { return [0, UInt32(row), .max, 0, .max, 0, 0, .max] }
      let length = UInt32(100 + row * row % 16)
      defer { end += length }
      return [0, UInt32(row), 1, 0, .max, end, length, .max]
    }
    let body = body(of: [Section(name: "OBJS", bytes: IndependentPacking.bytes(rows))])
    // Whether there is a record is a bit in the class; a length is 7 bits.
    #expect(pack(body).count < 2_000 * 3 / 2)
    #expect(unpack(pack(body)) == body)
  }

  // MARK: What is not packed

  @Test("What is no body, and sections that are not what their names promise, stay as they are")
  func strangeBodiesStay() {
    let gap = body(of: [Section(name: "ROOT", bytes: [0, 0, 0, 0])])
    for body in [[], [0], [1, 2, 3], Array(gap.dropFirst()), [9] + gap] {
      #expect(pack(body) == [0] + body)
      #expect(unpack(pack(body)) == body)
    }
    for (name, bytes) in [
      ("OBJS", [UInt8](repeating: 1, count: 33)), ("STRS", [1, 0, 0, 0, 0, 0, 0, 0]),
      ("STRS", [255, 255, 255, 255, 0, 0, 0, 0]), ("REFS", [2, 0, 0, 0, 1, 0, 0, 0]),
      ("REFS", [1, 0, 0, 0, 1]), ("ROOT", []),
    ] {
      let section = Section(name: name, bytes: bytes)
      #expect(unpack(pack(body(of: [section]))) == body(of: [section]))
      #expect(IndependentPacking.unpack(pack(body(of: [section]))) == [section])
    }
  }

  // MARK: Hostile bytes

  @Test("A packed body that is cut, longer or changed is refused or another body, and harms nobody")
  func everyCutAndFlippedBit() {
    let body = smallSnapshot().bytes
    let packed = pack(body)
    for length in 0..<packed.count {
      #expect(unpack(Array(packed[..<length])) == nil, "length \(length)")
    }
    #expect(unpack(packed + [0]) == nil)
    for index in packed.indices {
      for bit in 0..<8 {
        var changed = packed
        changed[index] ^= 1 << bit
        if let other = unpack(changed) { _ = try? RestorationSnapshot(other) }
      }
    }
  }

  @Test("Random bytes in the place of packed tables are refused or some body", arguments: 0..<20)
  func randomBytes(seed: UInt64) {
    var random = HostileBodyTests.Seeded(state: seed)
    let packed = pack(body(of: tables(seed)))
    for _ in 0..<200 {
      var changed = packed
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8(
          truncatingIfNeeded: random.next())
      }
      if let other = unpack(changed) { #expect(other.count <= 256 << 20) }
    }
  }

  /// Packed bytes with one section, whose head and contents are given.
  private func packed(_ name: String, length: [UInt8], size: UInt8, _ contents: [UInt8]) -> [UInt8]
  {
    [1] + Array(name.utf8) + length + [size << 1 | 1] + contents
  }

  @Test("Sizes that the bytes cannot hold, and above the limits, are refused before room is made")
  func impossibleSizes() {
    // Four rows of 0: a block of no bits.
    #expect(unpack(packed("ROOT", length: [16], size: 3, [0, 0, 0]))?.count == 16 + 36)
    // More rows than so many blocks hold, up to sizes that no memory holds.
    for length in [
      [0x84, 0x08], [0x80, 0x80, 0x80, 0x80, 0x01],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
    ] as [[UInt8]] {
      #expect(unpack(packed("ROOT", length: length, size: 3, [0, 0, 0])) == nil)
    }
    for (contents, reason) in [
      ([0, 33, 0], "a width above 32"), ([0, 0x80, 0], "an unknown kind of block"),
      ([2, 0, 0], "an unknown kind of column"), ([1, 0, 2, 0, 0], "neither there nor not"),
      ([0, 0, 0x80, 0x80, 0x80, 0x80, 0x10], "a base of 33 bits"),
      ([0, 0, 0, 0], "bytes left over"),
      ([0, 8, 0, 1, 2, 3], "bits that are not there"),
    ] as [([UInt8], String)] {
      let bytes = packed("ROOT", length: [16], size: UInt8(contents.count), contents)
      #expect(unpack(bytes) == nil, "\(reason)")
    }
    #expect(unpack(packed("RECS", length: [16], size: 3, [0, 0, 0])) == nil)
    #expect(unpack(packed("XTRA", length: [16], size: 3, [0, 0, 0])) == nil)
    #expect(unpack(packed("REFS", length: [16], size: 7, [2, 0, 0, 3, 0, 0, 0])) == nil)
    #expect(unpack([65]) == nil)
    #expect(unpack([]) == nil)
  }

  @Test("R48: few bytes that stand for a hundred times as many are refused, and are never written")
  func packingBombs() throws {
    /// Rows of 0, of which 256 take two bytes.
    func packed(_ rows: Int) -> [UInt8] {
      let blocks = [UInt8](repeating: 0, count: 1 + rows / 256 * 2)
      return [1] + Array("ROOT".utf8) + varint(4 * rows) + varint(blocks.count << 1 | 1) + blocks
    }
    func varint(_ value: Int) -> [UInt8] {
      value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
    }
    #expect(unpack(packed(1 << 17))?.count == (4 << 17) + 36)
    #expect(unpack(packed(3 << 20)) == nil)
    // The same as one of many saves, which together may stand for no more than one alone.
    let key = fixedKey(7)
    var seal = IndependentSeal(minor: 3, requiredFeatures: 7)
    seal.groups = Array(repeating: [packed(1 << 17)], count: 64)
    let base = IndependentPacking.pack(sections(of: smallSnapshot().bytes))
    let opened = try ArchiveSeal.open(seal.seal(base, with: key), with: key)
    #expect(opened.log.reduce(0) { $0 + $1.count } < 4 << 20)
    // What would be such a body is kept as it is, and read again.
    let body = body(of: [Section(name: "ROOT", bytes: [UInt8](repeating: 0, count: 12 << 20))])
    #expect(pack(body).count > body.count && unpack(pack(body)) == body)
  }

  @Test("R48: a file with packed tables is of a newer format to versions before")
  func packingIsARequiredFeature() throws {
    let key = fixedKey(7)
    let body = smallSnapshot().bytes
    let file = try ArchiveSeal.seal(body, with: key, generation: 1)
    #expect(Array(file[72..<80]) == [2, 0, 0, 0, 0, 0, 0, 0])
    #expect(try ArchiveSeal.open(file, with: key).body == body[...])
    // Without the feature the same body lies in the frames as it is.
    let plain = try IndependentSeal().seal(body, with: key)
    #expect(try ArchiveSeal.open(plain, with: key).body == body[...])
    let seal = IndependentSeal(minor: 2, requiredFeatures: 2)
    let packed = IndependentPacking.pack(sections(of: body))
    #expect(try ArchiveSeal.open(seal.seal(packed, with: key), with: key).body == body[...])
    #expect(throws: ArchiveError(.damaged, "The archive's tables are malformed")) {
      try ArchiveSeal.open(seal.seal(body, with: key), with: key)
    }
  }
}
