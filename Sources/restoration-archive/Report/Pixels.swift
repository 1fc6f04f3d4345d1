// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The pictures of windows beside the archive.
struct ReportPictures {
  private let context: ReportContext
  private static let pngMagic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init(_ context: ReportContext) { self.context = context }

  /// The section; `nil` when it would be empty.
  var section: ReportSection? {
    let images = context.sources.images
    let content: String
    if let issue = context.sources.imageIssue {
      content = "<p class=\"quiet\">\(escaped(issue))</p>"
    } else if images.isEmpty {
      return nil
    } else if context.reveals {
      content = images.map(figure).joined()
    } else {
      let rows = images.map {
        "<li>\(decimal($0.width)) × \(decimal($0.height)) points, \($0.encoded.count) bytes</li>"
      }
      content = "<ul class=\"quiet\">\(rows.joined())</ul>"
    }
    return ReportSection(
      anchor: "picture", title: "Launch image",
      lead: "The picture that a launch shows until the state is restored.", content: content)
  }

  private func figure(_ image: LaunchImage) -> String {
    let (width, height) = (decimal(image.width), decimal(image.height))
    let caption =
      "<figcaption>\(markup(image.scene)), \(width) × \(height) points; shows "
      + image.content.map { "<span class=\"name\">\(markup($0))</span>" }.joined(separator: ", ")
      + "</figcaption>"
    let png =
      image.encoded.starts(with: Self.pngMagic) ? image.encoded : Pixels(tiff: image.encoded)?.png()
    guard let png else {
      return "<figure><p class=\"quiet\">The picture's format cannot be shown here.</p>"
        + "\(caption)</figure>\n"
    }
    return "<figure><img width=\"\(width)\" height=\"\(height)\" alt=\"The window "
      + "\(markup(image.scene))\" src=\"data:image/png;base64,\(Data(png).base64EncodedString())\">"
      + "\(caption)</figure>\n"
  }
}

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

extension Pixels {
  /// Returns the picture as PNG, which every browser shows.
  ///
  /// Rows are written as differences from the pixel to the left, and repeated bytes as runs. A
  /// window's plain areas shrink to almost nothing; its photographs keep about their size.
  func png() -> [UInt8] {
    let isOpaque = stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    let samples = isOpaque ? 3 : 4
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (1 + width * samples))
    unsafe bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<height {
        rows.append(1)
        for column in 0..<width {
          let place = (row * width + column) * 4
          for channel in 0..<samples {
            let left = unsafe column == 0 ? 0 : bytes[place - 4 + channel]
            unsafe rows.append(bytes[place + channel] &- left)
          }
        }
      }
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let kind: UInt8 = isOpaque ? 2 : 6
    let size = Self.word(UInt32(width)) + Self.word(UInt32(height))
    Self.append("IHDR", size + [8, kind, 0, 0, 0], to: &file)
    Self.append("IDAT", DeflatedRuns(rows).stream, to: &file)
    Self.append("IEND", [], to: &file)
    return file
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    unsafe withUnsafeBytes(of: value.bigEndian, Array.init)
  }

  private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    let named = Array(name.utf8) + content
    file += word(UInt32(content.count)) + named + word(checksum(named))
  }

  /// The CRC table for chunks, with the polynomial EDB88320.
  ///
  /// It has an entry for each value of a byte.
  private static let remainders: [UInt32] = (0..<256).map { first in
    var value = UInt32(first)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    unsafe remainders.withUnsafeBufferPointer { remainders in
      for byte in bytes { sum = unsafe remainders[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }
    return ~sum
  }
}

/// A minimal Deflate encoder: fixed codes, and runs only.
///
/// Writes the form that PNG requires (RFC 1950 and 1951).
private struct DeflatedRuns {
  private(set) var stream: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var bitCount = 0

  init(_ bytes: [UInt8]) {
    stream.reserveCapacity(bytes.count / 4)
    put(0b011, 3)  // the last block, with the fixed codes
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        unsafe literal(Int(bytes[index]))
        var run = 0
        while run < 258, index + 1 + run < bytes.count,
          unsafe bytes[index + 1 + run] == bytes[index]
        {
          run += 1
        }
        index += 1
        if run >= 3 {
          repeatLast(run)
          index += run
        }
      }
    }
    literal(256)
    if bitCount > 0 { stream.append(UInt8(truncatingIfNeeded: bits)) }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    unsafe withUnsafeBytes(of: (high << 16 | low).bigEndian) { unsafe stream += $0 }
  }

  private mutating func put(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << bitCount
    bitCount += count
    while bitCount >= 8 {
      stream.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Writes a code, which begins with its highest bit.
  ///
  /// Everything else begins with its lowest bit.
  private mutating func code(_ value: Int, _ count: Int) {
    var reversed = 0
    for bit in 0..<count where value & (1 << bit) != 0 { reversed |= 1 << (count - 1 - bit) }
    put(reversed, count)
  }

  private mutating func literal(_ symbol: Int) {
    switch symbol {
    case ...143: code(0x30 + symbol, 8)
    case ...255: code(0x190 + symbol - 144, 9)
    case ...279: code(symbol - 256, 7)
    default: code(0xC0 + symbol - 280, 8)
    }
  }

  /// Repeats the previous byte 3 to 258 times.
  private mutating func repeatLast(_ count: Int) {
    if count == 258 {
      literal(285)
    } else if count < 11 {
      literal(254 + count)
    } else {
      let rest = count - 3
      let extra = Int.bitWidth - 1 - rest.leadingZeroBitCount - 2
      literal(257 + 4 * (extra + 1) + ((rest >> extra) & 3))
      put(rest & ((1 << extra) - 1), extra)
    }
    code(0, 5)  // at distance one
  }
}
