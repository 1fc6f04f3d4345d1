// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

extension RestorationDecoder {
  /// Reads a reference.
  ///
  /// The object may not have decoded its own state yet.
  ///
  /// - Parameters:
  ///   - type: The type expected.
  ///   - key: The coding key it was written under.
  /// - Returns: `nil` when the coding key is absent, the object was dropped, or it is of another
  ///   type.
  public func decodeObject<Object: StateRestoring>(
    _ type: Object.Type = Object.self, forKey key: String
  ) -> Object? {
    guard let object = anyObject(forKey: key) else { return nil }
    return cast(object, to: type, key: key)
  }

  /// Reads a reference to a restorable object of any type.
  ///
  /// - Parameter key: The coding key it was written under.
  /// - Returns: `nil` when the coding key is absent or the object was dropped.
  public func decodeAnyObject(forKey key: String) -> (any StateRestoring)? {
    anyObject(forKey: key) as? any StateRestoring
  }

  /// Reads an array of references.
  ///
  /// A reference is left out if its object was dropped or is of another type.
  ///
  /// - Parameters:
  ///   - type: The type expected of each.
  ///   - key: The coding key they were written under.
  /// - Returns: The objects found, in order.
  public func decodeObjects<Object: StateRestoring>(
    _ type: Object.Type = Object.self, forKey key: String
  ) -> [Object] {
    numbers(forKey: key).compactMap { references?.object(for: $0) }
      .compactMap { cast($0, to: type, key: key) }
  }

  /// Whether an array of references was written under a coding key.
  ///
  /// References to dropped objects count, too.
  ///
  /// - Parameter key: The coding key they were written under.
  /// - Returns: `false` for an empty array, too.
  package func hasReferences(forKey key: String) -> Bool { !numbers(forKey: key).isEmpty }

  /// Reads an array of references to restorable objects of any type.
  ///
  /// A reference is left out if its object was dropped.
  ///
  /// - Parameter key: The coding key they were written under.
  /// - Returns: The objects found, in order.
  public func decodeAnyObjects(forKey key: String) -> [any StateRestoring] {
    numbers(forKey: key).compactMap { references?.object(for: $0) as? any StateRestoring }
  }

  /// Reads a dictionary of references by name.
  ///
  /// A reference without an object is left out.
  ///
  /// - Parameters:
  ///   - type: The type expected of each.
  ///   - key: The coding key they were written under.
  /// - Returns: The objects found, by name.
  public func decodeObjectsByName<Object: StateRestoring>(
    _ type: Object.Type = Object.self, forKey key: String
  ) -> [String: Object] {
    let isDictionary = { (value: ArchivedValue) in
      if case .dictionary = value { true } else { false }
    }
    guard let value = value(forKey: key, preferring: isDictionary) else { return [:] }
    guard case .dictionary(let entries) = value else {
      noteMismatch(key: key, expected: "[String: \(Object.self)]", found: value)
      return [:]
    }
    var objects: [String: Object] = [:]
    for entry in entries {
      guard case .reference(let number) = entry.value, let object = references?.object(for: number)
      else { continue }
      objects[entry.key] = cast(object, to: type, key: key)
    }
    return objects
  }

  /// Lets this object's parts decode after this hook has returned.
  ///
  /// A controller calls it for its views in its own implementation of
  /// ``StatePreserving/decodeRestorableState(with:)``; subclasses that call `super` need not.
  public func decodeParts() {
    (references as? any PartsEnabling)?.enableParts(of: number)
  }

  /// Reports that something about this object was not restored as expected.
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

  @inline(__always)
  private func anyObject(forKey key: String) -> AnyObject? {
    switch reference(forKey: key) {
    case .absent, .null: return nil
    case .number(let number): return references?.object(for: number)
    case .other(let other):
      noteMismatch(key: key, expected: "reference", found: other)
      return nil
    }
  }

  func numbers(forKey key: String) -> [ObjectNumber] {
    let isArray = { (value: ArchivedValue) in if case .array = value { true } else { false } }
    guard let value = value(forKey: key, preferring: isArray) else { return [] }
    guard case .array(let elements) = value else {
      noteMismatch(key: key, expected: "array of references", found: value)
      return []
    }
    return elements.compactMap { element in
      if case .reference(let number) = element { number } else { nil }
    }
  }

  /// Whether an object is an instance of a class or a subclass.
  ///
  /// A cast would take ten times as long.
  @inline(__always)
  private func isInstance(_ object: AnyObject, of type: AnyClass) -> Bool {
    var next: AnyClass? = Swift.type(of: object)
    while let candidate = next {
      if candidate == type { return true }
      next = _getSuperclass(candidate)
    }
    return false
  }

  @inline(__always)
  private func cast<Object: StateRestoring>(_ object: AnyObject, to type: Object.Type, key: String)
    -> Object?
  {
    if isInstance(object, of: type) { return unsafe unsafeDowncast(object, to: type) }
    let diagnostic = Diagnostic.otherTypeOfObject(
      key: key, expected: "\(Object.self)", found: "\(Swift.type(of: object))")
    diagnose(diagnostic)
    leaveReference()
    return nil
  }
}

/// Lets a record's parts decode after its own hook has returned.
protocol PartsEnabling: AnyObject {
  func enableParts(of number: ObjectNumber)
}
