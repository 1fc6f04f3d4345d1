// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Compares, writes and reads the values of a declared property.
@usableFromInline protocol RestorableCoding<Value> {
  associatedtype Value

  /// Whether replacing one value with the other is no change.
  static func areEqual(_ old: Value, _ new: Value) -> Bool

  static func encode(_ value: Value, forKey key: String, with coder: RestorationEncoder)

  /// Reads a value; `nil` if it is absent or of another type.
  ///
  /// The coder notes a value of another type.
  static func decode(forKey key: String, with coder: RestorationDecoder) -> Value?
}

/// Copies values in and out.
enum CopyCoding<Value: Codable>: RestorableCoding {
  /// Returns `false`: values that cannot be compared count as changed.
  ///
  /// A save that finds no difference writes nothing.
  static func areEqual(_ old: Value, _ new: Value) -> Bool { false }

  static func encode(_ value: Value, forKey key: String, with coder: RestorationEncoder) {
    coder.encode(value, forKey: key)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> Value? {
    coder.decode(Value.self, forKey: key)
  }
}

/// Copies values that can be compared.
enum EquatableCoding<Value: Codable & Equatable>: RestorableCoding {
  static func areEqual(_ old: Value, _ new: Value) -> Bool { old == new }

  static func encode(_ value: Value, forKey key: String, with coder: RestorationEncoder) {
    CopyCoding<Value>.encode(value, forKey: key, with: coder)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> Value? {
    CopyCoding<Value>.decode(forKey: key, with: coder)
  }
}

/// Copies sets in the order of their elements.
///
/// Equal sets give equal bytes in every launch.
enum SetCoding<Element: Codable & Comparable & Hashable>: RestorableCoding {
  static func areEqual(_ old: Set<Element>, _ new: Set<Element>) -> Bool { old == new }

  static func encode(
    _ value: Set<Element>, forKey key: String, with coder: RestorationEncoder
  ) {
    coder.encode(value.sorted(), forKey: key)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> Set<Element>? {
    coder.decode(Set<Element>.self, forKey: key)
  }
}
