// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Finds and reads values.
extension RestorationDecoder {
  // MARK: Fast path

  /// Casts a value whose type the caller has checked.
  func same<Known, Value>(_ value: Known?) -> Value? { value as? Value }

  /// Reads a value directly from the bytes.
  ///
  /// - Returns: `.some(nil)` when the value is missing. `nil` when the slow path is needed, which
  ///   reports the reason: the value has another type, or the archive does not hold it as it is.
  @inline(__always)
  func read<Value: CommonValue>(_ type: Value.Type, _ key: String) -> Value?? {
    if let value = readNext(type, key) { return value }
    return readAnywhere(type, key)
  }

  /// Reads the predicted value, if it is the requested one.
  @inline(__always)
  private func readNext<Value: CommonValue>(_ type: Value.Type, _ key: String) -> Value? {
    let place = next
    guard place < foreseenKeys.count, foreseenKeys[place].isKey(key) else { return nil }
    var source = ByteSource(bytes, from: cursor, to: range.upperBound)
    guard source.skip(foreseenKeys[place].encoded, size: foreseenKeys[place].encodedSize),
      let value = Value.read(&source)
    else { return nil }
    cursor = source.position
    next = place &+ 1
    readPlaces |= 1 &<< UInt64(truncatingIfNeeded: place)
    return value
  }

  @inline(never)
  private func readAnywhere<Value: CommonValue>(_ type: Value.Type, _ key: String) -> Value?? {
    checkUse(of: key)
    guard migrated == nil, !ReservedKey.contains(key) else { return nil }
    guard var source = find(key) else { return .some(nil) }
    guard let value = Value.read(&source) else { return nil }
    cursor = source.position
    return value
  }

  // MARK: Slow path

  func find(_ key: String) -> ByteSource? {
    if recordClass.keys.isEmpty { foreseeKeys() }
    if let known = foreseenKeys.firstIndex(where: { $0.isKey(key) }) {
      let index = foreseenKeys[known].index
      if let found = search({ $0 == index }) {
        next = known + 1
        readPlaces |= 1 &<< UInt64(known)
        return found.source
      }
    }
    guard let found = search({ isKey($0, key) }) else { return nil }
    if !ReservedKey.contains(key) {
      let place = recordClass.place(of: key, index: found.row)
      next = place.map { $0 + 1 } ?? .max
      if let place { readPlaces |= 1 &<< UInt64(place) } else { recordClass.noteOther(key) }
      foreseenKeys = recordClass.keys
    }
    return found.source
  }

  /// Predicts the coding keys of a class from its first record.
  ///
  /// Hooks are expected to read them in the order of the record. So a short coding key is known
  /// before the first hook asks for it.
  private func foreseeKeys() {
    guard let reader else { return }
    var source = ByteSource(bytes, from: range.lowerBound, to: range.upperBound)
    while let row = source.variable().flatMap(UInt32.init(exactly:)), let key = reader.string(row) {
      if !ReservedKey.contains(key), recordClass.place(of: key, index: row) == nil { break }
      guard source.skipValue() else { break }
    }
    foreseenKeys = recordClass.keys
  }

  /// Searches from the last position to the end, then from the start.
  ///
  /// Hooks usually read in the order in which they wrote.
  private func search(_ isKey: (UInt32) -> Bool) -> (row: UInt32, source: ByteSource)? {
    let resumed = cursor
    return search(resumed..<range.upperBound, isKey)
      ?? search(range.lowerBound..<resumed, isKey)
  }

  private func search(_ part: Range<Int>, _ isKey: (UInt32) -> Bool)
    -> (row: UInt32, source: ByteSource)?
  {
    var source = ByteSource(bytes, from: part.lowerBound, to: range.upperBound)
    while source.position < part.upperBound {
      guard let row = source.variable().flatMap(UInt32.init(exactly:)) else { return nil }
      if isKey(row) { return (row, source) }
      guard source.skipValue() else { return nil }
    }
    return nil
  }

  private func isKey(_ index: UInt32, _ key: String) -> Bool {
    snapshot.withTables { $0.isText(index, key) }
  }
}

/// The types that most values have, by identity.
///
/// Each identity is looked up only once.
enum CommonType {
  static let integer = ObjectIdentifier(Int.self)
  static let string = ObjectIdentifier(String.self)
  static let bool = ObjectIdentifier(Bool.self)
  static let double = ObjectIdentifier(Double.self)
  static let doubles = ObjectIdentifier([Double].self)
  static let integers = ObjectIdentifier([Int].self)
  static let strings = ObjectIdentifier([String].self)
}
