// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Restorable {
  /// Declares a reference that always leads to an object (R35).
  ///
  /// It keeps its object when the saved one was dropped.
  ///
  /// - Parameters:
  ///   - wrappedValue: The object before anything is restored.
  ///   - key: The key; the property's name by default.
  public init(wrappedValue: Value, key: String? = nil) where Value: StateRestoring {
    self.init(wrappedValue, key: key, coding: ObjectCoding<Value>.self)
  }

  /// Declares a reference, `nil` when its object was dropped (R35, R165).
  ///
  /// - Parameters:
  ///   - wrappedValue: The object before anything is restored.
  ///   - key: The key; the property's name by default.
  public init<Object: StateRestoring>(wrappedValue: Object?, key: String? = nil)
  where Value == Object? {
    self.init(wrappedValue, key: key, coding: OptionalObjectCoding<Object>.self)
  }

  /// Declares a reference to a restorable object of any type (R35, R165).
  ///
  /// - Parameters:
  ///   - wrappedValue: The object before anything is restored.
  ///   - key: The key; the property's name by default.
  public init(wrappedValue: (any StateRestoring)?, key: String? = nil)
  where Value == (any StateRestoring)? {
    self.init(wrappedValue, key: key, coding: AnyObjectCoding.self)
  }

  /// Declares references, in order; those dropped are left out (R37).
  ///
  /// - Parameters:
  ///   - wrappedValue: The objects before anything is restored.
  ///   - key: The key; the property's name by default.
  public init<Object: StateRestoring>(wrappedValue: [Object], key: String? = nil)
  where Value == [Object] {
    self.init(wrappedValue, key: key, coding: ArrayCoding<Object>.self)
  }

  /// Declares references to restorable objects of any type, in order; those dropped are left out.
  ///
  /// - Parameters:
  ///   - wrappedValue: The objects before anything is restored.
  ///   - key: The key; the property's name by default.
  public init(wrappedValue: [any StateRestoring], key: String? = nil)
  where Value == [any StateRestoring] {
    self.init(wrappedValue, key: key, coding: AnyArrayCoding.self)
  }

  /// Declares references under names; those dropped are left out (R37).
  ///
  /// - Parameters:
  ///   - wrappedValue: The objects before anything is restored.
  ///   - key: The key; the property's name by default.
  public init<Object: StateRestoring>(wrappedValue: [String: Object], key: String? = nil)
  where Value == [String: Object] {
    self.init(wrappedValue, key: key, coding: DictionaryCoding<Object>.self)
  }
}
