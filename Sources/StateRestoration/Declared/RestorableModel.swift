// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Declares the model that an object shows, saved by its identifier.
///
/// ```swift
/// final class SessionController: ViewController {
///   @RestorableModel private(set) var session: Session
///
///   init(_ session: Session) {
///     self.session = session
///     super.init(restorationIdentifier: "Session")
///   }
/// }
/// ```
///
/// Restoring does not set the property: the code that makes the object again must find the model
/// first. ``RestorationCoordinator/register(_:showing:find:make:)`` does that. The coding key is
/// the property's name unless one is given. Showing a model with another identifier marks the
/// object changed.
@propertyWrapper public struct RestorableModel<Model: Identifiable> where Model.ID: Codable {
  /// The only stored property, so it has the wrapper's own address.
  @usableFromInline var property: Restorable<Model>

  /// Declares a model.
  ///
  /// - Parameters:
  ///   - wrappedValue: The model that is shown first.
  ///   - key: The coding key of its identifier; the property's name by default.
  public init(wrappedValue: Model, key: String? = nil) {
    property = Restorable(wrappedValue, key: key, coding: ModelCoding<Model>.self)
  }

  /// Not available: only properties of classes that adopt ``StateRestoring`` can be declared.
  @available(*, unavailable, message: "@RestorableModel needs a class that adopts StateRestoring")
  public var wrappedValue: Model {
    get { property.value }
    set { property.value = newValue }
  }

  /// The model, for the class that declares it.
  ///
  /// - Parameters:
  ///   - owner: The object that has the property.
  ///   - wrapped: The key path of the property.
  ///   - storage: The key path of its storage.
  /// - Returns: The model.
  @inlinable
  public static subscript<Owner: StateRestoring>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Model>,
    storage storage: ReferenceWritableKeyPath<Owner, RestorableModel<Model>>
  ) -> Model {
    get { owner[keyPath: storage].property.value }
    set { Restorable.set(newValue, in: owner, at: storage.appending(path: \.property)) }
  }
}

/// Writes the identifier of a model; the model is not read back.
enum ModelCoding<Model: Identifiable>: RestorableCoding where Model.ID: Codable {
  static func areEqual(_ old: Model, _ new: Model) -> Bool { old.id == new.id }

  static func encode(_ value: Model, forKey key: String, with coder: RestorationEncoder) {
    coder.encode(value.id, forKey: key)
  }

  static func decode(forKey key: String, with coder: RestorationDecoder) -> Model? { nil }
}
