// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// An object that can be referred to is never copied by accident, `Codable` or not: the initializers
// for references go before these.

extension Restorable where Value: Codable & Equatable {
  /// Declares a value that is copied, and that is unchanged when set to an equal one (R38, R150).
  ///
  /// - Parameters:
  ///   - wrappedValue: The value before anything is restored.
  ///   - key: The key; the property's name by default.
  @_disfavoredOverload
  public init(wrappedValue: Value, key: String? = nil) {
    self.init(wrappedValue, key: key, coding: EquatableCoding<Value>.self)
  }
}

extension Restorable {
  /// Declares a set, which is copied in the order of its elements: equal sets are equal bytes (R30).
  ///
  /// - Parameters:
  ///   - wrappedValue: The set before anything is restored.
  ///   - key: The key; the property's name by default.
  public init<Element: Codable & Comparable>(wrappedValue: Set<Element>, key: String? = nil)
  where Value == Set<Element> {
    self.init(wrappedValue, key: key, coding: SetCoding<Element>.self)
  }
}

extension Restorable where Value: Codable {
  /// Declares a value that is copied, and that counts as changed whenever it is set (R38).
  ///
  /// - Parameters:
  ///   - wrappedValue: The value before anything is restored.
  ///   - key: The key; the property's name by default.
  @_disfavoredOverload
  public init(wrappedValue: Value, key: String? = nil) {
    self.init(wrappedValue, key: key, coding: CopyCoding<Value>.self)
  }
}
