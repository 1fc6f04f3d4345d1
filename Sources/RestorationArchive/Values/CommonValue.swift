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
  static func readArray(_ source: inout ByteSource) -> [Self]? { source.array { read(&$0) } }
}

extension Int: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Int? { source.integer() }
}

extension Bool: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Bool? { source.bool() }
}

extension Double: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Double? { source.double() }

  /// Reads an array that is usually packed.
  @inline(__always)
  static func readArray(_ source: inout ByteSource) -> [Double]? { source.doubleArray() }
}

extension String: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> String? { source.text() }
}

extension DecodedReference: CommonValue {
  @inline(__always)
  static func read(_ source: inout ByteSource) -> Self? { source.reference() }
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
