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
  package let snapshot: RestorationSnapshot
  package let record: ObjectRecord
  package let references: (any ReferenceDecoding)?
  package private(set) var mismatches: [String] = []
  /// The values after migration, where the record has an older schema version (R154).
  private let migrated: MigratingRecord?

  private var cursor: Int
  private var isFinished = false

  package init(
    snapshot: RestorationSnapshot, record: ObjectRecord, references: (any ReferenceDecoding)?,
    migrated: MigratingRecord? = nil
  ) {
    self.snapshot = snapshot
    self.record = record
    self.references = references
    self.migrated = migrated
    self.cursor = record.range.lowerBound
  }

  package func finish() { isFinished = true }

  /// The names from the root down to the object; the last is its own (R13).
  public var identifierPath: [String] { record.address.path.identifiers }

  /// Who wrote this record, and when (R45, R181).
  public var origin: RecordOrigin { record.origin }

  /// The version of the values: what the object wrote, or what migration has made of it (R154).
  public var schemaVersion: Int { migrated?.schemaVersion ?? record.schemaVersion }

  /// The keys that were written, in order; reserved keys are not among them.
  package var keys: [String] {
    migrated?.keys ?? (try? snapshot.values(of: record).map(\.key)) ?? []
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
  public func decodeBool(forKey key: String) -> Bool { decode(Bool.self, forKey: key) ?? false }

  /// Reads an integer; 0 when the key is absent or of another type.
  public func decodeInteger(forKey key: String) -> Int { decode(Int.self, forKey: key) ?? 0 }

  /// Reads a number; 0 when the key is absent or of another type.
  public func decodeDouble(forKey key: String) -> Double { decode(Double.self, forKey: key) ?? 0 }

  /// Reads a number; 0 when the key is absent or of another type.
  public func decodeFloat(forKey key: String) -> Float { decode(Float.self, forKey: key) ?? 0 }

  /// Reads a string; `nil` when the key is absent or of another type.
  public func decodeString(forKey key: String) -> String? { decode(String.self, forKey: key) }

  /// Reads bytes; `nil` when the key is absent or of another type.
  public func decodeData(forKey key: String) -> Data? { decode(Data.self, forKey: key) }

  /// Reads a date; `nil` when the key is absent or of another type.
  public func decodeDate(forKey key: String) -> Date? { decode(Date.self, forKey: key) }

  // MARK: For the engine

  /// The value under a key as it lies in the archive.
  package func value(forKey key: String) -> ArchivedValue? {
    guard !isFinished else {
      fatalError("A restoration decoder was used for \(key) after its object's hook had returned.")
    }
    switch key {
    case ReservedKey.bundleVersion: return .string(origin.applicationVersion)
    case ReservedKey.userInterfaceIdiom: return .string(origin.idiom.rawValue)
    case ReservedKey.timestamp: return .date(origin.timestamp)
    case ReservedKey.systemVersion: return .string(origin.systemVersion)
    default: return migrated.map { $0.value(forKey: key) } ?? storedValue(forKey: key)
    }
  }

  /// Notes that a value was not what the hook expected.
  package func noteMismatch(key: String, expected: String, found: ArchivedValue) {
    mismatches.append("key \(key): expected \(expected), found \(found.typeName)")
  }

  /// Looks from the last key on, since hooks read in the order they wrote, then from the start.
  private func storedValue(forKey key: String) -> ArchivedValue? {
    snapshot.withBytes { bytes in
      let range = record.range
      let resumed = cursor
      for part in [resumed..<range.upperBound, range.lowerBound..<resumed] {
        var source = ByteSource(bytes, part.lowerBound..<range.upperBound)
        while source.position < part.upperBound {
          guard let index = source.variable().flatMap(UInt32.init(exactly:)) else { return nil }
          if isKey(index, key, bytes) {
            let value = ArchivedValue.read(&source)
            cursor = source.position
            return value
          }
          guard source.skipValue() else { return nil }
        }
      }
      return nil
    }
  }

  private func isKey(_ index: UInt32, _ key: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let range = snapshot.stringRange(index), range.count == key.utf8.count else {
      return false
    }
    return bytes[range].elementsEqual(key.utf8)
  }
}
