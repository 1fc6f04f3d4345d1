// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The values of an object whose record also holds unusable ones.
package struct OwnValues: Sendable {
  /// The encoded values, by coding key; empty for one that was left out of the record.
  var values: [String: [UInt8]]
  /// Whether the saved record has another class, or an older schema.
  ///
  /// It then stays whole until the object changes, and nothing of it after that.
  var isOtherRecord: Bool
  /// Whether the program has set these values, which are not written yet.
  var areSet: Bool
}

/// Carries the values of another version of the program.
///
/// A record holds its values by coding key and type. What an object writes replaces values of the
/// same coding key and type, and only if it differs from what the object wrote before. Other values
/// stay: those of coding keys that its class has neither read nor written, and those of other types.
extension ChangeBuilder {
  enum Carrying {
    /// The object replaces its record.
    case nothing
    /// The object has changed nothing, and its record stays.
    case wholeRecord
    /// The values of the new record.
    case values([UInt8], areAsBefore: Bool)
  }

  /// Returns the encoded values of a record by coding key.
  func values(in record: [UInt8]) -> [String: [UInt8]] {
    Dictionary(parts(of: record[...]).map { (name($0.key), $0.value) }) { first, _ in first }
  }

  /// Merges a previous record with what its object writes now.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - new: What it writes now.
  ///   - itsClass: Its class.
  /// - Returns: What becomes of the record.
  func carry(_ number: ObjectNumber, _ new: [UInt8], _ itsClass: RecordClass) -> Carrying {
    let former = before.withRecord(number) { record in
      (classRow: record.classRow, parts: parts(of: record.values))
    }
    guard let former else { return .nothing }
    let (newParts, last) = (parts(of: new[...]), ownValues[number])
    if let last, !last.areSet, newParts.count == last.values.count,
      newParts.allSatisfy({ last.values[name($0.key)] == $0.value })
    {
      return .wholeRecord
    }
    let isOther = last?.isOtherRecord ?? false
    guard !isOther, former.classRow.schemaVersion >= itsClass.row.schemaVersion else {
      ownValues[number] = nil
      return .nothing
    }
    let old = CarriedValues(former.parts, name)
    let merged = merge(old, newParts, last, itsClass)
    // A value that is new, or has gone, was the object's own.
    guard last != nil || merged.isCarrying(besides: newParts.map { name($0.key) }) else {
      return .nothing
    }
    ownValues[number] = OwnValues(values: values(in: new), isOtherRecord: false, areSet: false)
    return .values(bytes(of: merged), areAsBefore: merged.all == old.all)
  }

  private func merge(
    _ old: CarriedValues, _ new: [(key: UInt32, value: [UInt8])], _ last: OwnValues?,
    _ itsClass: RecordClass
  ) -> CarriedValues {
    var merged = CarriedValues(others: old.others)
    for (key, value) in new {
      let key = name(key)
      let (lastValue, former) = (last?.values[key], old.value(forKey: key))
      if last?.areSet == false, lastValue == value {
        merged.append(former ?? value, forKey: key)  // not set
        continue
      }
      merged.append(value, forKey: key)
      let types = [value, lastValue ?? []].compactMap(CarriedValues.type)
      merged.others[key]?.removeAll { types.contains(CarriedValues.type($0) ?? 0) }
      // An object that has only ever seen `nil` has no type for its value.
      if let former, former != lastValue, !types.isEmpty || last != nil,
        let type = CarriedValues.type(former), !types.contains(type)
      {
        // It may be among them: it stays in place of a newer value that is too large.
        let others = merged.others[key] ?? []
        merged.others[key] = [former] + others.filter { CarriedValues.type($0) != type }
      }
    }
    for (key, value) in old.values where merged.value(forKey: key) == nil {
      let isKnown =
        last.map { $0.values[key] != nil }
        ?? (readKeys[itsClass.name]?.contains(key) == true || tables.hasWritten(key, itsClass))
      if !isKnown, !CarriedValues.isOfPackage(key) {
        merged.append(value, forKey: key)
      } else if merged.others[key]?.isEmpty == false, let next = merged.others[key]?.removeFirst() {
        merged.append(next, forKey: key)
      }
    }
    return merged
  }

  private func name(_ key: UInt32) -> String { tables.string(key) ?? "" }

  private func parts(of values: ArraySlice<UInt8>) -> [(key: UInt32, value: [UInt8])] {
    let bytes = Array(values)
    var source = ByteSource(bytes)
    var parts: [(key: UInt32, value: [UInt8])] = []
    while !source.isAtEnd {
      guard let key = source.variable().flatMap(UInt32.init(exactly:)) else { break }
      let start = source.position
      guard source.skipValue() else { break }
      parts.append((key, Array(bytes[start..<source.position])))
    }
    return parts
  }

  private func bytes(of carried: CarriedValues) -> [UInt8] {
    let sink = ByteSink()
    for (key, value) in carried.values {
      sink.append(variable: UInt64(tables.index(of: key)))
      sink.append(value)
    }
    if let others = carried.othersValue {
      sink.append(variable: UInt64(tables.index(of: ReservedKey.carriedValues)))
      sink.append(others)
    }
    return sink.array()
  }
}

/// The values of a record by coding key and type.
private struct CarriedValues {
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
        if case .array(let values) = entry.value { others[entry.key] = values.map(\.bytes) }
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
