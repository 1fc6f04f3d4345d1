// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Declares that a property is saved and restored, without a line of encode or decode.
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
/// For properties of any participant: registered objects, controllers and views, private and
/// inherited ones included. Each needs an initial value, an optional one `= nil`. The key is the
/// property's name unless one is given. `Codable` values are copied (R38); objects that adopt
/// ``StateRestoring``, alone, optional, in arrays or in dictionaries by name, are written as
/// references, never as copies (R35, R37), and are owned by the property.
///
/// A change marks the object changed (R150); setting an equal value is no change, nor is restoring
/// (R196). Values are put back before ``StatePreserving/decodeRestorableState(with:)`` runs, without
/// calling the property's observers. A property keeps its value when the key is absent, and when
/// the archive has a value of another type, which the report then says (R51).
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
  ///   - owner: The object whose property it is.
  ///   - wrapped: The property.
  ///   - storage: Where the property lies.
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

  /// Sets the value, and marks the object changed if it is another one (R150).
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

/// The way from a declared property to the coordinator that its object takes part in.
@usableFromInline final class ChangeLink {
  @usableFromInline weak var observer: (any ChangeObserver)?

  init() {}
}
