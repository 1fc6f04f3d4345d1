// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Readers of common types; each returns `nil` for another type.
extension ByteSource {
  @inline(__always)
  mutating func integer() -> Int? {
    guard byte() == ValueTag.integer.rawValue else { return nil }
    return unforeseenVariable().flatMap { Int(exactly: $0.unzigzagged) }
  }

  @inline(__always)
  mutating func bool() -> Bool? {
    guard let tag = byte(), tag == ValueTag.true.rawValue || tag == ValueTag.false.rawValue else {
      return nil
    }
    return tag == ValueTag.true.rawValue
  }

  @inline(__always)
  mutating func double() -> Double? {
    guard byte() == ValueTag.double.rawValue else { return nil }
    return fixed(UInt64.self).map { Double(bitPattern: $0) }
  }

  @inline(__always)
  mutating func text() -> String? {
    guard byte() == ValueTag.string.rawValue else { return nil }
    return string()
  }

  @inline(__always)
  mutating func reference() -> DecodedReference? {
    switch byte() {
    case ValueTag.null.rawValue: .null
    case ValueTag.reference.rawValue:
      variable().flatMap(UInt32.init(exactly:)).map { .number(ObjectNumber($0)) }
    default: nil
    }
  }

  /// Reads an array of doubles, packed or not.
  ///
  /// This package packs them; another writer may not.
  mutating func doubleArray() -> [Double]? {
    var packed = self
    guard packed.byte() == ValueTag.doubles.rawValue else { return array { $0.double() } }
    guard let doubles = packed.doubles() else { return nil }
    self = packed
    return doubles
  }

  /// Reads an array whose elements all have a common type.
  @inline(__always)
  mutating func array<Element>(of element: (inout ByteSource) -> Element?) -> [Element]? {
    guard byte() == ValueTag.array.rawValue, let size = fixed(UInt32.self),
      Int(size) <= remaining, case let end = position + Int(size), let count = variable(),
      count <= UInt64(size)
    else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return position == end ? elements : nil
  }
}
