// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Unchecked reads of an array's bytes, each after a bounds check.
///
/// This is the only place where reading bypasses Swift's own checks.
extension [UInt8] {
  /// Returns a little-endian integer at any offset.
  ///
  /// All its bytes must be within the array.
  @inline(__always)
  func integer<Integer: FixedWidthInteger>(
    at place: Int, as _: Integer.Type = Integer.self
  ) -> Integer {
    precondition(place >= 0 && MemoryLayout<Integer>.size <= count - place)
    return unsafe withUnsafeBytes {
      unsafe Integer(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Integer.self))
    }
  }

  /// Returns a part as text; `nil` if it is not UTF-8.
  func text(_ part: Range<Int>) -> String? {
    // Checked here, since the library takes four times as long to find out.
    if isASCII(part) {
      return unsafe String(
        copying: UTF8Span(unchecked: span.extracting(part), isKnownASCII: true))
    }
    guard let text = try? UTF8Span(validating: span.extracting(part)) else { return nil }
    return String(copying: text)
  }

  /// Returns whether a part contains only ASCII bytes.
  private func isASCII(_ part: Range<Int>) -> Bool {
    guard part.count >= 8 else { return self[part].allSatisfy { $0 < 0x80 } }
    var bits: UInt64 = 0
    var place = part.lowerBound
    while place < part.upperBound {
      // The last word may overlap the one before.
      bits |= integer(at: Swift.min(place, part.upperBound - 8), as: UInt64.self)
      place += 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether two buffers hold equal bytes.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while place &+ 8 <= count {
      guard
        unsafe loadUnaligned(fromByteOffset: place, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      else { return false }
      place &+= 8
    }
    while place < count {
      guard unsafe self[place] == other[place] else { return false }
      place &+= 1
    }
    return true
  }
}
