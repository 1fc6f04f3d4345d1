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

/// A reference that is never `nil`.
enum ObjectCoding<Object: StateRestoring>: RestorableCoding {
  static func areEqual(_ old: Object, _ new: Object) -> Bool { old === new }

  static func encode(_ value: Object, forKey key: String, with coder: RestorationEncoder) {
    coder.encode(value as any StateRestoring, forKey: key)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> Object? {
    coder.decodeObject(Object.self, forKey: key)
  }
}

/// A reference that may be `nil`.
enum OptionalObjectCoding<Object: StateRestoring>: RestorableCoding {
  static func areEqual(_ old: Object?, _ new: Object?) -> Bool { old === new }

  static func encode(_ value: Object?, forKey key: String, with coder: RestorationEncoder) {
    coder.encode(value as (any StateRestoring)?, forKey: key)
  }

  /// Decodes a dropped object to `nil`.
  ///
  /// A value that is not a reference leaves the property unchanged.
  static func decode(forKey key: String, with coder: RestorationDecoder) -> Object?? {
    let object = coder.decodeObject(Object.self, forKey: key)
    return coder.containsReference(forKey: key) ? .some(object) : nil
  }
}

/// A reference to an object of any type.
enum AnyObjectCoding: RestorableCoding {
  static func areEqual(_ old: (any StateRestoring)?, _ new: (any StateRestoring)?) -> Bool {
    old === new
  }

  static func encode(
    _ value: (any StateRestoring)?, forKey key: String, with coder: RestorationEncoder
  ) {
    coder.encode(value, forKey: key)
  }

  static func decode(
    forKey key: String, with coder: RestorationDecoder
  ) -> (any StateRestoring)?? {
    let object = coder.decodeAnyObject(forKey: key)
    return coder.containsReference(forKey: key) ? .some(object) : nil
  }
}

/// References in an array.
enum ArrayCoding<Object: StateRestoring>: RestorableCoding {
  static func areEqual(_ old: [Object], _ new: [Object]) -> Bool {
    old.elementsEqual(new, by: ===)
  }

  static func encode(_ value: [Object], forKey key: String, with coder: RestorationEncoder) {
    coder.encode(value.map { $0 as any StateRestoring }, forKey: key)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> [Object]? {
    let objects = coder.decodeObjects(Object.self, forKey: key)
    guard case .array = coder.value(forKey: key) else { return nil }
    return objects
  }
}

/// References to objects of any type, in an array.
enum AnyArrayCoding: RestorableCoding {
  static func areEqual(_ old: [any StateRestoring], _ new: [any StateRestoring]) -> Bool {
    old.elementsEqual(new) { $0 === $1 }
  }

  static func encode(
    _ value: [any StateRestoring], forKey key: String, with coder: RestorationEncoder
  ) {
    coder.encode(value, forKey: key)
  }

  static func decode(
    forKey key: String, with coder: RestorationDecoder
  ) -> [any StateRestoring]? {
    let objects = coder.decodeAnyObjects(forKey: key)
    guard case .array = coder.value(forKey: key) else { return nil }
    return objects
  }
}

/// References in a dictionary, by name.
enum DictionaryCoding<Object: StateRestoring>: RestorableCoding {
  static func areEqual(_ old: [String: Object], _ new: [String: Object]) -> Bool {
    old.count == new.count && old.allSatisfy { new[$0.key] === $0.value }
  }

  static func encode(
    _ value: [String: Object], forKey key: String, with coder: RestorationEncoder
  ) {
    coder.encode(value.mapValues { $0 as any StateRestoring }, forKey: key)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> [String: Object]? {
    let objects = coder.decodeObjectsByName(Object.self, forKey: key)
    guard case .dictionary = coder.value(forKey: key) else { return nil }
    return objects
  }
}

extension RestorationDecoder {
  /// Whether a reference was written, including `nil`.
  fileprivate func containsReference(forKey key: String) -> Bool {
    switch reference(forKey: key) {
    case .null, .number: true
    case .absent, .other: false
    }
  }
}
