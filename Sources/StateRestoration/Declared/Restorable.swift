// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Declares a property that is saved and restored automatically.
///
/// ```swift
/// final class Reader: StateRestoring {
///   @Restorable var day = 0
///   @Restorable(key: "q") private var search = ""
///   @Restorable var filters: [Filter] = []
///   @Restorable var current: Filter? = nil
/// }
/// ```
///
/// Use it for properties of any participant: registered objects, controllers and views. Private and
/// inherited properties work, too. Each property needs an initial value, an optional one `= nil`.
/// The coding key is the property's name unless one is given. `Codable` values are copied. Objects
/// that adopt ``StateRestoring`` are written as references, never as copies: alone, optional, in
/// arrays, or in dictionaries by name. The property owns them.
///
/// A change marks the object changed. Setting an equal value is no change, nor is restoring. A
/// change in place, such as `append`, always counts; an unchanged value is still not written.
/// Values are restored before ``StatePreserving/decodeRestorableState(with:)`` runs, without
/// calling the property's `didSet`: update what depends on them in
/// ``StateRestoring/applicationFinishedRestoringState()``, or in a view's decode. In an
/// `@Observable` class write `@ObservationIgnored @Restorable`. A property keeps its value if the
/// coding key is absent, or if the archive has a value of another type; the report names the second
/// case.
@propertyWrapper public struct Restorable<Value> {
  @usableFromInline var value: Value
  @usableFromInline let coding: any RestorableCoding<Value>.Type
  @usableFromInline var link: ChangeLink?
  let key: String?

  init(_ value: Value, key: String?, coding: any RestorableCoding<Value>.Type) {
    self.value = value
    self.key = key
    self.coding = coding
  }

  /// Not available: only properties of classes that adopt ``StateRestoring`` can be declared.
  @available(*, unavailable, message: "@Restorable needs a class that adopts StateRestoring")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The property's value, for the class that declares it.
  ///
  /// - Parameters:
  ///   - owner: The object that has the property.
  ///   - wrapped: The key path of the property.
  ///   - storage: The key path of its storage.
  /// - Returns: The value.
  @inlinable
  public static subscript<Owner: StateRestoring>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Restorable<Value>>
  ) -> Value {
    get { owner[keyPath: storage].value }
    set { set(newValue, in: owner, at: storage) }
    // Without it, each `append` would copy the array: a millisecond for 10,000 strings.
    _modify {
      defer { owner.declaredPropertyDidChange(owner[keyPath: storage].link?.observer) }
      yield &owner[keyPath: storage].value
    }
  }

  /// Sets the value, and marks the object changed if the value differs.
  @inlinable
  static func set<Owner: StateRestoring>(
    _ newValue: Value, in owner: Owner, at storage: ReferenceWritableKeyPath<Owner, Self>
  ) {
    let old = owner[keyPath: storage]
    owner[keyPath: storage].value = newValue
    guard !old.coding.areEqual(old.value, newValue) else { return }
    owner.declaredPropertyDidChange(old.link?.observer)
  }
}

/// The link from a declared property to its object's coordinator.
@usableFromInline final class ChangeLink {
  @usableFromInline weak var observer: (any ChangeObserver)?

  init() {}
}

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
