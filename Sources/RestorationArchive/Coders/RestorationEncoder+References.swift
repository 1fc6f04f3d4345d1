// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// References and plain trees, for the engine.
extension RestorationEncoder {
  /// Writes the number of an object that was referred to before.
  package func encodeReference(_ number: ObjectNumber, forKey key: String) {
    write(key) {
      $0.put(.reference)
      $0.put(variable: UInt64(number.rawValue))
    }
  }

  /// Writes a reference to an object that is queued already.
  ///
  /// - Parameters:
  ///   - id: The object, which lives. Its identity, since objects that are referred to weakly are
  ///     dear to hand on.
  ///   - key: The key.
  /// - Returns: Whether the object was known; nothing is written otherwise.
  package func encodeKnownReference(_ id: ObjectIdentifier, forKey key: String) -> Bool {
    guard let number = references?.knownNumber(of: id) else { return false }
    encodeReference(number, forKey: key)
    return true
  }

  /// The number of an object that this record refers to.
  package func number(for object: AnyObject, key: String) -> ObjectNumber? {
    references?.knownNumber(of: ObjectIdentifier(object))
      ?? references?.number(for: object, key: key)
  }

  /// Writes a tree of plain values and references.
  package func encode(_ value: ArchivedValue, forKey key: String) {
    append(value, forKey: key, isOwnKey: false)
  }

  /// Writes the storyboard that a controller came from, under its reserved key (R46).
  ///
  /// - Parameters:
  ///   - name: The storyboard's name.
  ///   - bundle: The name of the bundle it lies in.
  ///   - sceneIdentifier: What the controller's scene is found by.
  package func encodeStoryboard(name: String, bundle: String, sceneIdentifier: String) {
    append(
      .dictionary([
        .init(key: "bundle", value: .string(bundle)),
        .init(key: "identifier", value: .string(sceneIdentifier)),
        .init(key: "name", value: .string(name)),
      ]), forKey: ReservedKey.storyboard, isOwnKey: true)
  }
}
