// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the records of one snapshot for the time of a pass; what they have in common is read once.
///
/// Paths and rows are checked when it is made, and objects are found by the row of their path,
/// without putting an address together. Not `Sendable`, since it remembers what it has read.
package final class SnapshotReader {
  package let snapshot: RestorationSnapshot
  let tables: CheckedTables
  /// The steps that end in a name, once somebody has asked.
  var namedSteps: [NamedStep: UInt32]?
  /// The names that were asked for last.
  var lastNames = LastNames()

  package init(_ snapshot: RestorationSnapshot) {
    self.snapshot = snapshot
    tables = CheckedTables(snapshot)
  }

  /// What is known of each number's record; `nil` for none, and for one that cannot be read.
  package var rows: [RecordRow?] { tables.rows }

  /// How many archived classes there are.
  package var classCount: Int { tables.classes.count }

  /// The numbers of all objects that have a record, in order.
  package var numbers: [ObjectNumber] { snapshot.objects }

  /// A record's row, which was checked.
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

  /// Who wrote a record, and when (R45).
  package func origin(of record: RecordRow) -> RecordOrigin {
    guard let origin = snapshot.origin(record.origin) else {
      preconditionFailure("A record was read whose origin cannot be.")
    }
    return origin
  }

  /// What a record has in common with others of its class.
  package func archivedClass(of record: RecordRow) -> ArchivedClass {
    guard let known = tables.classes[Int(record.classRow)] else {
      preconditionFailure("A record was read whose class cannot be.")
    }
    return known
  }

  /// The keys that hooks of a record's class ask for.
  func keys(of record: RecordRow) -> KeyShape { archivedClass(of: record).keys }

  /// A string of the snapshot; `nil` for a row that is none, or no text.
  func string(_ row: UInt32) -> String? {
    guard Int(row) < tables.strings.count else { return nil }
    return tables.strings[Int(row)] ?? snapshot.string(row)
  }
}
