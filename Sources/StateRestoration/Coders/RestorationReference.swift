// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

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
