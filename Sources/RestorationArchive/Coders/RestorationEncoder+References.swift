// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Writes references and plain trees, for the engine.
extension RestorationEncoder {
  /// Writes a reference to an object by its number.
  package func encodeReference(_ number: ObjectNumber, forKey key: String) {
    write(key) {
      $0.put(.reference)
      $0.put(variable: UInt64(number.rawValue))
    }
  }

  /// Writes a reference to an object that is already queued.
  ///
  /// - Parameters:
  ///   - id: The identity of the object, which must be alive. The object itself is not passed,
  ///     because retaining an object with weak references is expensive.
  ///   - key: The coding key.
  /// - Returns: Whether the object is known; otherwise nothing is written.
  package func encodeKnownReference(_ id: ObjectIdentifier, forKey key: String) -> Bool {
    guard let number = references?.knownNumber(of: id) else { return false }
    encodeReference(number, forKey: key)
    return true
  }

  /// Returns the number of an object that this record refers to.
  package func number(for object: AnyObject, key: String) -> ObjectNumber? {
    references?.knownNumber(of: ObjectIdentifier(object))
      ?? references?.number(for: object, key: key)
  }

  /// Writes a tree of plain values and references.
  package func encode(_ value: ArchivedValue, forKey key: String) {
    append(value, forKey: key, isOwnKey: false)
  }

  /// Writes a controller's storyboard under its reserved coding key.
  ///
  /// - Parameters:
  ///   - name: The storyboard's name.
  ///   - bundle: The name of the bundle that contains the storyboard.
  ///   - sceneIdentifier: The identifier of the controller's scene.
  package func encodeStoryboard(name: String, bundle: String, sceneIdentifier: String) {
    append(
      .dictionary([
        .init(key: "bundle", value: .string(bundle)),
        .init(key: "identifier", value: .string(sceneIdentifier)),
        .init(key: "name", value: .string(name)),
      ]), forKey: ReservedKey.storyboard, isOwnKey: true)
  }
}
