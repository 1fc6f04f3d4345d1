// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One object's saved state while a migration step brings it to the next schema version (R154).
///
/// A step sees the values that the record holds, typed, under the keys they were written with, and
/// renames, removes and changes them. It belongs to the step alone; nothing of it is written before
/// the object itself saves again. References to other objects can be renamed and removed, not read.
public struct MigratingRecord {
  /// The names from the root down to the object; the last is its own (R13).
  public let identifierPath: [String]
  /// Who wrote the record, and when (R45).
  public let origin: RecordOrigin
  /// The version that the values have now.
  public private(set) var schemaVersion: Int
  private(set) var entries: [ArchivedValue.Entry]

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - reader: Reads the snapshot it lies in.
  /// - Throws: ``ArchiveError`` when its bytes are malformed.
  package init(_ record: RecordRow, of reader: SnapshotReader) throws(ArchiveError) {
    self.init(emptying: record, of: reader)
    entries = try reader.snapshot.values(in: record.range)
  }

  /// An object's record without any values: what a look-up sees of one that could not be migrated.
  package init(emptying record: RecordRow, of reader: SnapshotReader) {
    identifierPath = reader.identifiers(of: record)
    origin = reader.origin(of: record)
    schemaVersion = reader.archivedClass(of: record).schemaVersion
    entries = []
  }

  /// A step has ended.
  package mutating func advance() { schemaVersion += 1 }

  // MARK: For steps

  /// The keys, in the order in which they were written; reserved keys are not among them.
  public var keys: [String] { entries.map(\.key) }

  /// Whether there is a value, of whatever type, an encoded `nil` included.
  ///
  /// - Parameter key: The key.
  /// - Returns: `false` when the key is absent.
  public func containsValue(forKey key: String) -> Bool { value(forKey: key) != nil }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type expected.
  ///   - key: The key.
  /// - Returns: `nil` when the key is absent or the value is of another type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String)
    -> Value?
  {
    guard let value = value(forKey: key) else { return nil }
    if value == .null, !(type is any ExpressibleByNilLiteral.Type) { return nil }
    return try? ValueDecoder(userInfo: [:]).decode(type, from: value)
  }

  /// Writes a value, in place of the one there is.
  ///
  /// - Parameters:
  ///   - value: Copied in through `Codable`.
  ///   - key: The key; a reserved one is answered by the engine and changes nothing (R47).
  /// - Throws: What the value's own encoding throws.
  public mutating func encode<Value: Encodable>(_ value: Value, forKey key: String) throws {
    guard !ReservedKey.contains(key) else { return }
    set(try ValueEncoder(userInfo: [:]).encode(value), forKey: key)
  }

  /// Gives a value another key; the value that the new key had is gone.
  ///
  /// - Parameters:
  ///   - key: The key it has; when it is absent nothing happens.
  ///   - newKey: The key it gets.
  public mutating func rename(_ key: String, to newKey: String) {
    guard ExactString(key) != ExactString(newKey), let value = value(forKey: key) else { return }
    remove(key)
    set(value, forKey: newKey)
  }

  /// Removes a value; that there is none is no error.
  ///
  /// - Parameter key: The key.
  public mutating func remove(_ key: String) {
    entries.removeAll { ExactString($0.key) == ExactString(key) }
  }

  func value(forKey key: String) -> ArchivedValue? {
    entries.first { ExactString($0.key) == ExactString(key) }?.value
  }

  private mutating func set(_ value: ArchivedValue, forKey key: String) {
    if let index = entries.firstIndex(where: { ExactString($0.key) == ExactString(key) }) {
      entries[index].value = value
    } else {
      entries.append(.init(key: key, value: value))
    }
  }
}

/// The values of a record that was migrated, in a box: most records have none, and are handed on often.
package final class MigratedValues {
  package let record: MigratingRecord

  package init(_ record: MigratingRecord) { self.record = record }
}
