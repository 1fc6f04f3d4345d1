// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
