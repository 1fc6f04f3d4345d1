// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The changes that one pass made to a state.
///
/// A change holds the written records, the objects that no longer have a record, and new names and
/// roots.
///
/// Strings, paths and object numbers continue those of the previous state. Classes and origins are
/// the change's own, so a change has the same meaning after any base with the same names. A whole
/// state is a change from the empty state.
package final class Change: Sendable {
  /// The object numbers of ``rows``, in ascending order.
  ///
  /// New numbers continue those of the previous state without a gap.
  let numbers: [UInt32]
  /// The new rows of these objects.
  let rows: [ObjectRow]
  /// The values of the records.
  let records: [UInt8]
  let classes: [ClassRow]
  /// The first origin is that of the pass itself.
  let origins: [OriginRow]
  /// Objects that wrote what their records already hold.
  ///
  /// Object numbers in ascending order. These records get the first origin.
  let same: [UInt32]
  let strings: NewStrings
  /// New steps of paths.
  let paths: [PathNode]
  /// All roots; `nil` when unchanged except for ``newRoots``.
  let roots: [UInt32]?
  /// Added roots; `nil` when no root was added or removed.
  ///
  /// Some may have no record any more.
  let newRoots: [UInt32]?
  /// The new contents of sections; `nil` for an unchanged section.
  let notes, noteTime, ages: [UInt8]?
  /// Unknown sections, which replace those with the same names.
  let unknown: [(name: UInt32, bytes: [UInt8])]

  /// Strings that are added to a table.
  struct NewStrings {
    /// The end of each string in the text.
    private(set) var ends: [UInt32] = []
    private(set) var text: [UInt8] = []

    var count: Int { ends.count }

    mutating func append(_ string: String) {
      text += string.utf8
      ends.append(UInt32(text.count))
    }

    mutating func append(_ other: NewStrings) {
      let start = UInt32(text.count)
      text += other.text
      ends += other.ends.map { start + $0 }
    }

    /// Appends a snapshot's strings, from a row on.
    ///
    /// The strings are adjacent.
    mutating func append(_ tables: SnapshotBody, from first: Int = 0) {
      guard first < tables.stringCount, let all = tables.text(upTo: tables.stringCount),
        let known = tables.strings.word(1 + first).map(Int.init), known <= all.count
      else { return }
      let start = text.count - known
      text += all.dropFirst(known)
      ends += (first + 1...tables.stringCount).map {
        UInt32(start + Int(tables.strings.word(1 + $0) ?? 0))
      }
    }
  }

  init(
    numbers: [UInt32] = [], rows: [ObjectRow] = [], records: [UInt8] = [], classes: [ClassRow] = [],
    origins: [OriginRow] = [], same: [UInt32] = [], strings: NewStrings = NewStrings(),
    paths: [PathNode] = [], roots: [UInt32]? = nil, newRoots: [UInt32]? = nil,
    notes: [UInt8]? = nil, noteTime: [UInt8]? = nil, ages: [UInt8]? = nil,
    unknown: [(name: UInt32, bytes: [UInt8])] = []
  ) {
    (self.numbers, self.rows, self.records) = (numbers, rows, records)
    (self.classes, self.origins, self.same) = (classes, origins, same)
    (self.strings, self.paths) = (strings, paths)
    (self.roots, self.newRoots) = (roots, newRoots)
    (self.notes, self.noteTime, self.ages, self.unknown) = (notes, noteTime, ages, unknown)
  }

  /// The approximate size of the body, in bytes.
  var size: Int {
    records.count + numbers.count * (ObjectRow.size + 4) + strings.text.count + 4 * strings.count
      + PathNode.size * paths.count + 4 * same.count + 512
  }

  // MARK: Bytes

  /// Writes the change as the body of a save.
  ///
  /// - Parameter isWhole: Whether the change is a whole state, with a row for each object number.
  /// - Returns: The bytes.
  func body(isWhole: Bool = true) -> [UInt8] {
    var body = BodySink(capacity: size)
    func section(_ section: BodyLayout.Section, _ bytes: [UInt8]?) {
      if let bytes, isWhole ? !bytes.isEmpty : true { body.section(section) { $0.append(bytes) } }
    }
    if isWhole || !records.isEmpty { section(.records, records) }
    if !origins.isEmpty { body.section(.origins, origins) }
    if !classes.isEmpty { body.section(.classes, classes) }
    if !paths.isEmpty { body.section(.paths, paths) }
    if !isWhole, !numbers.isEmpty { body.section(.numbers, words: numbers) }
    if !rows.isEmpty { body.section(.objects, rows) }
    if !same.isEmpty { body.section(.same, words: same) }
    if let roots { body.section(.roots, words: roots) }
    if let newRoots { body.section(.newRoots, words: newRoots) }
    if isWhole || strings.count > 0 {
      body.section(.strings) { sink in
        sink.append(fixed: UInt32(strings.count))
        sink.append(fixed: UInt32(0))
        strings.ends.forEach { sink.append(fixed: $0) }
        sink.append(strings.text)
      }
    }
    section(.notes, notes)
    section(.noteTime, noteTime)
    section(.ages, ages)
    for part in unknown { body.section(part.name) { $0.append(part.bytes) } }
    return body.finish().array()
  }

  /// The body of an appended save.
  package var bytes: [UInt8] { body(isWhole: false) }

  /// Reads the body of an appended save.
  ///
  /// `nil` when its parts contradict each other. ``CurrentState/canAppend(_:)`` tells whether the
  /// change continues a state.
  ///
  /// - Parameter body: Bytes that were authenticated.
  convenience init?(_ body: [UInt8]) {
    guard let part = try? RestorationSnapshot(change: body) else { return nil }
    let (numbers, same) = (part.words(of: .numbers) ?? [], part.words(of: .same) ?? [])
    let (rows, records) = (part.body.objects.rows(ObjectRow.self), Array(part.body.records.bytes))
    let classes = part.body.classes.rows(ClassRow.self)
    let origins = part.body.origins.rows(OriginRow.self)
    var strings = NewStrings()
    strings.append(part.body)
    guard numbers.count == rows.count, numbers.isAscending, same.isAscending,
      // Rows that share bytes would take more memory than the file. No pass writes such rows.
      rows.reduce(0, { $0 + ($1.hasRecord ? Int($1.length) : 0) }) <= records.count,
      rows.allSatisfy({ row in
        !row.hasRecord
          || row.range.upperBound <= records.count
            && row.classIndex < classes.count && row.origin < origins.count
      })
    else { return nil }
    self.init(
      numbers: numbers, rows: rows, records: records, classes: classes,
      origins: origins, same: same, strings: strings, paths: part.body.paths.rows(),
      roots: part.words(of: .roots), newRoots: part.words(of: .newRoots),
      notes: part.bytes(of: .notes), noteTime: part.bytes(of: .noteTime),
      ages: part.bytes(of: .ages), unknown: part.unknownSections())
  }

  /// Passes a record to a closure without copying its bytes.
  func withRecord<Result>(at place: Int, _ action: (BorrowedRecord) -> Result) -> Result {
    let row = rows[place]
    return action(
      BorrowedRecord(
        row: row, classRow: classes[Int(row.classIndex)], bytes: records, range: row.range))
  }
}

extension [UInt32] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

extension RestorationSnapshot {
  /// The empty state, from which a process's first pass continues.
  package static let empty = RestorationSnapshot(trusted: Change().body())
}
