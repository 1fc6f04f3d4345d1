// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Reads one object's state.
///
/// A decoder never throws or traps because of the saved bytes. A missing value, or a value of
/// another type, reads as `nil`, 0 or `false`. A value of another type is also noted in the report.
/// Using a decoder after its hook has returned is a programming error and ends the process.
///
/// A decoder from ``RestorationSnapshot/decoder(at:)`` belongs to no restore. It has no report,
/// references read as `nil`, and it can be used as long as it exists.
public final class RestorationDecoder {
  let snapshot: RestorationSnapshot
  /// The bytes of the snapshot.
  let bytes: [UInt8]
  package let references: (any ReferenceDecoding)?
  package private(set) var mismatches: [String] = []
  /// The number of the object.
  package var number: ObjectNumber { itsNumber }
  /// The pass's reader; `nil` when the object is read on its own.
  let reader: SnapshotReader?

  // Internal, and each read or written in one step: see ``ByteSink``.
  private var leavesValues = false
  private var itsNumber: ObjectNumber
  /// The values after migration, if the record's schema version is older.
  private(set) var migrated: MigratedValues?
  private var isMigrated: Bool
  /// The range of the values in the body.
  var range: Range<Int>
  /// The class of the record.
  let recordClass: RecordClass
  /// The coding keys that hooks of the class read, in order.
  ///
  /// The same as the class's, one access closer.
  var foreseenKeys: [RecordClass.Key]
  /// The position in the body where the next coding key is expected.
  var cursor: Int
  /// The index of the next predicted coding key.
  ///
  /// It is past the last one when values must not be read directly from the bytes.
  var next: Int
  /// The places of predicted coding keys that were read, one bit each.
  var readPlaces: UInt64 = 0
  private var isFinished = false

  package init(
    _ record: RecordRow, of reader: SnapshotReader, references: (any ReferenceDecoding)?,
    migrated: MigratedValues? = nil
  ) {
    snapshot = reader.snapshot
    bytes = snapshot.bytes
    self.reader = reader
    itsNumber = record.number
    self.references = references
    self.migrated = migrated
    isMigrated = migrated != nil
    range = record.range
    cursor = record.range.lowerBound
    recordClass = reader.archivedClass(of: record)
    foreseenKeys = recordClass.keys
    next = migrated == nil ? 0 : .max
  }

  /// Creates a decoder for a single object.
  ///
  /// References read as `nil`, and no coding key is predicted.
  fileprivate init(
    _ number: ObjectNumber, _ record: BorrowedRecord, of snapshot: RestorationSnapshot,
    migrated: MigratedValues? = nil
  ) {
    self.snapshot = snapshot
    bytes = snapshot.bytes
    reader = nil
    itsNumber = number
    references = nil
    self.migrated = migrated
    isMigrated = migrated != nil
    range = record.range
    cursor = record.range.lowerBound
    recordClass = RecordClass(
      record.classRow, at: record.row.classIndex, name: "", restorationClass: nil, mostKeys: 0)
    foreseenKeys = []
    next = 0
  }

  /// Returns a decoder of the same values that belongs to no restore.
  ///
  /// It can be used as long as it exists, also after the hook has returned.
  package func copy() -> RestorationDecoder? {
    snapshot.withRecord(number) {
      RestorationDecoder(number, $0, of: snapshot, migrated: migrated)
    }
  }

  /// Ends the use of this decoder.
  ///
  /// - Returns: Whether it leaves no value that has another type; ``mismatches`` tells of those
  ///   without one beside them that fits.
  @discardableResult
  package func finish() -> Bool {
    isFinished = true
    next = .max
    if readPlaces & ~recordClass.read != 0 { recordClass.noteRead(readPlaces) }
    return !leavesValues
  }

  /// The object's address.
  package var address: RestorationAddress {
    guard let address = snapshot.address(of: number) else {
      preconditionFailure("A decoder was made without a record.")
    }
    return address
  }

  /// The names from the root to the object; its own is last.
  public var identifierPath: [String] {
    if let reader, let record = reader.rows[number.index] { return reader.identifiers(of: record) }
    return address.path.identifiers
  }

  /// The origin: who wrote the record, and when.
  public var origin: RecordOrigin { snapshot.origin(of: number) ?? .unreadable }

  /// The schema version of the values, after any migration.
  public var schemaVersion: Int { migrated?.record.schemaVersion ?? recordClass.schemaVersion }

  /// The coding keys in the order they were written, except reserved ones.
  package var keys: [String] {
    migrated?.record.keys ?? (try? snapshot.values(in: range).map(\.key)) ?? []
  }

  /// Whether a value was written under a coding key.
  ///
  /// This distinguishes a missing value from 0, `false` or an encoded `nil`.
  ///
  /// - Parameter key: The coding key; it may be a reserved one.
  /// - Returns: `true` if there is a value of any type.
  public func containsValue(forKey key: String) -> Bool { value(forKey: key) != nil }

  /// Reads a value through `Codable`.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - key: The value's coding key.
  /// - Returns: `nil` when the value is missing or of another type.
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

  /// Reads numbers; `nil` when they are missing or of another type.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - key: The coding key of the numbers.
  /// - Returns: The numbers, in order.
  public func decode(_ type: [Double].Type, forKey key: String) -> [Double]? {
    if let known = read([Double].self, key) { return known }
    return decodeTree(type, forKey: key)
  }

  /// Reads strings; `nil` when they are missing or of another type.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - key: The coding key of the strings.
  /// - Returns: The strings, in order.
  public func decode(_ type: [String].Type, forKey key: String) -> [String]? {
    if let known = read([String].self, key) { return known }
    return decodeTree(type, forKey: key)
  }

  /// Reads a value of any type, through a tree.
  private func decodeTree<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    guard let value = value(forKey: key) else { return nil }
    let context = ReferenceContext(encoding: nil, decoding: references, key: key)
    func decode(_ value: ArchivedValue) -> Value? {
      try? ValueDecoder(userInfo: [.restorationReferences: context]).decode(type, from: value)
    }
    if value != .null, let decoded = decode(value) { return decoded }
    for other in carriedValues(forKey: key) where other != .null {
      guard let decoded = decode(other) else { continue }
      leavesValues = true
      return decoded
    }
    if value == .null { return type is any ExpressibleByNilLiteral.Type ? decode(value) : nil }
    noteMismatch(key: key, expected: "\(Value.self)", found: value)
    return nil
  }

  /// Reads a Boolean; `false` when it is missing or of another type.
  public func decodeBool(forKey key: String) -> Bool {
    if let known = read(Bool.self, key) { return known ?? false }
    return decode(Bool.self, forKey: key) ?? false
  }

  /// Reads an integer; 0 when it is missing or of another type.
  public func decodeInteger(forKey key: String) -> Int {
    if let known = read(Int.self, key) { return known ?? 0 }
    return decode(Int.self, forKey: key) ?? 0
  }

  /// Reads a number; 0 when it is missing or of another type.
  public func decodeDouble(forKey key: String) -> Double {
    if let known = read(Double.self, key) { return known ?? 0 }
    return decode(Double.self, forKey: key) ?? 0
  }

  /// Reads a number; 0 when it is missing or of another type.
  public func decodeFloat(forKey key: String) -> Float { decode(Float.self, forKey: key) ?? 0 }

  /// Reads a string; `nil` when it is missing or of another type.
  public func decodeString(forKey key: String) -> String? {
    if let known = read(String.self, key) { return known }
    return decode(String.self, forKey: key)
  }

  /// Reads bytes; `nil` when they are missing or of another type.
  public func decodeData(forKey key: String) -> Data? { decode(Data.self, forKey: key) }

  /// Reads a date; `nil` when it is missing or of another type.
  public func decodeDate(forKey key: String) -> Date? { decode(Date.self, forKey: key) }

  // MARK: For the engine

  /// Reads a reference.
  package func reference(forKey key: String) -> DecodedReference {
    switch read(DecodedReference.self, key) {
    case .some(.some(.null)), .none: break
    case .some(let known): return known ?? .absent
    }
    let isReference = { (value: ArchivedValue) in
      if case .reference = value { true } else { false }
    }
    return switch value(forKey: key, preferring: isReference) {
    case nil: .absent
    case .null: .null
    case .reference(let number): .number(number)
    case let other?: .other(other)
    }
  }

  /// Returns the value under a coding key, as the archive holds it.
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

  /// Records that a value was not what the hook expected.
  package func noteMismatch(key: String, expected: String, found: ArchivedValue) {
    guard reader != nil else { return }  // no report would show it
    leavesValues = true
    mismatches.append("key \(key): expected \(expected), found \(found.typeName)")
  }

  /// Records that a reference is to an object of a type that the hook did not expect.
  package func leaveReference() { leavesValues = true }

  @inline(__always)
  func checkUse(of key: String) {
    guard !isFinished else {
      fatalError("A restoration decoder was used for \(key) after its object's hook had returned.")
    }
  }

  // MARK: Values of other versions

  // Another version of the program may have put another value beside a value.

  /// Returns a value that fits, or else the newest one.
  ///
  /// - Parameters:
  ///   - key: The coding key.
  ///   - fits: Whether a value has the type that the caller expects.
  /// - Returns: `nil` when there is no value.
  package func value(forKey key: String, preferring fits: (ArchivedValue) -> Bool) -> ArchivedValue?
  {
    guard let value = value(forKey: key) else { return nil }
    if fits(value) { return value }
    guard let other = carriedValues(forKey: key).first(where: fits) else { return value }
    leavesValues = true
    return other
  }

  /// Returns the values of other types under a coding key, newest first.
  func carriedValues(forKey key: String) -> [ArchivedValue] {
    if let reader, !reader.mayHaveCarriedValues { return [] }
    guard migrated == nil else { return [] }
    guard var source = find(ReservedKey.carriedValues),
      case .dictionary(let entries)? = ArchivedValue.read(&source),
      case .array(let values)? = entries.value(forKey: key)
    else { return [] }
    return values
  }

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
    snapshot.body.isText(index, key)
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

extension RestorationSnapshot {
  /// Returns a decoder for one object's saved state, without restoring it.
  ///
  /// Use it in programs and tests that inspect a state and restore nothing. Its cost depends on
  /// that object alone, not on the number of objects. It reads values as they were written: values
  /// are not migrated, and references to other objects read as `nil`. It claims nothing, and may be
  /// kept for any time. It keeps the state's bytes in memory.
  ///
  /// A program that restores should read its record in `shouldRestore`, and each object's record in
  /// the object's hooks. ``Archiver/load()`` belongs to the launch, and reports only once how the
  /// previous launch ended.
  ///
  /// ```swift
  /// let title = snapshot.decoder(at: address)?.decodeString(forKey: "title")
  /// ```
  ///
  /// - Parameter address: The object's address.
  /// - Returns: `nil` when the archive has no readable record there. The origin is looked up on
  ///   request; where that table is damaged, the version is empty and the time is in the distant
  ///   past.
  public func decoder(at address: RestorationAddress) -> RestorationDecoder? {
    number(at: address).flatMap { number in
      withRecord(number) { RestorationDecoder(number, $0, of: self) }
    }
  }
}
