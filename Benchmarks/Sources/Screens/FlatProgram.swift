// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import StateRestoration

/// A program whose objects have the values of another one, and no tree.
@MainActor public final class FlatProgram {
  /// Saves the objects.
  public let restoration = RestorationCoordinator(
    ApplicationDescription(identifier: "org.example.Flat", version: "1.0"),
    archiver: Archiver(store: MemoryStore(), keys: MemoryKeyProvider()))
  private let objects: [FlatObject]

  /// Creates an object for every record of a saved state.
  ///
  /// - Parameter state: The state.
  /// - Throws: The error of reading it.
  init(_ state: RestorationSnapshot) throws {
    let numbered = Dictionary(uniqueKeysWithValues: state.objects.map { ($0, FlatObject()) })
    objects = Array(numbered.values)
    for (place, (number, object)) in numbered.enumerated() {
      guard let record = try state.record(number) else { continue }
      object.values = try state.values(of: record).map { try encoding(of: $0, numbered) }
      restoration.registerObject(
        forStateRestoration: object, restorationIdentifier: "object-\(place)")
    }
  }
}

/// An object that encodes the values that it was given.
private final class FlatObject: StatePreserving {
  var values: [(RestorationEncoder) -> Void] = []

  func encodeRestorableState(with coder: RestorationEncoder) {
    for encode in values { encode(coder) }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {}
}

/// Returns what encodes a saved value, with the type that its hook had encoded.
///
/// - Throws: ``UnknownValue``.
private func encoding(of entry: ArchivedValue.Entry, _ objects: [ObjectNumber: FlatObject]) throws
  -> (RestorationEncoder) -> Void
{
  let key = entry.key
  switch entry.value {
  case .bool(let value): return { $0.encode(value, forKey: key) }
  case .integer(let value): return { $0.encode(Int(value), forKey: key) }
  case .double(let value): return { $0.encode(value, forKey: key) }
  case .string(let value): return { $0.encode(value, forKey: key) }
  case .null: return { $0.encodeNil(forKey: key) }
  case .reference(let number):
    let object = objects[number]
    return { $0.encode(object, forKey: key) }
  case .dictionary(let entries):
    let text = try TextValue(entries)
    return { $0.encode(text, forKey: key) }
  case .array(let values):
    let referred = values.compactMap { value in
      if case .reference(let number) = value { objects[number] } else { nil }
    }
    if referred.count == values.count { return { $0.encode(referred, forKey: key) } }
    let integers = values.compactMap { value in
      if case .integer(let integer) = value { Int(integer) } else { nil }
    }
    if integers.count == values.count { return { $0.encode(integers, forKey: key) } }
    throw UnknownValue(key: key)
  default: throw UnknownValue(key: key)
  }
}

/// A saved value of another type than the screens' values have.
private struct UnknownValue: Error {
  let key: String
}

/// A typed text, with digests of the texts that were there before.
private struct TextValue: Encodable {
  private var text = ""
  private var cursor: Int?
  private var bases: [Data] = []

  init(_ entries: [ArchivedValue.Entry]) throws {
    for entry in entries {
      switch (entry.key, entry.value) {
      case ("text", .string(let value)): text = value
      case ("cursor", .integer(let value)): cursor = Int(value)
      case ("bases", .array(let values)):
        bases = values.compactMap { if case .data(let data) = $0 { data } else { nil } }
      default: throw UnknownValue(key: entry.key)
      }
    }
  }
}
