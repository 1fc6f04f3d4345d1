// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Gathers the records of the few objects that encode in a change pass.
package final class ChangeBuilder {
  private let tables: SnapshotTables
  private let origin: RecordOrigin
  private let sink = ByteSink(capacity: 1024)
  private let links = RecordLinks(ByteSink(capacity: 64))

  /// Begins a pass.
  ///
  /// - Parameters:
  ///   - tables: Shared by all passes of the process.
  ///   - origin: Who writes the records.
  package init(tables: SnapshotTables, origin: RecordOrigin) {
    (self.tables, self.origin) = (tables, origin)
  }

  /// Whether a record is of a class.
  package func isRecord(
    _ record: ChangedRecord, ofClass className: String, restorationClass: String?,
    schemaVersion: Int
  ) -> Bool {
    let row = record.classRow
    guard row.schemaVersion == UInt32(clamping: schemaVersion), tables.isRow(row.name, className)
    else { return false }
    guard let restorationClass else { return row.restorationClass == BodyLayout.none }
    return tables.isRow(row.restorationClass, restorationClass)
  }

  /// Whether a record names an object as the one without which its own is not restored.
  package func isRecord(_ record: ChangedRecord, dependentOn number: ObjectNumber?) -> Bool {
    record.prerequisite == number?.rawValue ?? BodyLayout.none
  }

  /// What the first record of an object replaces.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - className: The class to be compared at restore (R49).
  ///   - restorationClass: The name of the class that makes the object, if it has one.
  ///   - schemaVersion: The version of what it writes.
  /// - Returns: A record without values.
  package func emptyRecord(
    _ number: ObjectNumber, ofClass className: String, restorationClass: String?,
    schemaVersion: Int
  ) -> ChangedRecord {
    ChangedRecord(
      number: number, address: tables.addresses[Int(number.rawValue)],
      classRow: tables.classRow(
        named: className, restorationClass, schemaVersion: UInt32(clamping: schemaVersion)),
      prerequisite: BodyLayout.none, references: [], bytes: [])
  }

  /// Begins an object's record; one at a time.
  ///
  /// - Parameters:
  ///   - record: The object's record so far.
  ///   - references: Turns referenced objects into numbers.
  /// - Returns: The object's coder; give it back to ``end(_:replacing:)``.
  package func begin(_ record: ChangedRecord, references: (any ReferenceEncoding)?)
    -> RestorationEncoder
  {
    sink.truncate(to: 0)
    links.sink.truncate(to: 0)
    let encoder = RestorationEncoder(
      sink: sink, links: links, tables: tables, references: references)
    encoder.begin(
      record.number, shape: .passUnretained(tables.shape(ofClass: record.classRow.name)))
    return encoder
  }

  /// Ends an object's record; its coder is dead from now on.
  ///
  /// - Parameters:
  ///   - encoder: The object's coder.
  ///   - record: The object's record so far, whose class and prerequisite the new one has, too.
  /// - Returns: The new record.
  package func end(_ encoder: RestorationEncoder, replacing record: ChangedRecord)
    -> ChangedRecord
  {
    encoder.finish()
    return ChangedRecord(
      number: encoder.number, address: record.address, classRow: record.classRow,
      prerequisite: record.prerequisite, references: links.numbers,
      bytes: sink.array())
  }

  /// Ends the pass.
  ///
  /// - Parameters:
  ///   - records: What has changed.
  ///   - same: Objects that encoded what their records hold already.
  ///   - gone: Objects that have no record any more.
  ///   - roots: Roots that came.
  ///   - before: The state before.
  ///   - notes: What is said of objects, if that is something else than before.
  ///   - hasNotes: Whether anything is said, new or not.
  /// - Returns: What to go on with.
  package func finish(
    _ records: [ChangedRecord], same: [ObjectNumber], gone: [ObjectNumber],
    roots: [ObjectNumber], since before: LoggedState, notes: [RestorationNote]?, hasNotes: Bool
  ) -> SnapshotChange {
    // Before the strings, which it may add to.
    let sink = ByteSink(capacity: BodyLayout.originRowSize)
    sink.append(fixed: tables.index(of: origin.applicationVersion))
    sink.append(fixed: tables.index(of: origin.systemVersion))
    sink.append(fixed: tables.index(of: origin.idiom.rawValue))
    sink.append(fixed: origin.timestamp.timeIntervalSinceReferenceDate.bitPattern)
    let row = sink.array()  // ends in the time
    return SnapshotChange(
      records: records.sorted { $0.number < $1.number },
      restamped: same.map(\.rawValue).sorted(), origin: row,
      strings: Array(tables.strings[before.stringCount...]),
      moves: ObjectMoves(in: tables, since: before, gone: gone, roots: roots),
      notes: notes.map { notes in
        let sink = ByteSink()
        sink.append(notes)
        return sink.array()
      },
      noteTime: hasNotes ? Array(row.suffix(8)) : notes == nil ? nil : [])
  }
}

extension SnapshotBuilder {
  /// Takes over a record that was encoded in this pass before the builder was made.
  package func adopt(_ record: ChangedRecord) {
    let start = sink.count
    sink.append(record.bytes)
    rows[Int(record.number.rawValue)] = Row(
      classIndex: index(of: record.classRow), prerequisite: record.prerequisite,
      offset: start, length: sink.count - start, references: links.append(record.references))
  }
}
