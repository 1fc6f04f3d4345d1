// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What one pass changed: values of records, and nothing of how objects lie and refer to each other.
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
  /// What the sections of the notes hold; `nil` when it is what they held before.
  let notes, noteTime: [UInt8]?

  init(
    records: [ChangedRecord], restamped: [UInt32], origin: [UInt8], strings: [String],
    notes: [UInt8]?, noteTime: [UInt8]?
  ) {
    self.records = records
    self.restamped = restamped
    self.origin = origin
    self.strings = strings
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
    let (knownClasses, knownOrigins) = (tables.classes.count, tables.origins.count)
    let originIndex = origin.withUnsafeBytes { tables.origins.index(ofNew: $0) }
    let rows = ByteSink(capacity: records.count * BodyLayout.objectRowSize)
    let references = ByteSink(capacity: 64)
    var offset: UInt32 = 0
    for record in records {
      rows.append(fixed: record.address.sceneAndKind)
      rows.append(fixed: record.address.path)
      rows.append(fixed: tables.classes.index(of: record.classRow))
      rows.append(fixed: originIndex)
      rows.append(fixed: record.prerequisite)
      rows.append(fixed: offset)
      rows.append(fixed: UInt32(record.size))
      offset += UInt32(record.size)
      guard !record.references.isEmpty else {
        rows.append(fixed: BodyLayout.none)
        continue
      }
      rows.append(fixed: UInt32(tables.references + references.count / 4))
      references.append(fixed: UInt32(record.references.count))
      record.references.forEach { references.append(fixed: $0.rawValue) }
    }
    tables.references += references.count / 4

    var body = BodySink(capacity: 512 + recordBytes + rows.count + references.count)
    if recordBytes > 0 {
      body.section(.records) { sink in records.forEach { sink.append($0.bytes) } }
    }
    func append(_ section: BodyLayout.Section, _ rows: LogTables.Rows, from known: Int) {
      guard rows.count > known else { return }
      body.section(section) { sink in rows.withRows(from: known) { sink.append($0) } }
    }
    append(.origins, tables.origins, from: knownOrigins)
    append(.classes, tables.classes, from: knownClasses)
    if !restamped.isEmpty {
      body.section(BodyLayout.same) { sink in
        sink.append(fixed: originIndex)
        restamped.forEach { sink.append(fixed: $0) }
      }
    }
    if !records.isEmpty {
      body.section(BodyLayout.numbers) { sink in
        records.forEach { sink.append(fixed: $0.number.rawValue) }
      }
      body.section(.objects) { $0.append(rows.bytes) }
    }
    if references.count > 0 { body.section(.references) { $0.append(references.bytes) } }
    if let notes { body.section(.notes) { $0.append(notes) } }
    if let noteTime { body.section(.noteTime) { $0.append(noteTime) } }
    body.section(.strings, writeStrings)
    return body.finish()
  }

  private func writeStrings(to sink: ByteSink) {
    var offset: UInt32 = 0
    sink.append(fixed: UInt32(strings.count))
    for string in strings {
      sink.append(fixed: offset)
      offset += UInt32(string.utf8.count)
    }
    sink.append(fixed: offset)
    for var string in strings { string.withUTF8 { sink.append(UnsafeRawBufferPointer($0)) } }
  }
}
