// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Restorable {
  /// Declares a reference that is never `nil`.
  ///
  /// The property keeps its object when the saved one was dropped.
  ///
  /// - Parameters:
  ///   - wrappedValue: The object before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init(wrappedValue: Value, key: String? = nil) where Value: StateRestoring {
    self.init(wrappedValue, key: key, coding: ObjectCoding<Value>.self)
  }

  /// Declares an optional reference; `nil` after its object was dropped.
  ///
  /// - Parameters:
  ///   - wrappedValue: The object before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init<Object: StateRestoring>(wrappedValue: Object?, key: String? = nil)
  where Value == Object? {
    self.init(wrappedValue, key: key, coding: OptionalObjectCoding<Object>.self)
  }

  /// Declares an optional reference to a restorable object of any type.
  ///
  /// - Parameters:
  ///   - wrappedValue: The object before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init(wrappedValue: (any StateRestoring)?, key: String? = nil)
  where Value == (any StateRestoring)? {
    self.init(wrappedValue, key: key, coding: AnyObjectCoding.self)
  }

  /// Declares an array of references; dropped objects are left out.
  ///
  /// - Parameters:
  ///   - wrappedValue: The objects before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init<Object: StateRestoring>(wrappedValue: [Object], key: String? = nil)
  where Value == [Object] {
    self.init(wrappedValue, key: key, coding: ArrayCoding<Object>.self)
  }

  /// Declares references to objects of any type; dropped ones are left out.
  ///
  /// - Parameters:
  ///   - wrappedValue: The objects before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init(wrappedValue: [any StateRestoring], key: String? = nil)
  where Value == [any StateRestoring] {
    self.init(wrappedValue, key: key, coding: AnyArrayCoding.self)
  }

  /// Declares a dictionary of references by name; dropped objects are left out.
  ///
  /// - Parameters:
  ///   - wrappedValue: The objects before anything is restored.
  ///   - key: The coding key; the property's name by default.
  public init<Object: StateRestoring>(wrappedValue: [String: Object], key: String? = nil)
  where Value == [String: Object] {
    self.init(wrappedValue, key: key, coding: DictionaryCoding<Object>.self)
  }
}
