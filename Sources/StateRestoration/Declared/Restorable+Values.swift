// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// An object that can be referenced is never copied by accident, `Codable` or not: the compiler
// prefers the initializers for references to these.

extension Restorable where Value: Codable & Equatable {
  /// Declares a copied value; setting an equal value is no change.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value before anything is restored.
  ///   - key: The coding key; the property's name by default.
  @_disfavoredOverload
  public init(wrappedValue: Value, key: String? = nil) {
    self.init(wrappedValue, key: key, coding: EquatableCoding<Value>.self)
  }
}

extension Restorable {
  /// Declares a set, copied in the order of its elements.
  ///
  /// Equal sets give equal bytes.
  ///
  /// - Parameters:
  ///   - wrappedValue: The set before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init<Element: Codable & Comparable>(wrappedValue: Set<Element>, key: String? = nil)
  where Value == Set<Element> {
    self.init(wrappedValue, key: key, coding: SetCoding<Element>.self)
  }
}

extension Restorable where Value: Codable {
  /// Declares a copied value; every assignment counts as a change.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value before anything is restored.
  ///   - key: The coding key; the property's name by default.
  @_disfavoredOverload
  public init(wrappedValue: Value, key: String? = nil) {
    self.init(wrappedValue, key: key, coding: CopyCoding<Value>.self)
  }
}

extension Restorable {
  /// Not available: the value is not `Codable`.
  ///
  /// Nor is it an object that adopts ``StateRestoring``.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value.
  ///   - key: The coding key.
  @available(
    *, unavailable,
    message: "a value of @Restorable must be Codable; an object must adopt StateRestoring"
  )
  @_disfavoredOverload
  public init(wrappedValue: Value, key: String? = nil) { fatalError("This is never called.") }
}
