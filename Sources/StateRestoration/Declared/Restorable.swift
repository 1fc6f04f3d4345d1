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
/// A change marks the object changed. Setting an equal value is no change, nor is restoring. Values
/// are restored before ``StatePreserving/decodeRestorableState(with:)`` runs, without calling the
/// property's `didSet`: update what depends on them in
/// ``StateRestoring/applicationFinishedRestoringState()``, or in a view's decode. In an `@Observable`
/// class write `@ObservationIgnored @Restorable`. A property keeps its value if the coding key is absent, or if the archive
/// has a value of another type; the report names the second case.
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
