// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension CodingUserInfoKey {
  /// The user info key for the pass that handles a reference.
  ///
  /// Its value is a ``ReferenceContext``.
  package static let restorationReferences: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "restorationReferences") else {
      fatalError("A coding user info key made of a literal was refused.")
    }
    return key
  }()
}

/// Encodes any `Encodable` value as an ``ArchivedValue``.
///
/// An intermediate tree is needed, because `Codable` may fill containers in any order.
struct ValueEncoder {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func encode<Value: Encodable>(_ value: Value) throws -> ArchivedValue {
    let slot = Slot()
    try slot.set(value, codingPath: [], userInfo: userInfo)
    let tree = slot.value
    guard tree.isWithinDepth(ArchiveLimits.valueDepth) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "nested too deeply to be read again"))
    }
    return tree
  }
}

/// A place in the tree that a container fills later.
private final class Slot {
  private enum Content {
    /// Nothing was written, as by a type without properties.
    ///
    /// This is not the same as an encoded `nil`.
    case empty
    case value(ArchivedValue)
    case array([Slot])
    case dictionary([String: Slot])
  }

  private var content = Content.empty

  var value: ArchivedValue {
    switch content {
    case .empty: .dictionary([])
    case .value(let value): value
    case .array(let slots): .array(slots.map(\.value))
    case .dictionary(let entries):
      .dictionary(entries.map { ArchivedValue.Entry(key: $0.key, value: $0.value.value) })
    }
  }

  var count: Int { if case .array(let slots) = content { slots.count } else { 0 } }

  func set(_ value: ArchivedValue) { content = .value(value) }

  func set<Value: Encodable>(
    _ value: Value, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable]
  ) throws {
    switch value {
    case let date as Date: set(.date(date))
    case let data as Data: set(.data(data))
    case let url as URL: set(.string(url.absoluteString))
    case let reference as ReferenceValue: set(reference.value)
    default:
      try value.encode(
        to: SlotEncoder(slot: self, codingPath: codingPath, sendableUserInfo: userInfo))
      if case .array = content, let type = Value.self as? any UnorderedCollection.Type {
        sort(inGroupsOf: type.valuesOfElement)
      }
    }
  }

  /// Sorts what comes in another order in each process, so that equal values have equal bytes.
  private func sort(inGroupsOf size: Int) {
    guard case .array(let slots) = content, slots.count > size else { return }
    let groups = stride(from: 0, to: slots.count, by: size).map { start in
      let group = slots[start..<min(start + size, slots.count)]
      return (bytes: ArchivedValue.array(group.map(\.value)).bytes, group: group)
    }
    content = .array(
      groups.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.flatMap(\.group))
  }

  func becomeArray() { if case .array = content { return } else { content = .array([]) } }

  func becomeDictionary() {
    if case .dictionary = content { return } else { content = .dictionary([:]) }
  }

  func append() -> Slot {
    let slot = Slot()
    guard case .array(var slots) = content else { return slot }
    content = .empty  // drops the second reference, so that appending does not copy
    slots.append(slot)
    content = .array(slots)
    return slot
  }

  /// Returns the container for a key; repeated requests continue the same one.
  func container(forKey key: String) -> Slot {
    guard case .dictionary(let entries) = content, let slot = entries[key] else {
      return self.slot(forKey: key)
    }
    return slot
  }

  func slot(forKey key: String) -> Slot {
    let slot = Slot()
    guard case .dictionary(var entries) = content else { return slot }
    content = .empty
    entries[key] = slot
    content = .dictionary(entries)
    return slot
  }
}

private struct SlotEncoder: Encoder {
  let slot: Slot
  let codingPath: [any CodingKey]
  let sendableUserInfo: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeDictionary()
    return KeyedEncodingContainer(KeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return UnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self)
  }

  func at(_ slot: Slot, _ key: any CodingKey) -> SlotEncoder {
    SlotEncoder(slot: slot, codingPath: codingPath + [key], sendableUserInfo: sendableUserInfo)
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: SlotEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func inner(_ key: any CodingKey) -> SlotEncoder {
    encoder.at(encoder.slot.slot(forKey: key.stringValue), key)
  }

  private func container(_ key: any CodingKey) -> SlotEncoder {
    encoder.at(encoder.slot.container(forKey: key.stringValue), key)
  }

  mutating func encodeNil(forKey key: Key) { inner(key).slot.set(.null) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let inner = inner(key)
    try inner.slot.set(value, codingPath: inner.codingPath, userInfo: inner.sendableUserInfo)
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return }
    try encode(value, forKey: key)
    guard value is any OptionalValue else { return }
    let slot = encoder.slot.container(forKey: key.stringValue)
    slot.set(slot.value.asOptional)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  { container(key).container(keyedBy: type) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    container(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { inner(IndexKey.super) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { inner(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: SlotEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.slot.count }

  private func next() -> SlotEncoder {
    let key = IndexKey(intValue: count)
    return encoder.at(encoder.slot.append(), key)
  }

  mutating func encodeNil() { next().slot.set(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let next = next()
    try next.slot.set(value, codingPath: next.codingPath, userInfo: next.sendableUserInfo)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  { next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { next() }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let encoder: SlotEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  private var slot: Slot { encoder.slot }

  init(encoder: SlotEncoder) { self.encoder = encoder }

  mutating func encodeNil() { slot.set(.null) }
  mutating func encode(_ value: Bool) { slot.set(.bool(value)) }
  mutating func encode(_ value: String) { slot.set(.string(value)) }
  mutating func encode(_ value: Double) { slot.set(.double(value)) }
  mutating func encode(_ value: Float) { slot.set(.float(value)) }
  mutating func encode(_ value: Int) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int8) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int16) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int32) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { slot.set(.integer(value)) }
  mutating func encode(_ value: UInt) { slot.set(.unsigned(smallest: UInt64(value))) }
  mutating func encode(_ value: UInt8) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: UInt16) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: UInt32) { slot.set(.integer(Int64(value))) }
  mutating func encode(_ value: UInt64) { slot.set(.unsigned(smallest: value)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try slot.set(value, codingPath: codingPath, userInfo: encoder.sendableUserInfo)
    if value is any OptionalValue { slot.set(slot.value.asOptional) }
  }
}

/// A collection that encodes its elements in no order of its own, unless it has keys.
private protocol UnorderedCollection {
  /// The number of values that it encodes for an element.
  static var valuesOfElement: Int { get }
}

extension Set: UnorderedCollection { fileprivate static var valuesOfElement: Int { 1 } }
extension Dictionary: UnorderedCollection { fileprivate static var valuesOfElement: Int { 2 } }

/// An `Optional`; another one may be around it.
protocol OptionalValue {}
extension Optional: OptionalValue {}

extension ArchivedValue {
  /// The value of an optional within an optional.
  ///
  /// A `nil` there differs from one around it: it is in an array alone.
  var asOptional: ArchivedValue { isNestedNil ? .array([self]) : self }

  /// The value without what ``asOptional`` adds.
  var inOptional: ArchivedValue {
    if isNestedNil, case .array(let elements) = self { elements[0] } else { self }
  }

  /// Whether it is `nil`, or an array of nothing else.
  private var isNestedNil: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.count == 1 && elements[0].isNestedNil
    default: false
    }
  }
}

extension ArchivedValue {
  /// Returns a signed value if the integer fits, otherwise an unsigned one.
  ///
  /// Signed and unsigned types then share one form wherever both hold the value.
  static func unsigned(smallest value: UInt64) -> ArchivedValue {
    Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
  }
}

/// A coding key for an element of an array, or for `super`.
struct IndexKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  static let `super` = IndexKey(stringValue: "super")

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) {
    self.stringValue = String(intValue)
    self.intValue = intValue
  }
}
