// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reads one object's state (R43).
///
/// Nothing here throws or traps on what the bytes say: an absent key, or a value of another type
/// than the one asked for, reads as `nil`, 0 or `false`, and the latter is noted in the report
/// (R51, R168). Using a decoder after its hook has returned is a programming error and ends the
/// process.
public final class RestorationDecoder {
  @exclusivity(unchecked) var snapshot: RestorationSnapshot
  @exclusivity(unchecked) package private(set) var references: (any ReferenceDecoding)?
  @exclusivity(unchecked) package private(set) var mismatches: [String] = []
  @exclusivity(unchecked) private var source: Source
  /// The values after migration, where the record has an older schema version (R154).
  @exclusivity(unchecked) private var migrated: MigratingRecord?
  /// Where the values lie in the body.
  @exclusivity(unchecked) private var range: Range<Int>
  /// The order in which hooks of the class ask for keys.
  @exclusivity(unchecked) private var order: KeyOrder?

  /// Where the next key is expected.
  @exclusivity(unchecked) private var cursor: Int
  /// How many keys of the order were asked for.
  @exclusivity(unchecked) private var place = 0
  @exclusivity(unchecked) private var isFinished = false

  /// What knows the record besides its values.
  private enum Source {
    case record(ObjectRecord)
    case row(RecordRow, SnapshotReader)
  }

  package init(
    snapshot: RestorationSnapshot, record: ObjectRecord, references: (any ReferenceDecoding)?,
    migrated: MigratingRecord? = nil
  ) {
    self.snapshot = snapshot
    self.source = .record(record)
    self.references = references
    self.migrated = migrated
    range = record.range
    cursor = record.range.lowerBound
  }

  /// Makes a decoder of one of many records that are read in a row.
  package init(
    _ record: RecordRow, of reader: SnapshotReader, references: (any ReferenceDecoding)?,
    migrated: MigratingRecord? = nil
  ) {
    snapshot = reader.snapshot
    source = .row(record, reader)
    self.references = references
    self.migrated = migrated
    range = record.range
    order = reader.archivedClass(of: record).keys
    cursor = record.range.lowerBound
  }

  /// Begins anew with another record, for whoever made this decoder and knows that nobody else has it.
  package func begin(_ record: RecordRow, of reader: SnapshotReader, migrated: MigratingRecord?) {
    source = .row(record, reader)
    self.migrated = migrated
    range = record.range
    order = reader.archivedClass(of: record).keys
    cursor = record.range.lowerBound
    (place, isFinished) = (0, false)
    if !mismatches.isEmpty { mismatches = [] }
  }

  package func finish() { isFinished = true }

  /// The number of the object.
  package var number: ObjectNumber {
    switch source {
    case .record(let record): record.number
    case .row(let row, _): row.number
    }
  }

  /// Where the object lay.
  package var address: RestorationAddress {
    switch source {
    case .record(let record): record.address
    case .row(let row, let reader): reader.address(of: row)
    }
  }

  /// The names from the root down to the object; the last is its own (R13).
  public var identifierPath: [String] {
    switch source {
    case .record(let record): record.address.path.identifiers
    case .row(let row, let reader): reader.identifiers(of: row)
    }
  }

  /// Who wrote this record, and when (R45, R181).
  public var origin: RecordOrigin {
    switch source {
    case .record(let record): record.origin
    case .row(let row, let reader): reader.origin(of: row)
    }
  }

  /// The version of the values: what the object wrote, or what migration has made of it (R154).
  public var schemaVersion: Int {
    if let migrated { return migrated.schemaVersion }
    return switch source {
    case .record(let record): record.schemaVersion
    case .row(let row, let reader): reader.archivedClass(of: row).schemaVersion
    }
  }

  /// The keys that were written, in order; reserved keys are not among them.
  package var keys: [String] {
    migrated?.keys ?? (try? snapshot.values(in: range).map(\.key)) ?? []
  }

  /// Whether a key was written, which tells an absent value from 0, `false` or an encoded `nil`.
  ///
  /// - Parameter key: The key, reserved ones included.
  /// - Returns: `true` if there is a value, of whatever type.
  public func containsValue(forKey key: String) -> Bool { value(forKey: key) != nil }

  /// Reads a value through `Codable`.
  ///
  /// - Parameters:
  ///   - type: The type expected.
  ///   - key: The key it was written under.
  /// - Returns: `nil` when the key is absent or the value is of another type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String)
    -> Value?
  {
    switch ObjectIdentifier(type) {
    case CommonType.integer: if let known = read(key, { $0.integer() }) { return same(known) }
    case CommonType.string: if let known = read(key, { $0.text() }) { return same(known) }
    case CommonType.bool: if let known = read(key, { $0.bool() }) { return same(known) }
    case CommonType.double: if let known = read(key, { $0.double() }) { return same(known) }
    case CommonType.doubles: if let known = readDoubles(key) { return same(known) }
    case CommonType.integers: if let known = readIntegers(key) { return same(known) }
    case CommonType.strings: if let known = readStrings(key) { return same(known) }
    default: break
    }
    return decodeTree(type, forKey: key)
  }

  /// Reads numbers; `nil` when the key is absent or of another type.
  ///
  /// - Parameters:
  ///   - type: The type expected.
  ///   - key: The key they were written under.
  /// - Returns: The numbers, in order.
  public func decode(_ type: [Double].Type, forKey key: String) -> [Double]? {
    if let known = readDoubles(key) { return known }
    return decodeTree(type, forKey: key)
  }

  /// Reads strings; `nil` when the key is absent or of another type.
  ///
  /// - Parameters:
  ///   - type: The type expected.
  ///   - key: The key they were written under.
  /// - Returns: The strings, in order.
  public func decode(_ type: [String].Type, forKey key: String) -> [String]? {
    if let known = readStrings(key) { return known }
    return decodeTree(type, forKey: key)
  }

  /// Reads a value by way of a tree, as any type can be.
  private func decodeTree<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    guard let value = value(forKey: key) else { return nil }
    if value == .null, !(type is any ExpressibleByNilLiteral.Type) { return nil }
    let context = ReferenceContext(encoding: nil, decoding: references, key: key)
    do {
      return try ValueDecoder(userInfo: [.restorationReferences: context]).decode(type, from: value)
    } catch {
      noteMismatch(key: key, expected: "\(Value.self)", found: value)
      return nil
    }
  }

  /// Reads a Boolean value; `false` when the key is absent or of another type.
  public func decodeBool(forKey key: String) -> Bool {
    if let known = read(key, { $0.bool() }) { return known ?? false }
    return decode(Bool.self, forKey: key) ?? false
  }

  /// Reads an integer; 0 when the key is absent or of another type.
  public func decodeInteger(forKey key: String) -> Int {
    if let known = read(key, { $0.integer() }) { return known ?? 0 }
    return decode(Int.self, forKey: key) ?? 0
  }

  /// Reads a number; 0 when the key is absent or of another type.
  public func decodeDouble(forKey key: String) -> Double {
    if let known = read(key, { $0.double() }) { return known ?? 0 }
    return decode(Double.self, forKey: key) ?? 0
  }

  /// Reads a number; 0 when the key is absent or of another type.
  public func decodeFloat(forKey key: String) -> Float { decode(Float.self, forKey: key) ?? 0 }

  /// Reads a string; `nil` when the key is absent or of another type.
  public func decodeString(forKey key: String) -> String? {
    if let known = read(key, { $0.text() }) { return known }
    return decode(String.self, forKey: key)
  }

  /// Reads bytes; `nil` when the key is absent or of another type.
  public func decodeData(forKey key: String) -> Data? { decode(Data.self, forKey: key) }

  /// Reads a date; `nil` when the key is absent or of another type.
  public func decodeDate(forKey key: String) -> Date? { decode(Date.self, forKey: key) }

  // MARK: For the engine

  /// What lies under a key that is to hold a reference.
  package enum Reference {
    /// The key is absent.
    case absent
    /// An encoded `nil`.
    case null
    case number(ObjectNumber)
    /// A value of another type.
    case other(ArchivedValue)
  }

  /// Reads a reference.
  package func reference(forKey key: String) -> Reference {
    if let known = read(key, { $0.reference() }) { return known ?? .absent }
    return switch value(forKey: key) {
    case nil: .absent
    case .null: .null
    case .reference(let number): .number(number)
    case let other?: .other(other)
    }
  }

  /// The value under a key as it lies in the archive.
  package func value(forKey key: String) -> ArchivedValue? {
    checkUse(of: key)
    switch key {
    case ReservedKey.bundleVersion: return .string(origin.applicationVersion)
    case ReservedKey.userInterfaceIdiom: return .string(origin.idiom.rawValue)
    case ReservedKey.timestamp: return .date(origin.timestamp)
    case ReservedKey.systemVersion: return .string(origin.systemVersion)
    default: break
    }
    if let migrated { return migrated.value(forKey: key) }
    return snapshot.withBytes { bytes in
      guard var source = find(key, bytes) else { return nil }
      let value = ArchivedValue.read(&source)
      cursor = source.position
      return value
    }
  }

  /// Notes that a value was not what the hook expected.
  package func noteMismatch(key: String, expected: String, found: ArchivedValue) {
    mismatches.append("key \(key): expected \(expected), found \(found.typeName)")
  }

  @inline(__always)
  private func checkUse(of key: String) {
    guard !isFinished else {
      fatalError("A restoration decoder was used for \(key) after its object's hook had returned.")
    }
  }

  // MARK: The short way

  private func readDoubles(_ key: String) -> [Double]?? {
    read(key) { $0.array { $0.double() } }
  }

  private func readIntegers(_ key: String) -> [Int]?? { read(key) { $0.array { $0.integer() } } }

  private func readStrings(_ key: String) -> [String]?? { read(key) { $0.array { $0.text() } } }

  /// The same value, of which the caller has compared the type: a cast would look it up again.
  @inline(__always)
  private func same<Known, Value>(_ value: Known?) -> Value? {
    guard let value else { return nil }
    return unsafeBitCast(value, to: Value.self)
  }

  /// Reads a value right from the bytes.
  ///
  /// - Returns: `.some(nil)` when the key is absent; `nil` when the long way has to be gone, which
  ///   says why: the value is of another type, or does not lie in the archive as it is.
  @inline(__always)
  private func read<Value>(_ key: String, _ body: (inout ByteSource) -> Value?) -> Value?? {
    checkUse(of: key)
    guard migrated == nil else { return nil }
    return snapshot.withBytes { bytes in
      guard var source = findNext(key, bytes) else { return readAnywhere(key, bytes, body) }
      guard let value = body(&source) else { return nil }
      cursor = source.position
      place += 1
      return value
    }
  }

  @inline(never)
  private func readAnywhere<Value>(
    _ key: String, _ bytes: UnsafeRawBufferPointer, _ body: (inout ByteSource) -> Value?
  ) -> Value?? {
    guard !ReservedKey.contains(key) else { return nil }
    guard var source = find(key, bytes) else { return .some(nil) }
    guard let value = body(&source) else { return nil }
    cursor = source.position
    return value
  }

  /// Looks where hooks of the class ask for the key, which is no reserved one then.
  @inline(__always)
  private func findNext(_ key: String, _ bytes: UnsafeRawBufferPointer) -> ByteSource? {
    guard let row = order?.row(of: key, at: place) else { return nil }
    var source = ByteSource(bytes, cursor..<range.upperBound)
    return source.variable() == UInt64(row) ? source : nil
  }

  // MARK: The long way

  private func find(_ key: String, _ bytes: UnsafeRawBufferPointer) -> ByteSource? {
    guard let order, !ReservedKey.contains(key) else {
      return search(bytes) { isKey($0, key, bytes) }?.source
    }
    if let known = order.place(of: key), let found = search(bytes, { $0 == order.row(at: known) }) {
      place = known + 1
      return found.source
    }
    guard let found = search(bytes, { isKey($0, key, bytes) }) else { return nil }
    place = order.append(key, row: found.row) + 1
    return found.source
  }

  /// Looks from the last key on, since hooks read in the order they wrote, then from the start.
  private func search(
    _ bytes: UnsafeRawBufferPointer, _ isKey: (UInt32) -> Bool
  ) -> (row: UInt32, source: ByteSource)? {
    let resumed = cursor
    for part in [resumed..<range.upperBound, range.lowerBound..<resumed] {
      var source = ByteSource(bytes, part.lowerBound..<range.upperBound)
      while source.position < part.upperBound {
        guard let row = source.variable().flatMap(UInt32.init(exactly:)) else { return nil }
        if isKey(row) { return (row, source) }
        guard source.skipValue() else { return nil }
      }
    }
    return nil
  }

  private func isKey(_ index: UInt32, _ key: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let range = snapshot.stringRange(index), range.count == key.utf8.count else {
      return false
    }
    return bytes[range].elementsEqual(key.utf8)
  }
}

/// The types that most values have; compared by identity, which is looked up once.
private enum CommonType {
  static let integer = ObjectIdentifier(Int.self)
  static let string = ObjectIdentifier(String.self)
  static let bool = ObjectIdentifier(Bool.self)
  static let double = ObjectIdentifier(Double.self)
  static let doubles = ObjectIdentifier([Double].self)
  static let integers = ObjectIdentifier([Int].self)
  static let strings = ObjectIdentifier([String].self)
}
