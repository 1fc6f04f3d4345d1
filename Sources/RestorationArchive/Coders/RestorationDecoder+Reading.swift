// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How a value is found and read.
extension RestorationDecoder {
  // MARK: The short way

  /// The same value, of which the caller has compared the type.
  func same<Known, Value>(_ value: Known?) -> Value? { value as? Value }

  /// Reads a value right from the bytes.
  ///
  /// - Returns: `.some(nil)` when the key is absent; `nil` when the long way has to be gone, which
  ///   says why: the value is of another type, or does not lie in the archive as it is.
  @inline(__always)
  func read<Value: CommonValue>(_ type: Value.Type, _ key: String) -> Value?? {
    if let value = readNext(type, key) { return value }
    return readAnywhere(type, key)
  }

  /// Reads the value that hooks of the class ask for next, if it is the one that is asked for.
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

  // MARK: The long way

  func find(_ key: String) -> ByteSource? {
    if shape.keys.isEmpty { foreseeKeys() }
    if let known = foreseenKeys.firstIndex(where: { $0.isKey(key) }) {
      let index = foreseenKeys[known].index
      if let found = search({ $0 == index }) {
        next = known + 1
        return found.source
      }
    }
    guard let found = search({ isKey($0, key) }) else { return nil }
    if !ReservedKey.contains(key) {
      next = shape.place(of: key, index: found.row).map { $0 + 1 } ?? .max
      foreseenKeys = shape.keys
    }
    return found.source
  }

  /// Foresees that hooks of the class ask for what its first record holds, in that order: a short key is
  /// then known before it was asked for once.
  private func foreseeKeys() {
    guard case .reader(let reader) = context else { return }
    var source = ByteSource(bytes, from: range.lowerBound, to: range.upperBound)
    while let row = source.variable().flatMap(UInt32.init(exactly:)), let key = reader.string(row) {
      if !ReservedKey.contains(key), shape.place(of: key, index: row) == nil { break }
      guard source.skipValue() else { break }
    }
    foreseenKeys = shape.keys
  }

  /// Looks from the last key on, since hooks read in the order they wrote, then from the start.
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

/// The types that most values have; compared by identity, which is looked up once.
enum CommonType {
  static let integer = ObjectIdentifier(Int.self)
  static let string = ObjectIdentifier(String.self)
  static let bool = ObjectIdentifier(Bool.self)
  static let double = ObjectIdentifier(Double.self)
  static let doubles = ObjectIdentifier([Double].self)
  static let integers = ObjectIdentifier([Int].self)
  static let strings = ObjectIdentifier([String].self)
}
