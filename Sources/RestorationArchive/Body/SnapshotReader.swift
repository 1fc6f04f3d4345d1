// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads one snapshot's records during a pass.
///
/// Data that several records share is read once. Initialization checks the paths and rows. Objects
/// are found by the row of their path, without building an address. Not `Sendable`, because it
/// caches what it has read.
package final class SnapshotReader {
  package let snapshot: RestorationSnapshot
  let tables: CheckedTables
  /// The steps that end in a name; `nil` until they are needed.
  var namedSteps: [NamedStep: UInt32]?
  /// The names of the path that was requested last.
  var lastNames = LastNames()

  package init(_ snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    tables = CheckedTables(snapshot)
  }

  /// Whether a record may have carried values.
  private(set) lazy var mayHaveCarriedValues = snapshot.withTables { tables in
    (0..<UInt32(tables.stringCount)).contains { tables.isText($0, ReservedKey.carriedValues) }
  }

  /// The checked row of each object number.
  ///
  /// `nil` for a number without a record, and for a record that cannot be read.
  package var rows: [RecordRow?] { tables.rows }

  /// The number of archived classes.
  package var classCount: Int { tables.classes.count }

  /// The numbers of all objects that have a record, in ascending order.
  package var numbers: [ObjectNumber] { snapshot.objects }

  /// Returns the checked row of a record.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record.
  /// - Throws: ``ArchiveError`` when the tables contradict each other.
  package func record(_ number: ObjectNumber) throws(ArchiveError) -> RecordRow? {
    guard number.index < tables.rows.count else { return nil }
    if let row = tables.rows[number.index] { return row }
    guard !tables.damaged.contains(number) else {
      throw ArchiveError(.damaged, "The archive's table of objects is malformed")
    }
    return nil
  }

  /// Returns a record's origin: who wrote it, and when.
  package func origin(of record: RecordRow) -> RecordOrigin {
    guard let origin = snapshot.origin(of: record.number) else {
      preconditionFailure("A record with an invalid origin was read.")
    }
    return origin
  }

  /// Returns the data that a record shares with others of its class.
  package func archivedClass(of record: RecordRow) -> RecordClass {
    guard let known = tables.classes[Int(record.classRow)] else {
      preconditionFailure("A record with an invalid class was read.")
    }
    return known
  }

  /// Returns the data that the records of a class row share.
  ///
  /// `nil` if none was read.
  package func archivedClass(at row: Int) -> RecordClass? {
    tables.classes.indices.contains(row) ? tables.classes[row] : nil
  }

  /// Returns a string of the snapshot; `nil` if invalid.
  func string(_ row: UInt32) -> String? {
    guard Int(row) < tables.strings.count else { return nil }
    return tables.strings[Int(row)] ?? snapshot.string(row)
  }
}
