// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The values of a record by coding key and type.
struct CarriedValues {
  /// The newest value of each coding key, encoded, in order.
  private(set) var values: [(key: String, value: [UInt8])] = []
  private var places: [String: Int] = [:]
  /// The values of other types, encoded, newest first.
  var others: [String: [[UInt8]]] = [:]

  init(others: [String: [[UInt8]]]) { self.others = others }

  init(_ parts: [(key: UInt32, value: [UInt8])], _ name: (UInt32) -> String) {
    for part in parts {
      guard name(part.key) == ReservedKey.carriedValues else {
        append(part.value, forKey: name(part.key))
        continue
      }
      var source = ByteSource(part.value)
      guard case .dictionary(let entries)? = ArchivedValue.read(&source) else { continue }
      for entry in entries {
        if case .array(let values) = entry.value { others[entry.key] = values.map(Self.encoded) }
      }
    }
  }

  func value(forKey key: String) -> [UInt8]? { places[key].map { values[$0].value } }

  mutating func append(_ value: [UInt8], forKey key: String) {
    guard places[key] == nil else { return }
    places[key] = values.count
    values.append((key, value))
  }

  /// Every value with its coding key, in no order.
  var all: Set<Value> {
    Set(values.map { Value(key: $0.key, value: $0.value) }).union(
      others.flatMap { other in other.value.map { Value(key: other.key, value: $0) } })
  }

  struct Value: Hashable { let key: String, value: [UInt8] }

  /// Whether there are values besides those of some coding keys.
  func isCarrying(besides own: [String]) -> Bool {
    values.count > own.count || others.contains { !$0.value.isEmpty }
  }

  /// The values of other types as one value; `nil` without any.
  var othersValue: ArchivedValue? {
    let entries = others.filter { !$0.value.isEmpty }.map { other in
      ArchivedValue.Entry(
        key: other.key,
        value: .array(
          other.value.compactMap { bytes in
            var source = ByteSource(bytes)
            // Two levels are those of the dictionary and the array.
            return ArchivedValue.read(&source).flatMap {
              $0.isWithinDepth(ArchiveLimits.valueDepth - 2) ? $0 : nil
            }
          }))
    }
    return entries.isEmpty ? nil : .dictionary(entries)
  }

  private static func encoded(_ value: ArchivedValue) -> [UInt8] {
    let sink = ByteSink()
    sink.append(value)
    return sink.array()
  }

  /// Returns the type of an encoded value.
  ///
  /// `nil` for an encoded `nil`, which has none.
  static func type(_ value: [UInt8]) -> UInt8? {
    switch value.first.flatMap(ValueTag.init) {
    case .null, nil: nil
    case .false, .true: ValueTag.true.rawValue
    case .integer, .unsigned: ValueTag.integer.rawValue
    case .float, .double: ValueTag.double.rawValue
    case .array, .doubles: ValueTag.array.rawValue
    case let tag?: tag.rawValue
    }
  }

  /// Whether a coding key is this package's, which knows all of them.
  static func isOfPackage(_ key: String) -> Bool { key.hasPrefix("StateRestoration") }
}
