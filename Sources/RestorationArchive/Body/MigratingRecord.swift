// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One object's saved state during a migration step.
///
/// A step brings the state to the next schema version. It sees the typed values under the coding
/// keys they were written with, and can rename, remove and change them. References to other objects
/// can be renamed and removed, but not read.
///
/// The changes exist in memory alone: the archive holds the old record until the object saves
/// again.
public struct MigratingRecord {
  /// The names from the root to the object; its own is last.
  public let identifierPath: [String]
  /// The origin: who wrote the record, and when.
  public let origin: RecordOrigin
  /// The schema version that the values have now.
  public private(set) var schemaVersion: Int
  private(set) var entries: [ArchivedValue.Entry]

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - reader: A reader of the snapshot that contains the record.
  /// - Throws: ``ArchiveError`` when its bytes are malformed.
  package init(_ record: RecordRow, of reader: SnapshotReader) throws(ArchiveError) {
    self.init(emptying: record, of: reader)
    entries = try reader.snapshot.values(in: record.range)
  }

  /// Creates a record without values.
  ///
  /// A look-up of an object that could not be migrated gets this record.
  package init(emptying record: RecordRow, of reader: SnapshotReader) {
    identifierPath = reader.identifiers(of: record)
    origin = reader.origin(of: record)
    schemaVersion = reader.archivedClass(of: record).schemaVersion
    entries = []
  }

  /// Raises the schema version by one, after a migration step.
  package mutating func advance() { schemaVersion += 1 }

  // MARK: For migration steps

  /// The coding keys in the order they were written, except reserved ones.
  public var keys: [String] { entries.map(\.key) }

  /// Whether a value of any type exists, including an encoded `nil`.
  ///
  /// - Parameter key: The coding key.
  /// - Returns: `false` when the coding key is absent.
  public func containsValue(forKey key: String) -> Bool { value(forKey: key) != nil }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - key: The coding key.
  /// - Returns: `nil` when the coding key is absent or the value has another type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String)
    -> Value?
  {
    guard let value = value(forKey: key) else { return nil }
    if value == .null, !(type is any ExpressibleByNilLiteral.Type) { return nil }
    return try? ValueDecoder(userInfo: [:]).decode(type, from: value)
  }

  /// Writes a value, and replaces an existing one.
  ///
  /// - Parameters:
  ///   - value: The value, which is copied through `Codable`.
  ///   - key: The coding key. For a reserved one, the engine provides the value, so this call has
  ///     no effect.
  /// - Throws: Any error that the value's own encoding throws.
  public mutating func encode<Value: Encodable>(_ value: Value, forKey key: String) throws {
    guard !ReservedKey.contains(key) else { return }
    set(try ValueEncoder(userInfo: [:]).encode(value), forKey: key)
  }

  /// Moves a value to another coding key, and replaces any value there.
  ///
  /// - Parameters:
  ///   - key: The current coding key; if it is absent, nothing happens.
  ///   - newKey: The new coding key.
  public mutating func rename(_ key: String, to newKey: String) {
    guard ExactString(key) != ExactString(newKey), let value = value(forKey: key) else { return }
    remove(key)
    set(value, forKey: newKey)
  }

  /// Removes a value, if it exists.
  ///
  /// - Parameter key: The coding key.
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

/// The values of a migrated record, in a box.
///
/// Most records have none, and references to the box are passed on often.
package final class MigratedValues {
  package let record: MigratingRecord

  package init(_ record: MigratingRecord) { self.record = record }
}
