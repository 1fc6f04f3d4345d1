// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationEncoder {
  /// Writes a reference to a restorable object, never a copy.
  ///
  /// The object is queued and encodes in the same pass. An object without identifier or
  /// registration is written as `nil`, with a diagnostic.
  public func encode(_ object: (any StateRestoring)?, forKey key: String) {
    let id = object.map { ObjectIdentifier($0) }
    if let id, encodeKnownReference(id, forKey: key) { return }
    encodeNewReference(to: object, forKey: key)
  }

  @inline(never)  // inlined, it would retain known objects, too
  private func encodeNewReference(to object: (any StateRestoring)?, forKey key: String) {
    if let object, let number = number(of: object, key: key) {
      encode(ArchivedValue.reference(number), forKey: key)
    } else {
      encodeNil(forKey: key)
    }
  }

  /// Writes an array of references to restorable objects.
  ///
  /// An object that cannot be referenced is written as `nil`.
  public func encode<Object: StateRestoring>(_ objects: [Object], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes an array of references to restorable objects of any type.
  public func encode(_ objects: [any StateRestoring], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes a dictionary of references to restorable objects.
  public func encode<Object: StateRestoring>(_ objects: [String: Object], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes a dictionary of references to restorable objects of any type.
  public func encode(_ objects: [String: any StateRestoring], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  // An object that can be referenced is never copied by accident, `Encodable` or not: for such
  // objects the compiler prefers these overloads to the one that copies.

  /// Writes a reference to a restorable object, even if it is `Encodable`.
  public func encode<Object: StateRestoring & Encodable>(_ object: Object, forKey key: String) {
    encode(object as (any StateRestoring)?, forKey: key)
  }

  /// Writes a reference to a restorable object, even if it is `Encodable`.
  public func encode<Object: StateRestoring & Encodable>(_ object: Object?, forKey key: String) {
    encode(object as (any StateRestoring)?, forKey: key)
  }

  /// Writes an array of references to restorable objects, even if `Encodable`.
  public func encode<Object: StateRestoring & Encodable>(_ objects: [Object], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes a dictionary of references to restorable objects, even if `Encodable`.
  public func encode<Object: StateRestoring & Encodable>(
    _ objects: [String: Object], forKey key: String
  ) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Queues the parts of this object, such as a controller's views.
  ///
  /// They need no coding key of the application's. They decode after this object's own hook has
  /// returned, if it calls ``RestorationArchive/RestorationDecoder/decodeParts()``.
  public func encodeParts(_ parts: [any StateRestoring]) {
    guard !parts.isEmpty else { return }
    encode(parts, forKey: PartsKey.name)
  }

  /// Reports that something about this object will not be restored as expected.
  ///
  /// The message goes to the report and the log.
  ///
  /// - Parameter message: The problem and its remedy; never a user's value.
  public func diagnose(_ message: String) {
    (references as? any DiagnosticSink)?.diagnose(message, number: number)
  }

  package func diagnose(_ diagnostic: Diagnostic) {
    (references as? any DiagnosticSink)?.diagnose(diagnostic, number: number)
  }

  private func reference(to object: (any StateRestoring)?, key: String) -> ArchivedValue {
    object.flatMap { number(of: $0, key: key) }.map { .reference($0) } ?? .null
  }

  private func references(to objects: [any StateRestoring], key: String) -> ArchivedValue {
    .array(objects.map { reference(to: $0, key: key) })
  }

  private func references(to objects: [String: any StateRestoring], key: String) -> ArchivedValue {
    // Sorted by name, so that the objects are met in the same order each time.
    let entries = objects.sorted { $0.key < $1.key }.map {
      ArchivedValue.Entry(key: $0.key, value: reference(to: $0.value, key: key))
    }
    return .dictionary(entries)
  }
}

/// A view of the object that encodes.
package struct NamedPart {
  let object: any StateRestoring
  /// Its name; `nil` to ask the tree for its address.
  let name: RestorationIdentifier?
  /// The index of the part that contains it; `nil` if the object itself does.
  let container: Int?

  package init(
    _ object: any StateRestoring, named name: RestorationIdentifier?, in container: Int?
  ) {
    (self.object, self.name, self.container) = (object, name, container)
  }
}

/// The coding key under which a record lists its object's parts.
enum PartsKey {
  static let name = "StateRestorationParts"
}

extension RestorationDecoder {
  /// Whether the record lists parts of its object.
  ///
  /// An example is a controller's views.
  package var hasParts: Bool { containsValue(forKey: PartsKey.name) }
}

/// Receives messages from hooks, for the report.
protocol DiagnosticSink: AnyObject {
  func diagnose(_ message: String, number: ObjectNumber)
  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber)
}

/// A reference to a restorable object inside a `Codable` value.
///
/// It encodes as a reference while state is preserved, and decodes to the same object while state
/// is restored. With any other encoder it encodes as `nil`; with any other decoder it is empty.
public struct RestorationReference<Object: AnyObject>: Codable {
  /// The object; `nil` if it was dropped, or outside restoration.
  public weak var object: Object?

  /// Creates a weak reference to an object.
  ///
  /// - Parameter object: A controller, a view or a registered object.
  public init(_ object: Object?) { self.object = object }

  /// Finds the object while state is restored.
  ///
  /// - Parameter decoder: Any decoder.
  /// - Throws: The decoder's error.
  public init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(ReferenceValue.self).number
    let context = decoder.userInfo[.restorationReferences] as? ReferenceContext
    object = number.flatMap { context?.decoding?.object(for: $0) } as? Object
  }

  /// Writes the reference while state is preserved.
  ///
  /// - Parameter encoder: Any encoder.
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    let context = encoder.userInfo[.restorationReferences] as? ReferenceContext
    let number = object.flatMap { context?.encoding?.number(for: $0, key: context?.key ?? "") }
    var container = encoder.singleValueContainer()
    try container.encode(ReferenceValue(number))
  }
}
