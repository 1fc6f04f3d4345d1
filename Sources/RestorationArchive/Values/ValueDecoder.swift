// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Decodes any `Decodable` value from an ``ArchivedValue``.
struct ValueDecoder {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func decode<Value: Decodable>(_ type: Value.Type, from value: ArchivedValue) throws -> Value {
    try TreeDecoder(value: value, codingPath: [], sendableUserInfo: userInfo).decode(type)
  }
}

private struct TreeDecoder: Decoder {
  let value: ArchivedValue
  let codingPath: [any CodingKey]
  let sendableUserInfo: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  func at(_ value: ArchivedValue, _ key: any CodingKey) -> TreeDecoder {
    TreeDecoder(value: value, codingPath: codingPath + [key], sendableUserInfo: sendableUserInfo)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "found \(value.typeName)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let entries) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(KeyedContainer(decoder: self, entries: entries))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return UnkeyedContainer(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleContainer(decoder: self)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let special: (any Sendable)?
    switch (type, value) {
    case (is Date.Type, .date(let date)): special = date
    case (is Data.Type, .data(let data)): special = data
    case (is URL.Type, .string(let string)): special = URL(string: string)
    case (is ReferenceValue.Type, .reference(let number)): special = ReferenceValue(number)
    case (is ReferenceValue.Type, .null): special = ReferenceValue(nil)
    case (is Date.Type, _), (is Data.Type, _), (is URL.Type, _), (is ReferenceValue.Type, _):
      throw mismatch(type)
    default: return try Value(from: self)
    }
    guard let result = special as? Value else { throw mismatch(type) }
    return result
  }

  /// Decodes a value that may be an optional in an optional.
  func decodeInOptional<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard type is any OptionalValue.Type else { return try decode(type) }
    return try TreeDecoder(
      value: value.inOptional, codingPath: codingPath, sendableUserInfo: sendableUserInfo
    ).decode(type)
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    guard let result = value.integer(type) else { throw mismatch(type) }
    return result
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TreeDecoder
  let entries: [ArchivedValue.Entry]
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { entries.compactMap { Key(stringValue: $0.key) } }

  private func find(_ key: any CodingKey) -> TreeDecoder? {
    entries.value(forKey: key.stringValue).map { decoder.at($0, key) }
  }

  private func require(_ key: any CodingKey) throws -> TreeDecoder {
    if let found = find(key) { return found }
    throw DecodingError.keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "no such key"))
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try require(key).value == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try require(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let found = find(key), found.value != .null else { return nil }
    return try found.decodeInOptional(type)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { try require(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try require(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try require(IndexKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try require(key) }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: TreeDecoder
  let elements: [ArchivedValue]
  var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(decoder: TreeDecoder, elements: [ArchivedValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  private func peek() throws -> TreeDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the array has ended"))
    }
    return decoder.at(elements[currentIndex], IndexKey(intValue: currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard try peek().value == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try peek().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    let container = try peek().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try peek().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let next = try peek()
    currentIndex += 1
    return next
  }
}

private struct SingleContainer: SingleValueDecodingContainer {
  let decoder: TreeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = decoder.value else { throw decoder.mismatch(type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = decoder.value else { throw decoder.mismatch(type) }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let double = decoder.value.double else { throw decoder.mismatch(type) }
    return double
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard let float = decoder.value.float else { throw decoder.mismatch(type) }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decodeInOptional(type)
  }
}
