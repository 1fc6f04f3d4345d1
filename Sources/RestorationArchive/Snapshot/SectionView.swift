// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One section of a body, while the body's bytes are lent; answers `nil` past its end.
struct SectionView {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  init(
    _ section: BodyLayout.Section, of snapshot: RestorationSnapshot, in body: UnsafeRawBufferPointer
  ) {
    bytes = UnsafeRawBufferPointer(rebasing: body[snapshot.sectionRange(section)])
  }

  @inline(__always)
  func word(_ offset: Int) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func doubleWord(_ offset: Int) -> UInt64? {
    guard let low = word(offset), let high = word(offset + 4) else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  @inline(__always)
  func slice(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  func row(_ index: UInt32, size: Int) -> UnsafeRawBufferPointer? {
    slice(Int(index) * size, size)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers hold the same bytes.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    // Names are short: to call the library takes longer, the first time most of all.
    if count <= 32 { return indices.allSatisfy { self[$0] == other[$0] } }
    guard let base = baseAddress, let otherBase = other.baseAddress, count > 0 else { return true }
    return memcmp(base, otherBase, count) == 0
  }
}
