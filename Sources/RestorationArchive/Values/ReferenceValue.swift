// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A reference on its way through `Codable`: the engine's reference type encodes one of these.
///
/// Outside an archive it encodes as `nil`, since an object number means nothing elsewhere.
package struct ReferenceValue: Codable {
  package var number: ObjectNumber?

  package init(_ number: ObjectNumber?) { self.number = number }

  package init(from decoder: any Decoder) throws { number = nil }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  var value: ArchivedValue { number.map { .reference($0) } ?? .null }
}

/// What the engine lends an encoder so that objects become numbers (R35).
package protocol ReferenceEncoding: AnyObject {
  /// The number of an object that is queued already, if that is known of its identity alone.
  ///
  /// - Parameter id: The object referred to, which lives.
  /// - Returns: `nil` when the object is to be asked for by ``number(for:key:)``.
  func knownNumber(of id: ObjectIdentifier) -> ObjectNumber?

  /// The number of an object, queueing it for its own encode (R31).
  ///
  /// - Parameters:
  ///   - object: The object referred to.
  ///   - key: The key it is referred to by, for the diagnostic.
  /// - Returns: `nil` when the object cannot be referred to (R164).
  func number(for object: AnyObject, key: String) -> ObjectNumber?
}

extension ReferenceEncoding {
  package func knownNumber(of id: ObjectIdentifier) -> ObjectNumber? { nil }
}

/// What the engine lends a decoder so that numbers become objects.
package protocol ReferenceDecoding: AnyObject {
  /// The object with a number, making it if it was not made yet (R58).
  ///
  /// - Parameter number: The number in the bytes.
  /// - Returns: `nil` when the object was dropped (R165).
  func object(for number: ObjectNumber) -> AnyObject?
}

/// Carries a pass through `Codable`'s user info; used on one thread only, during one hook.
package struct ReferenceContext: @unchecked Sendable {
  package let encoding: (any ReferenceEncoding)?
  package let decoding: (any ReferenceDecoding)?
  package let key: String
}
