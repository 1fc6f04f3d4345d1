// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Packs and unpacks tables as `Documentation/ArchiveFormat.md` says, with none of the package's own
/// code for it, so that the document and the code check each other.
struct IndependentPacking {
  /// How many numbers a row of a table has.
  private static let columns = ["OBJS": 8, "PATH": 2, "CLSS": 3, "ORIG": 5, "ROOT": 1, "INDX": 1]
  private static let none: UInt32 = 0xFFFF_FFFF

  /// A section of a body.
  struct Section: Equatable {
    var name: String
    var bytes: [UInt8]
  }

  // MARK: Packing

  /// Packs each table that can be, in the plainest way that the document allows.
  static func pack(_ sections: [Section]) -> [UInt8] {
    var (head, contents) = (varint(sections.count), [UInt8]())
    for section in sections {
      let packed = pack(section)
      let bytes = packed ?? section.bytes
      head += Array(section.name.utf8) + varint(section.bytes.count)
      head += varint(bytes.count * 2 + (packed == nil ? 0 : 1))
      contents += bytes
    }
    return head + contents
  }

  private static func pack(_ section: Section) -> [UInt8]? {
    let words = words(section.bytes)
    switch section.name {
    case "STRS":
      let count = Int(words[0])
      return varint(count) + column(Array(words[1...count + 1])) + section.bytes[(8 + 4 * count)...]
    case "REFS":
      var (counts, numbers, rest) = ([UInt32](), [UInt32](), words[...])
      while let count = rest.popFirst() {
        counts.append(count)
        numbers += rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
      }
      return varint(counts.count) + column(counts) + column(numbers)
    default:
      guard let width = columns[section.name] else { return nil }
      var rows = stride(from: 0, to: words.count, by: width).map { Array(words[$0..<$0 + width]) }
      if section.name == "OBJS" {
        var end: UInt32 = 0
        for row in rows.indices where rows[row][2] != none {
          let offset = rows[row][5]
          rows[row][5] = offset &- end
          end = offset &+ rows[row][6]
        }
      }
      return (0..<width).flatMap { index in column(rows.map { $0[index] }) }
    }
  }

  /// Numbers as they are, 32 bits each, in blocks; none where there is a number takes a bit a row.
  private static func column(_ words: [UInt32]) -> [UInt8] {
    if words.isEmpty { return [] }
    guard words.contains(none) else { return [0] + blocks(words, width: 32) }
    return [1] + blocks(words.map { $0 == none ? 0 : 1 }, width: 1)
      + blocks(words.filter { $0 != none }, width: 32)
  }

  private static func blocks(_ words: [UInt32], width: Int) -> [UInt8] {
    stride(from: 0, to: words.count, by: 256).flatMap { start -> [UInt8] in
      let bits = words[start..<min(start + 256, words.count)].flatMap { word in
        (0..<width).map { word >> UInt32($0) & 1 }
      }
      let bytes = stride(from: 0, to: bits.count, by: 8).map { first in
        bits[first..<min(first + 8, bits.count)].reversed().reduce(UInt8(0)) {
          $0 << 1 | UInt8($1)
        }
      }
      return [UInt8(width), 0] + bytes
    }
  }

  private static func varint(_ value: Int) -> [UInt8] {
    value < 128 ? [UInt8(value)] : [UInt8(value % 128 + 128)] + varint(value / 128)
  }

  // MARK: Unpacking

  private var rest: ArraySlice<UInt8>

  /// The sections that packed bytes stand for.
  static func unpack(_ bytes: [UInt8]) -> [Section] {
    var reader = IndependentPacking(rest: bytes[...])
    let heads = (0..<reader.varint()).map { _ in
      let name = String(decoding: reader.take(4), as: UTF8.self)
      return (name: name, length: reader.varint(), size: reader.varint())
    }
    return heads.map { head in
      var part = IndependentPacking(rest: reader.take(head.size / 2))
      let bytes = head.size % 2 == 0 ? Array(part.rest) : part.table(head.name, head.length)
      return Section(name: head.name, bytes: bytes)
    }
  }

  private mutating func table(_ name: String, _ length: Int) -> [UInt8] {
    switch name {
    case "STRS":
      let count = varint()
      return Self.bytes([UInt32(count)] + column(count + 1)) + rest
    case "REFS":
      let lists = varint()
      let counts = column(lists)
      var numbers = column(length / 4 - lists)[...]
      return Self.bytes(
        counts.flatMap { count in
          defer { numbers = numbers.dropFirst(Int(count)) }
          return [count] + numbers.prefix(Int(count))
        })
    default:
      let width = Self.columns[name] ?? 1
      let columns = (0..<width).map { _ in column(length / 4 / width) }
      var rows = (0..<length / 4 / width).map { row in columns.map { $0[row] } }
      if name == "OBJS" {
        var end: UInt32 = 0
        for row in rows.indices where rows[row][2] != Self.none {
          rows[row][5] &+= end
          end = rows[row][5] &+ rows[row][6]
        }
      }
      return Self.bytes(rows.flatMap(\.self))
    }
  }

  private mutating func column(_ count: Int) -> [UInt32] {
    guard count > 0 else { return [] }
    guard take(1).first == 1 else { return blocks(count) }
    let presence = blocks(count)
    var numbers = blocks(presence.count { $0 == 1 })[...]
    return presence.map { $0 == 1 ? numbers.removeFirst() : Self.none }
  }

  private mutating func blocks(_ count: Int) -> [UInt32] {
    var words: [UInt32] = []
    while words.count < count {
      let rows = min(256, count - words.count)
      let head = Int(take(1).first ?? 0)
      let (width, base) = (head % 64, UInt32(varint()))
      let bytes = Array(take((rows * width + 7) / 8))
      for row in 0..<rows {
        let bits = (0..<width).map { bit -> UInt32 in
          let place = row * width + bit
          return UInt32(bytes[place / 8] >> UInt8(place % 8) & 1) << UInt32(bit)
        }
        let number = bits.reduce(0, |)
        if head & 64 == 0 {
          words.append(number &+ base)
        } else {
          let step = base % 2 == 0 ? base / 2 : ~(base / 2)
          words.append((words.last ?? 0) &+ number &+ step)
        }
      }
    }
    return words
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func varint() -> Int {
    let byte = Int(take(1).first ?? 0)
    return byte < 128 ? byte : byte - 128 + 128 * varint()
  }

  private static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { first in
      bytes[first..<min(first + 4, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Numbers as a table holds them.
  static func bytes(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
  }
}
