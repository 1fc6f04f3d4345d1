// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A common type of values that is read directly from bytes.
///
/// Reading returns `nil` for a value of another type.
protocol CommonValue {
  static func read(_ source: inout ByteSource) -> Self?
  static func readArray(_ source: inout ByteSource) -> [Self]?
}

extension CommonValue {
  @inline(__always)
  static func readArray(_ source: inout ByteSource) -> [Self]? { readElements(&source) }

  /// Reads an array whose elements all have this type.
  @inline(__always)
  static func readElements(_ source: inout ByteSource) -> [Self]? {
    guard source.byte() == ValueTag.array.rawValue, let size = source.fixed(UInt32.self),
      Int(size) <= source.remaining, case let end = source.position + Int(size),
      let count = source.variable(), count <= UInt64(size)
    else { return nil }
    var elements: [Self] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let next = read(&source) else { return nil }
      elements.append(next)
    }
    return source.position == end ? elements : nil
  }
}

extension Int: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Int? {
    guard source.byte() == ValueTag.integer.rawValue else { return nil }
    return source.unforeseenVariable().flatMap { Int(exactly: $0.unzigzagged) }
  }
}

extension Bool: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Bool? {
    guard let tag = source.byte(),
      tag == ValueTag.true.rawValue || tag == ValueTag.false.rawValue
    else { return nil }
    return tag == ValueTag.true.rawValue
  }
}

extension Double: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Double? {
    guard source.byte() == ValueTag.double.rawValue else { return nil }
    return source.fixed(UInt64.self).map { Double(bitPattern: $0) }
  }

  /// Reads an array, packed or not.
  ///
  /// This package packs them; another writer may not.
  static func readArray(_ source: inout ByteSource) -> [Double]? {
    var packed = source
    guard packed.byte() == ValueTag.doubles.rawValue else { return readElements(&source) }
    guard let doubles = packed.doubles() else { return nil }
    source = packed
    return doubles
  }
}

extension String: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> String? {
    guard source.byte() == ValueTag.string.rawValue else { return nil }
    return source.string()
  }
}

extension DecodedReference: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Self? {
    switch source.byte() {
    case ValueTag.null.rawValue: .null
    case ValueTag.reference.rawValue:
      source.variable().flatMap(UInt32.init(exactly:)).map { .number(ObjectNumber($0)) }
    default: nil
    }
  }
}

extension Array: CommonValue where Element: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> [Element]? { Element.readArray(&source) }
}

/// The value under a coding key that should hold a reference.
package enum DecodedReference {
  /// The coding key is absent.
  case absent
  /// An encoded `nil`.
  case null
  case number(ObjectNumber)
  /// A value of another type.
  case other(ArchivedValue)
}
