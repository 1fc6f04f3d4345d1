// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Reads one object's state (R43).
///
/// Nothing here throws or traps on what the bytes say: an absent key, or a value of another type
/// than the one asked for, reads as `nil`, 0 or `false`, and the latter is noted in the report
/// (R51, R168). Using a decoder after its hook has returned is a programming error and ends the
/// process. One that ``RestorationSnapshot/decoder(at:)`` has made belongs to no restore: it has no
/// report, references read as `nil`, and it is used as long as it is kept.
public final class RestorationDecoder {
  let snapshot: RestorationSnapshot
  /// The bytes of the snapshot.
  let bytes: [UInt8]
  package let references: (any ReferenceDecoding)?
  package private(set) var mismatches: [String] = []
  /// The number of the object.
  package var number: ObjectNumber { itsNumber }
  let context: Context

  // Internal, and each read or written in one step: see ``ByteSink``.
  private var hasMismatches = false
  private var itsNumber: ObjectNumber
  /// The values after migration, where the record has an older schema version (R154).
  private(set) var migrated: MigratedValues?
  private var isMigrated: Bool
  /// Where the values lie in the body.
  var range: Range<Int>
  /// The keys that hooks of the class ask for, in their order, and the same as an array.
  let shape: KeyShape
  var foreseenKeys: [ForeseenKey]
  /// Where the next key is expected.
  var cursor: Int
  /// The place of the next key of the shape; one behind the last when values are not to be read right
  /// from the bytes.
  var next: Int
  private var isFinished = false

  /// Who knows what an archive says of an object besides its values.
  enum Context {
    /// A pass, which has read what all objects have in common.
    case reader(SnapshotReader)
    /// Nobody: the object is read by itself.
    case record(SingleRecord)
  }

  package init(
    _ record: RecordRow, of reader: SnapshotReader, references: (any ReferenceDecoding)?,
    migrated: MigratedValues? = nil
  ) {
    snapshot = reader.snapshot
    bytes = snapshot.bytes
    context = .reader(reader)
    itsNumber = record.number
    self.references = references
    self.migrated = migrated
    isMigrated = migrated != nil
    range = record.range
    cursor = record.range.lowerBound
    shape = reader.keys(of: record)
    foreseenKeys = shape.keys
    next = migrated == nil ? 0 : .max
  }

  /// Reads an object by itself, whose references lead nowhere.
  init(_ record: SingleRecord, of snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    bytes = snapshot.bytes
    context = .record(record)
    itsNumber = record.number
    references = nil
    isMigrated = false
    range = record.range
    cursor = record.range.lowerBound
    shape = record.keys
    foreseenKeys = []
    next = 0
  }

  /// Begins anew with another record, for whoever made this decoder and knows that nobody else has it.
  ///
  /// - Parameters:
  ///   - record: A record of the same snapshot and class.
  ///   - migrated: Its values, if they are others than those in the archive.
  package func begin(_ record: RecordRow, migrated: MigratedValues?) {
    itsNumber = record.number
    range = record.range
    cursor = record.range.lowerBound
    next = 0
    isFinished = false
    if migrated != nil || isMigrated || hasMismatches { begin(migrated) }
  }

  private func begin(_ migrated: MigratedValues?) {
    (self.migrated, isMigrated) = (migrated, migrated != nil)
    (mismatches, hasMismatches) = ([], false)
    if isMigrated { next = .max }
  }

  /// Ends the use of this decoder.
  ///
  /// - Returns: Whether all was what the hook expected, so that there are no ``mismatches``.
  @discardableResult
  package func finish() -> Bool {
    isFinished = true
    next = .max
    return !hasMismatches
  }

  private func row(_ reader: SnapshotReader) -> RecordRow {
    guard let row = reader.rows[number.index] else {
      preconditionFailure("A decoder was made without a record.")
    }
    return row
  }

  /// Where the object lay.
  package var address: RestorationAddress {
    switch context {
    case .reader(let reader): reader.address(of: row(reader))
    case .record(let record): record.address
    }
  }

  /// The names from the root down to the object; the last is its own (R13).
  public var identifierPath: [String] {
    switch context {
    case .reader(let reader): reader.identifiers(of: row(reader))
    case .record(let record): record.address.path.identifiers
    }
  }

  /// Who wrote this record, and when (R45, R181).
  public var origin: RecordOrigin {
    switch context {
    case .reader(let reader): reader.origin(of: row(reader))
    case .record(let record): snapshot.origin(record.origin) ?? .unreadable
    }
  }

  /// The version of the values: what the object wrote, or what migration has made of it (R154).
  public var schemaVersion: Int {
    if let migrated { return migrated.record.schemaVersion }
    return switch context {
    case .reader(let reader): reader.archivedClass(of: row(reader)).schemaVersion
    case .record(let record): record.schemaVersion
    }
  }

  /// The keys that were written, in order; reserved keys are not among them.
  package var keys: [String] {
    migrated?.record.keys ?? (try? snapshot.values(in: range).map(\.key)) ?? []
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
    case CommonType.integer: if let known = read(Int.self, key) { return same(known) }
    case CommonType.string: if let known = read(String.self, key) { return same(known) }
    case CommonType.bool: if let known = read(Bool.self, key) { return same(known) }
    case CommonType.double: if let known = read(Double.self, key) { return same(known) }
    case CommonType.doubles: if let known = read([Double].self, key) { return same(known) }
    case CommonType.integers: if let known = read([Int].self, key) { return same(known) }
    case CommonType.strings: if let known = read([String].self, key) { return same(known) }
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
    if let known = read([Double].self, key) { return known }
    return decodeTree(type, forKey: key)
  }

  /// Reads strings; `nil` when the key is absent or of another type.
  ///
  /// - Parameters:
  ///   - type: The type expected.
  ///   - key: The key they were written under.
  /// - Returns: The strings, in order.
  public func decode(_ type: [String].Type, forKey key: String) -> [String]? {
    if let known = read([String].self, key) { return known }
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
    if let known = read(Bool.self, key) { return known ?? false }
    return decode(Bool.self, forKey: key) ?? false
  }

  /// Reads an integer; 0 when the key is absent or of another type.
  public func decodeInteger(forKey key: String) -> Int {
    if let known = read(Int.self, key) { return known ?? 0 }
    return decode(Int.self, forKey: key) ?? 0
  }

  /// Reads a number; 0 when the key is absent or of another type.
  public func decodeDouble(forKey key: String) -> Double {
    if let known = read(Double.self, key) { return known ?? 0 }
    return decode(Double.self, forKey: key) ?? 0
  }

  /// Reads a number; 0 when the key is absent or of another type.
  public func decodeFloat(forKey key: String) -> Float { decode(Float.self, forKey: key) ?? 0 }

  /// Reads a string; `nil` when the key is absent or of another type.
  public func decodeString(forKey key: String) -> String? {
    if let known = read(String.self, key) { return known }
    return decode(String.self, forKey: key)
  }

  /// Reads bytes; `nil` when the key is absent or of another type.
  public func decodeData(forKey key: String) -> Data? { decode(Data.self, forKey: key) }

  /// Reads a date; `nil` when the key is absent or of another type.
  public func decodeDate(forKey key: String) -> Date? { decode(Date.self, forKey: key) }

  // MARK: For the engine

  /// Reads a reference.
  package func reference(forKey key: String) -> DecodedReference {
    if let known = read(DecodedReference.self, key) { return known ?? .absent }
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
    if let migrated { return migrated.record.value(forKey: key) }
    guard var source = find(key) else { return nil }
    let value = ArchivedValue.read(&source)
    cursor = source.position
    return value
  }

  /// Notes that a value was not what the hook expected.
  package func noteMismatch(key: String, expected: String, found: ArchivedValue) {
    if case .record = context { return }  // nobody would hear of it
    hasMismatches = true
    mismatches.append("key \(key): expected \(expected), found \(found.typeName)")
  }

  @inline(__always)
  func checkUse(of key: String) {
    guard !isFinished else {
      fatalError("A restoration decoder was used for \(key) after its object's hook had returned.")
    }
  }
}
