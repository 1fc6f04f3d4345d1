// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationEncoder {
  /// Writes a reference to a restorable object, never a copy (R35).
  ///
  /// The object is queued and gets its own encode in the same pass (R31). An object without
  /// identifier or registration is written as `nil`, with a diagnostic (R164).
  public func encode(_ object: (any StateRestoring)?, forKey key: String) {
    let id = object.map { ObjectIdentifier($0) }
    if let id, encodeKnownReference(id, forKey: key) { return }
    encodeNewReference(to: object, forKey: key)
  }

  @inline(never)  // else the object would be counted for those that are known, too
  private func encodeNewReference(to object: (any StateRestoring)?, forKey key: String) {
    if let object, let number = number(for: object, key: key) {
      encodeReference(number, forKey: key)
    } else {
      encodeNil(forKey: key)
    }
  }

  /// Writes references to restorable objects, in order; one that cannot be referred to is `nil`.
  public func encode<Object: StateRestoring>(_ objects: [Object], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes references to restorable objects of any type, in order.
  public func encode(_ objects: [any StateRestoring], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes references to restorable objects under names (R37).
  public func encode<Object: StateRestoring>(_ objects: [String: Object], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes references to restorable objects of any type under names (R37).
  public func encode(_ objects: [String: any StateRestoring], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  // An object that can be referred to is never copied by accident, `Encodable` or not: for such
  // objects these go before the overload that copies.

  /// Writes a reference to a restorable object that could be copied, too.
  public func encode<Object: StateRestoring & Encodable>(_ object: Object, forKey key: String) {
    encode(object as (any StateRestoring)?, forKey: key)
  }

  /// Writes a reference to a restorable object that could be copied, too.
  public func encode<Object: StateRestoring & Encodable>(_ object: Object?, forKey key: String) {
    encode(object as (any StateRestoring)?, forKey: key)
  }

  /// Writes references to restorable objects that could be copied, too, in order.
  public func encode<Object: StateRestoring & Encodable>(_ objects: [Object], forKey key: String) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Writes references to restorable objects that could be copied, too, under names (R37).
  public func encode<Object: StateRestoring & Encodable>(
    _ objects: [String: Object], forKey key: String
  ) {
    encode(references(to: objects, key: key), forKey: key)
  }

  /// Queues objects that belong to this one, without a key of the application's: a controller's
  /// views (R32).
  ///
  /// They decode after this object's own hook has returned, if it calls
  /// ``RestorationArchive/RestorationDecoder/decodeParts()`` (R171).
  public func encodeParts(_ parts: [any StateRestoring]) {
    guard !parts.isEmpty else { return }
    encode(parts, forKey: PartsKey.name)
  }

  /// Says in report and log that something about this object will not come back as expected.
  ///
  /// - Parameter message: What is wrong and what to do; never a user's value.
  public func diagnose(_ message: String) {
    (references as? any DiagnosticSink)?.diagnose(message, number: number)
  }

  package func diagnose(_ diagnostic: Diagnostic) {
    (references as? any DiagnosticSink)?.diagnose(diagnostic, number: number)
  }

  private func reference(to object: (any StateRestoring)?, key: String) -> ArchivedValue {
    object.flatMap { number(for: $0, key: key) }.map { .reference($0) } ?? .null
  }

  private func references(to objects: [any StateRestoring], key: String) -> ArchivedValue {
    .array(objects.map { reference(to: $0, key: key) })
  }

  private func references(to objects: [String: any StateRestoring], key: String) -> ArchivedValue {
    // In the order of the names, so that what they lead to is met in the same order each time.
    let entries = objects.sorted { $0.key < $1.key }.map {
      ArchivedValue.Entry(key: $0.key, value: reference(to: $0.value, key: key))
    }
    return .dictionary(entries)
  }
}

/// The key under which a record lists the objects that belong to it.
enum PartsKey {
  static let name = "StateRestorationParts"
}

extension RestorationDecoder {
  /// Whether the record names parts of its object, such as a controller's views.
  package var hasParts: Bool { containsValue(forKey: PartsKey.name) }
}

/// Takes what hooks have to say, for the report.
protocol DiagnosticSink: AnyObject {
  func diagnose(_ message: String, number: ObjectNumber)
  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber)
}
