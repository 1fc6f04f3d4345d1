// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What one pass changed: values of records, and which objects came and went.
///
/// Strings, paths and numbers are those of the process's tables, so that a change means the same
/// behind any base that was written with them.
package final class SnapshotChange: Sendable {
  /// The new records, by number.
  let records: [ChangedRecord]
  /// The numbers, ascending, of objects that encoded what their records hold already.
  let restamped: [UInt32]
  /// The row of who wrote them, and when.
  let origin: [UInt8]
  /// What the table of strings has more than before.
  let strings: [String]
  /// Which objects came and went; `nil` when none did.
  let moves: ObjectMoves?
  /// What the sections of the notes hold; `nil` when it is what they held before.
  let notes, noteTime: [UInt8]?

  init(
    records: [ChangedRecord], restamped: [UInt32], origin: [UInt8], strings: [String],
    moves: ObjectMoves?, notes: [UInt8]?, noteTime: [UInt8]?
  ) {
    self.records = records
    self.restamped = restamped
    self.origin = origin
    self.strings = strings
    self.moves = moves
    self.notes = notes
    self.noteTime = noteTime
  }

  /// The bytes of its records.
  var recordBytes: Int { records.reduce(0) { $0 + $1.size } }

  /// Writes the change as the body of an appended save.
  ///
  /// - Parameter tables: The rows that the file and its log hold; afterwards with those of this one.
  /// - Returns: The body.
  func body(continuing tables: inout LogTables) -> [UInt8] {
    var sink = DeltaSink(continuing: tables, recordBytes: recordBytes)
    let originIndex = origin.withUnsafeBytes { tables.origins.index(ofNew: $0) }
    for (place, record) in rows {
      guard let record else {
        sink.appendEmpty(place.number, place.address)
        continue
      }
      let row = SnapshotView.Row(
        sceneAndKind: place.address.sceneAndKind, path: place.address.path,
        classIndex: tables.classes.index(of: record.classRow), origin: originIndex,
        prerequisite: record.prerequisite)
      record.bytes.withUnsafeBytes {
        sink.append(
          place.number, row, record: $0, referenced: record.references.lazy.map(\.rawValue))
      }
    }
    return lend(notes) { notes in
      lend(noteTime) { noteTime in
        lend(moves?.paths) { paths in
          var rest = DeltaSink.Rest(
            origin: originIndex, restamped: restamped, newRoots: moves?.roots, notes: notes,
            noteTime: noteTime)
          if let paths { rest.paths = paths }
          if !strings.isEmpty { rest.strings = stringsSection() }
          return sink.finish(continuing: &tables, rest)
        }
      }
    }
  }

  /// Where each number lies whose row changes, ascending, and its record if it has one now.
  private var rows: [(place: ObjectMoves.Place, record: ChangedRecord?)] {
    var rows = records.map { record in
      let place = ObjectMoves.Place(number: record.number.rawValue, address: record.address)
      return (place: place, record: Optional(record))
    }
    guard let moves else { return rows }
    let written = Set(records.map(\.number.rawValue))
    for place in moves.gone + moves.new where !written.contains(place.number) {
      rows.append((place: place, record: nil))
    }
    return rows.sorted { $0.place.number < $1.place.number }
  }

  private func lend<Result>(
    _ bytes: [UInt8]?, _ action: (UnsafeRawBufferPointer?) -> Result
  ) -> Result { bytes?.withUnsafeBytes { action($0) } ?? action(nil) }

  private func stringsSection() -> ByteSink {
    let sink = ByteSink()
    var offset: UInt32 = 0
    sink.append(fixed: UInt32(strings.count))
    for string in strings {
      sink.append(fixed: offset)
      offset += UInt32(string.utf8.count)
    }
    sink.append(fixed: offset)
    for var string in strings { string.withUTF8 { sink.append(UnsafeRawBufferPointer($0)) } }
    return sink
  }
}
