// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A reference inside a `Codable` value, as the engine encodes it.
///
/// Outside an archive it encodes as `nil`, since an object number has no meaning there.
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

/// Lets an encoder turn objects into numbers; provided by the engine.
package protocol ReferenceEncoding: AnyObject {
  /// Returns the number of an already queued object by identity alone.
  ///
  /// - Parameter id: The identity of the object, which must be alive.
  /// - Returns: `nil` when ``number(for:key:)`` must be called for the object.
  func knownNumber(of id: ObjectIdentifier) -> ObjectNumber?

  /// Returns the number of an object, and queues it for encoding.
  ///
  /// - Parameters:
  ///   - object: The object referred to.
  ///   - key: The coding key of the reference, for the diagnostic.
  /// - Returns: `nil` when the object cannot be referred to.
  func number(for object: AnyObject, key: String) -> ObjectNumber?
}

extension ReferenceEncoding {
  package func knownNumber(of id: ObjectIdentifier) -> ObjectNumber? { nil }
}

/// Lets a decoder turn numbers into objects; provided by the engine.
package protocol ReferenceDecoding: AnyObject {
  /// Returns the object with a number, and creates it if needed.
  ///
  /// - Parameter number: The number in the bytes.
  /// - Returns: `nil` when the object was dropped.
  func object(for number: ObjectNumber) -> AnyObject?
}

/// Carries a pass through the user info of `Codable`.
///
/// It is used on one thread only, during one hook.
package struct ReferenceContext: @unchecked Sendable {
  package let encoding: (any ReferenceEncoding)?
  package let decoding: (any ReferenceDecoding)?
  package let key: String
}
