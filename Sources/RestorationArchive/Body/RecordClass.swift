// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A class of records, with what all its objects share.
///
/// Objects of a class use the same coding keys in the same order. A coding key that was predicted
/// correctly needs no look-up in the table of strings.
package final class RecordClass {
  /// The class name that restoring compares.
  package let name: String
  /// The name of the class that creates the objects.
  ///
  /// `nil` when objects are found in another way.
  package let restorationClass: String?
  /// The class as an archive stores it.
  let row: ClassRow
  /// Its place among the classes of its tables.
  let place: UInt32

  /// The predicted coding keys, in the order they were met.
  private(set) var keys: [Key] = []
  /// The coding keys that a hook has read, one bit each.
  private(set) var read: UInt64 = 0
  /// Coding keys that were read or written and cannot be predicted.
  private var others: Set<String> = []
  private let mostKeys: Int

  /// Creates a class without coding keys.
  ///
  /// - Parameters:
  ///   - row: The class as an archive stores it.
  ///   - place: Its place among the classes of its tables.
  ///   - name: The class name.
  ///   - restorationClass: The name of the class that creates the objects.
  ///   - mostKeys: The number of coding keys to predict; 0 when no similar object is read. A
  ///     record's set of them fits in one word.
  init(
    _ row: ClassRow, at place: UInt32, name: String, restorationClass: String?, mostKeys: Int = 64
  ) {
    (self.row, self.place, self.mostKeys) = (row, place, mostKeys)
    (self.name, self.restorationClass) = (name, restorationClass)
  }

  /// The schema version of the values.
  package var schemaVersion: Int { Int(row.schemaVersion) }

  // MARK: Coding keys

  /// Returns the place of a coding key, and adds it if possible.
  ///
  /// - Parameters:
  ///   - key: The coding key.
  ///   - index: Its row in the table of strings.
  /// - Returns: `nil` when there is no room, or the coding key cannot be predicted.
  func place(of key: String, index: UInt32) -> Int? {
    if let known = keys.firstIndex(where: { $0.index == index }) { return known }
    // An ASCII string has the same bytes as any equal string of the same length.
    guard keys.count < mostKeys, key.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    keys.append(Key(key, index: index))
    return keys.count - 1
  }

  func noteRead(_ places: UInt64) { read |= places }

  /// Notes a coding key that has no place.
  ///
  /// A class with very many of them knows all.
  func noteOther(_ key: String) { if !knowsAll { others.insert(key) } }

  /// The class, with no coding key yet, and none to be predicted.
  var withoutKeys: RecordClass {
    RecordClass(row, at: place, name: name, restorationClass: restorationClass, mostKeys: 0)
  }

  /// Notes all coding keys of another class.
  func noteKeys(of itsClass: RecordClass) {
    for key in itsClass.others { noteOther(key) }
    for key in itsClass.keys { noteOther(key.key) }
  }

  private var knowsAll: Bool { others.count >= 1024 }

  /// The coding keys that hooks have read so far.
  package var readKeys: Set<String> {
    others.union(keys.indices.filter { read & 1 << UInt64($0) != 0 }.map { keys[$0].key })
  }

  /// Whether a coding key was written.
  func hasWritten(_ key: String) -> Bool {
    knowsAll || keys.contains { $0.isKey(key) } || others.contains(key)
  }

  /// A predicted coding key, and its encoded form.
  struct Key {
    let key: String
    let index: UInt32
    /// The row's number, encoded as in a record.
    let encoded: UInt64
    let encodedSize: Int

    init(_ key: String, index: UInt32) {
      (self.key, self.index) = (key, index)
      var encoded: UInt64 = 0
      var (size, rest) = (0, index)
      while rest >= 0x80 {
        encoded |= UInt64(rest & 0x7F | 0x80) << UInt64(8 * size)
        size += 1
        rest >>= 7
      }
      (self.encoded, encodedSize) = (encoded | UInt64(rest) << UInt64(8 * size), size + 1)
    }

    /// Whether two coding keys are identical, byte for byte.
    ///
    /// If both are the same literal, this takes a few instructions.
    @inline(__always)
    func isKey(_ other: String) -> Bool { key == other && key.utf8.count == other.utf8.count }
  }
}
