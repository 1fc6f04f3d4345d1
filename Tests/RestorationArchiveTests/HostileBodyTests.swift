// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Bodies with invalid content are read or rejected.
///
/// The reader never traps and never runs endlessly.
struct HostileBodyTests {
  private static let keys = ["marker", "flag", "title", "child", "nested", "absent", "date"]

  /// Reads all content of a body.
  ///
  /// - Returns: The number of items found, so that a test can check that there were any.
  @discardableResult
  private func walk(_ body: [UInt8]) -> Int {
    guard let snapshot = try? RestorationSnapshot(body) else { return 0 }
    let reader = SnapshotReader(snapshot)
    var found = 0
    for number in snapshot.objects.prefix(4_096) {
      guard let address = snapshot.address(of: number) else { continue }
      found += snapshot.number(at: address) == number ? 1 : 0
      if let decoder = snapshot.decoder(at: address) {
        for key in Self.keys { found += decoder.containsValue(forKey: key) ? 1 : 0 }
        _ = decoder.decode([Double].self, forKey: "numbers")
        found += decoder.origin.applicationVersion.utf8.count + decoder.identifierPath.count
      }
      guard let record = try? snapshot.record(number) else { continue }
      found += (try? snapshot.values(of: record).count) ?? 0
      guard let row = try? reader.record(number) else { continue }
      let decoder = RestorationDecoder(row, of: reader, references: nil)
      for key in Self.keys {
        _ = decoder.decodeString(forKey: key)
        _ = decoder.decode([String: [String: Data]].self, forKey: key)
        found += decoder.containsValue(forKey: key) ? 1 : 0
      }
    }
    found += snapshot.roots.count
    found += snapshot.notes.count
    found += snapshot.compacted().objects.count
    let tables = SnapshotTables(continuing: snapshot)
    let maker = SnapshotMaker(tables: tables, base: snapshot)
    for number in snapshot.objects.prefix(4_096) { maker.builder.keep(number) }
    maker.record(address("Fresh/:[3]:/One")) { $0.encode("value", forKey: "title") }
    found += maker.finish()?.objects.count ?? 0
    return found
  }

  @Test("R51: a body with any byte flipped is read without a trap")
  func everyFlippedByteIsAnswered() {
    let body = smallSnapshot().bytes
    #expect(walk(body) > 20)
    for index in body.indices {
      for mask in [0x01, 0x80, 0xFF] as [UInt8] {
        var flipped = body
        flipped[index] ^= mask
        walk(flipped)
      }
    }
  }

  @Test(
    "R51: a body with any word set to an extreme is read without a trap",
    arguments: [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF] as [UInt32])
  func everyExtremeWordIsAnswered(word: UInt32) {
    let body = smallSnapshot().bytes
    for index in 0...(body.count - 4) {
      var changed = body
      for byte in 0..<4 { changed[index + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
      walk(changed)
    }
  }

  @Test("R152: a body cut at any length throws an error")
  func everyTruncationIsAnswered() {
    let body = smallSnapshot().bytes
    for length in 0..<body.count {
      #expect(throws: ArchiveError.self) { try RestorationSnapshot(Array(body[..<length])) }
    }
  }

  /// A small seeded generator, so that failures can be repeated.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  @Test("R51: 20,000 seeded mutations of a body are read without a trap", arguments: 0..<4)
  func mutatedBodiesAreAnswered(seed: Int) {
    let body = smallSnapshot().bytes
    let other = smallSnapshot(marker: 99).bytes
    var random = Seeded(state: UInt64(seed))
    for _ in 0..<5_000 {
      var mutated = body
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: mutated[index] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: mutated.remove(at: index)
        case 3: mutated.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 4:
          let length = min(Int.random(in: 1...24, using: &random), mutated.count - index)
          let source = Int.random(in: 0...(other.count - length), using: &random)
          mutated.replaceSubrange(index..<index + length, with: other[source..<source + length])
        default:
          let end = min(index + 4, mutated.count)
          for place in index..<end { mutated[place] = [0, 0xFF].randomElement(using: &random)! }
        }
        if mutated.isEmpty { mutated = body }
      }
      walk(mutated)
    }
  }

  @Test(
    "R162: a record is found among rows of its address without a record, at any position",
    arguments: 0..<6)
  func recordIsFoundBesideEmptyRowsOfItsAddress(place: Int) throws {
    let maker = SnapshotMaker()
    let addresses = (0..<60).map { address("Name \($0)") }
    let numbers = addresses.map { maker.record($0) }
    let parts = sections(of: maker.finish()!.bytes)
    let objects = try #require(parts.first { $0.name == "OBJS" }?.bytes)
    let size = 28
    for (address, number) in zip(addresses, numbers) {
      let start = size * Int(number.rawValue)
      var row = Array(objects[start..<start + size])
      row.replaceSubrange(8..<12, with: [UInt8](repeating: 0xFF, count: 4))  // no class: no record
      let empty = Array(repeating: row, count: place).flatMap(\.self)
      let changed = parts.map { part in
        part.name == "OBJS" ? BodySection(name: "OBJS", bytes: empty + objects + empty) : part
      }
      let found = try RestorationSnapshot(body(of: changed)).number(at: address)
      #expect(found?.rawValue == number.rawValue + UInt32(place))
    }
  }

  @Test("An object table without strings is read without a trap")
  func objectsWithoutStringsAreAnswered() {
    let body = body(of: [
      BodySection(name: "OBJS", bytes: [UInt8](repeating: 0, count: 28)),
      BodySection(name: "STRS", bytes: [UInt8](repeating: 0, count: 8)),
    ])
    #expect(throws: Never.self) { try RestorationSnapshot(body) }
    // The object, which stays when compaction fails, and a new one.
    #expect(walk(body) == 2)
  }

  @Test(
    "R51: a table above the row limit throws limitExceeded",
    arguments: [("OBJS", 28), ("ROOT", 4), ("CLSS", 12), ("ORIG", 20), ("PATH", 8)])
  func tooManyRows(section: String, rowSize: Int) throws {
    let limit = section == "PATH" ? ArchiveLimits.paths : ArchiveLimits.objects
    let strings = BodySection(name: "STRS", bytes: Array(repeating: 0, count: 8))
    let rows = BodySection(
      name: section, bytes: Array(repeating: 0, count: (limit + 1) * rowSize))
    expectError(.limitExceeded) { _ = try RestorationSnapshot(body(of: [rows, strings])) }
  }

  @Test("R51: a string that ends beyond its section is damage")
  func stringsEndWithinTheirSection() throws {
    let parts = sections(of: smallSnapshot().bytes)
    let strings = try #require(parts.first { $0.name == "STRS" }?.bytes)
    let count = Int(strings[0]) | Int(strings[1]) << 8
    for (byte, isRead) in [(strings[4 + 4 * count], true), (0xFF, false)] {
      var changed = strings
      changed[4 + 4 * count] = byte
      if !isRead { changed[5 + 4 * count] = 0xFF }
      let hostile = parts.map { part in
        part.name == "STRS" ? BodySection(name: "STRS", bytes: changed) : part
      }
      #expect(((try? RestorationSnapshot(body(of: hostile))) != nil) == isRead)
    }
  }

  @Test("R51: compaction does not copy records that share bytes")
  func sharedRecordsStayTogether() throws {
    let maker = SnapshotMaker()
    for index in 0..<400 {
      maker.record(address("Object \(index)")) { $0.encode(Data(count: 1_000), forKey: "data") }
    }
    let parts = sections(of: maker.finish()!.bytes)
    var rows = try #require(parts.first { $0.name == "OBJS" }?.bytes)
    for start in stride(from: 28, to: rows.count, by: 28) {
      rows.replaceSubrange(start + 20..<start + 28, with: rows[20..<28])
    }
    let hostile = parts.map { part in
      switch part.name {
      case "OBJS": BodySection(name: "OBJS", bytes: rows)
      case "RECS": BodySection(name: "RECS", bytes: Array(part.bytes[..<2_000]))
      default: part
      }
    }
    let snapshot = try RestorationSnapshot(body(of: hostile))
    #expect(snapshot.objects.count == 400)
    #expect(snapshot.compacted().byteCount == snapshot.byteCount)
  }
}
