// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation

/// The reason why an export cannot be imported, with its place.
struct ImportProblem: Error {
  /// The path of keys and indices to the problem.
  let path: String
  /// The reason as part of a sentence, without values of the file.
  let reason: String

  init(_ path: [any CodingKey], _ reason: String) {
    self.path = Self.text(path)
    self.reason = reason
  }

  init(_ path: [any CodingKey], _ index: Int, _ reason: String) {
    self.path = Self.text(path) + "[\(index)]"
    self.reason = reason
  }

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// Describes a decoding error without the values in its own message.
  init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(let type, let context):
      self.init(context.codingPath, "\(Self.name(of: type)) is expected here")
    case .valueNotFound(let type, let context):
      self.init(context.codingPath, "\(Self.name(of: type)) is expected here")
    case .keyNotFound(let key, let context):
      self.init(context.codingPath, "the key \(key.stringValue) is missing")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init(context.codingPath, "it is not JSON, or nested too deeply")
    case .dataCorrupted(let context):
      self.init(context.codingPath, Self.outOfRange)
    @unknown default:
      self.init("", "it cannot be read")
    }
  }

  static let outOfRange = "the value is out of range or malformed"

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is Data.Type: "data in base 64"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is [String: Any].Type: "an object"
    case is any Collection.Type: "a list"
    default: "an object"
    }
  }

  private static func text(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text
  }
}

extension Decoder {
  /// Returns an object's container; refuses keys that its type lacks.
  ///
  /// Otherwise a misspelt key would be ignored.
  func exactContainer<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    let unknown = try container(keyedBy: AnyKey.self).allKeys
      .filter { Key(stringValue: $0.stringValue) == nil }
    if let unknown = unknown.map(\.stringValue).min() {
      throw ImportProblem(codingPath, "the key \(unknown.prefix(40)) is not known")
    }
    return try container(keyedBy: type)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a number, and adds its path to an error.
  ///
  /// The JSON decoder omits the path when a number does not fit.
  func decodeNumber<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    do {
      return try decode(type, forKey: key)
    } catch let error where !(error is DecodingError || error is ImportProblem) {
      throw ImportProblem(codingPath + [key], ImportProblem.outOfRange)
    }
  }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
#endif
