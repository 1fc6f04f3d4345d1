// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Lays out the body of an appended save: rows and records that changed, and what tables have more.
struct DeltaSink {
  private let known: LogTables.Sizes
  private var numbers: [UInt32] = []
  private let rows: ByteSink
  private let records: ByteSink
  private let references = ByteSink(capacity: 64)

  /// - Parameters:
  ///   - tables: The rows that the file and its log hold.
  ///   - recordBytes: About how many bytes its records will have.
  init(continuing tables: LogTables, recordBytes: Int = 512) {
    known = tables.sizes
    rows = ByteSink(capacity: 4 * BodyLayout.objectRowSize)
    records = ByteSink(capacity: recordBytes)
  }

  /// Bytes of all records so far.
  var recordBytes: Int { records.count }

  /// Bytes of all lists of references so far.
  var referenceBytes: Int { references.count }

  /// Appends an object that changed.
  ///
  /// - Parameters:
  ///   - number: Its number, above those before.
  ///   - row: Its row in terms of the log's tables; where record and references lie is set here.
  ///   - record: Its values.
  ///   - referenced: The numbers that it refers to.
  mutating func append(
    _ number: UInt32, _ row: SnapshotView.Row, record: UnsafeRawBufferPointer,
    referenced: some Collection<UInt32>
  ) {
    append(number, row.address)
    rows.append(fixed: row.classIndex)
    rows.append(fixed: row.origin)
    rows.append(fixed: row.prerequisite)
    rows.append(fixed: UInt32(records.count))
    rows.append(fixed: UInt32(record.count))
    records.append(record)
    guard !referenced.isEmpty else { return rows.append(fixed: BodyLayout.none) }
    rows.append(fixed: UInt32(known.references + references.count / 4))
    references.append(fixed: UInt32(referenced.count))
    for number in referenced { references.append(fixed: number) }
  }

  /// Appends an object that has no record any more, or a number that never had one.
  mutating func appendEmpty(_ number: UInt32, _ address: SnapshotTables.AddressRow) {
    append(number, address)
    for word in [BodyLayout.none, 0, BodyLayout.none, 0, 0, BodyLayout.none] {
      rows.append(fixed: word)
    }
  }

  private mutating func append(_ number: UInt32, _ address: SnapshotTables.AddressRow) {
    numbers.append(number)
    rows.append(fixed: address.sceneAndKind)
    rows.append(fixed: address.path)
  }

  /// What a delta holds besides the objects that changed.
  struct Rest {
    /// A row of the origins, and the numbers of records that were the same when written by it.
    var origin: UInt32?
    var restamped: [UInt32] = []
    /// New components of paths.
    var paths = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The roots that came; `nil` when none came or went.
    var newRoots: [ObjectNumber]?
    /// What replaces the sections of these names; `nil` when they are as before.
    var roots, notes, noteTime: UnsafeRawBufferPointer?
    /// The section of new strings, if there are any.
    var strings: ByteSink?
  }

  /// Ends the delta.
  ///
  /// - Parameters:
  ///   - tables: The rows that the file and its log hold; afterwards with those of this one.
  ///   - rest: What else changed.
  /// - Returns: The body.
  func finish(continuing tables: inout LogTables, _ rest: Rest) -> [UInt8] {
    tables.references += references.count / 4
    var body = BodySink(capacity: 512 + records.count + rows.count + references.count)
    func section(_ name: UInt32, _ bytes: UnsafeRawBufferPointer) {
      if !bytes.isEmpty { body.section(name) { $0.append(bytes) } }
    }
    func section(_ name: BodyLayout.Section, _ bytes: UnsafeRawBufferPointer) {
      section(name.rawValue, bytes)
    }
    func replace(_ name: BodyLayout.Section, _ bytes: UnsafeRawBufferPointer?) {
      if let bytes { body.section(name) { $0.append(bytes) } }
    }
    section(.records, records.bytes)
    tables.origins.withRows(from: known.origins) { section(.origins, $0) }
    tables.classes.withRows(from: known.classes) { section(.classes, $0) }
    section(.paths, rest.paths)
    if let origin = rest.origin, !rest.restamped.isEmpty {
      body.section(BodyLayout.same) { sink in
        sink.append(fixed: origin)
        rest.restamped.forEach { sink.append(fixed: $0) }
      }
    }
    if !numbers.isEmpty {
      body.section(BodyLayout.numbers) { sink in numbers.forEach { sink.append(fixed: $0) } }
      body.section(.objects) { $0.append(rows.bytes) }
    }
    section(.references, references.bytes)
    replace(.roots, rest.roots)
    if let roots = rest.newRoots {
      body.section(BodyLayout.newRoots) { sink in
        roots.forEach { sink.append(fixed: $0.rawValue) }
      }
    }
    replace(.notes, rest.notes)
    replace(.noteTime, rest.noteTime)
    if let strings = rest.strings { section(.strings, strings.bytes) }
    return body.finish()
  }
}
