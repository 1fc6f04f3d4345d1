// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A picture as rows of RGBA bytes, not premultiplied.
struct Pixels: Equatable {
  let width, height: Int
  let bytes: [UInt8]

  /// The maximum number of pixels drawn on a page.
  ///
  /// As many as four large screens have.
  static let limit = 40_000_000
}

extension Pixels {
  /// Reads a plain TIFF, the form of a host's launch image.
  ///
  /// That is: not compressed, red, green and blue or with opacity, eight bits each, in strips.
  ///
  /// - Parameter tiff: Arbitrary bytes; the result is `nil` when they are no such picture.
  init?(tiff: [UInt8]) {
    guard let reader = TIFFReader(tiff), let width = reader.number(256),
      let height = reader.number(257), width > 0, height > 0,
      width <= Self.limit, height <= Self.limit / width,
      reader.number(259) ?? 1 == 1, reader.number(262) == 2, reader.number(284) ?? 1 == 1,
      reader.number(274) ?? 1 == 1, let samples = reader.number(277), samples == 3 || samples == 4,
      let bits = reader.numbers(258), bits.allSatisfy({ $0 == 8 }),
      let offsets = reader.numbers(273), let counts = reader.numbers(279),
      offsets.count == counts.count
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    let isMultiplied = reader.number(338) == 1
    let wanted = width * height * samples
    var raw: [UInt8] = []
    raw.reserveCapacity(wanted)
    for (offset, count) in zip(offsets, counts) {
      guard offset <= tiff.count, count <= tiff.count - offset, raw.count + count <= wanted else {
        return nil
      }
      raw += tiff[offset..<offset + count]
    }
    guard raw.count == wanted else { return nil }
    var index = 0
    while index < wanted {
      let opacity = samples == 4 ? raw[index + 3] : 255
      for channel in 0..<3 {
        let value = raw[index + channel]
        bytes.append(
          isMultiplied && opacity > 0 && opacity < 255
            ? UInt8(min(255, Int(value) * 255 / Int(opacity))) : value)
      }
      bytes.append(opacity)
      index += samples
    }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }
}

/// The first directory of a TIFF file.
private struct TIFFReader {
  private let bytes: [UInt8]
  private let isLittle: Bool
  private var entries: [Int: (type: Int, count: Int, place: Int)] = [:]

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 8 else { return nil }
    switch bytes[..<4] {
    case [0x49, 0x49, 42, 0]: isLittle = true
    case [0x4D, 0x4D, 0, 42]: isLittle = false
    default: return nil
    }
    guard let start = word(at: 4, size: 4), let count = word(at: start, size: 2) else {
      return nil
    }
    for index in 0..<count {
      let place = start + 2 + 12 * index
      guard let tag = word(at: place, size: 2), let type = word(at: place + 2, size: 2),
        let count = word(at: place + 4, size: 4)
      else { return nil }
      entries[tag] = (type, count, place + 8)
    }
  }

  private func word(at place: Int, size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let part = bytes[place..<place + size]
    return isLittle
      ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the only, or first, number of an entry.
  func number(_ tag: Int) -> Int? { numbers(tag)?.first }

  /// Returns the numbers of an entry, of 16 or 32 bits.
  func numbers(_ tag: Int) -> [Int]? {
    guard let entry = entries[tag], entry.type == 3 || entry.type == 4 else { return nil }
    let size = entry.type == 3 ? 2 : 4
    guard entry.count > 0, entry.count <= bytes.count / size else { return nil }
    let place = entry.count * size <= 4 ? entry.place : word(at: entry.place, size: 4)
    guard let place else { return nil }
    var numbers: [Int] = []
    for index in 0..<entry.count {
      guard let number = word(at: place + index * size, size: size) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
