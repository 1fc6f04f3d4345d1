// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What one pass changed of a state: records that were written, objects that have none any more, new
/// names and new roots.
///
/// Strings, paths and numbers go on with those of the state before. Classes and origins are the
/// change's own, so that a change means the same behind any base of the same names. A whole state is
/// what changed since there was nothing.
package final class Change: Sendable {
  /// The numbers that ``rows`` are of, ascending; the new ones among them follow those of the state
  /// before without a gap.
  let numbers: [UInt32]
  /// What the state says of these objects from now on.
  let rows: [ObjectRow]
  /// The values of the records.
  let records: [UInt8]
  let classes: [ClassRow]
  /// The first is that of the pass itself.
  let origins: [OriginRow]
  /// The numbers, ascending, of objects that wrote what their records hold already, at the first origin.
  let same: [UInt32]
  let strings: NewStrings
  /// New steps of paths.
  let paths: [PathNode]
  /// The roots that there are now; `nil` when they are as before, but for ``newRoots``.
  let roots: [UInt32]?
  /// The roots that came, some of which may have no record any more; `nil` when none came or went.
  let newRoots: [UInt32]?
  /// What the sections hold now; `nil` when it is what they held before.
  let notes, noteTime, ages: [UInt8]?
  /// Sections that this version does not know, in place of those of their names.
  let unknown: [(name: UInt32, bytes: [UInt8])]

  /// Strings that a table has more than before.
  struct NewStrings {
    /// Where each ends in the text.
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

    /// Appends the strings of a snapshot from a row on; they lie one behind the other.
    mutating func append(_ tables: SnapshotView, from first: Int = 0) {
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

  /// About how many bytes its body has.
  var size: Int {
    records.count + numbers.count * (ObjectRow.size + 4) + strings.text.count + 4 * strings.count
      + PathNode.size * paths.count + 4 * same.count + 512
  }

  // MARK: Bytes

  /// Writes the change as the body of a save.
  ///
  /// - Parameter isWhole: Whether it is a whole state, whose rows are those of all numbers.
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
  /// `nil` when its parts contradict each other. Whether they go on with a state is found out by
  /// ``CurrentState/canAppend(_:)``.
  ///
  /// - Parameter body: Bytes that were authenticated.
  convenience init?(_ body: [UInt8]) {
    guard let part = try? RestorationSnapshot(change: body) else { return nil }
    let (numbers, same) = (part.words(of: .numbers) ?? [], part.words(of: .same) ?? [])
    let read = part.withTables { tables in
      (
        rows: tables.objects.rows(ObjectRow.self), records: Array(tables.records.bytes),
        classes: tables.classes.rows(ClassRow.self), origins: tables.origins.rows(OriginRow.self),
        paths: tables.paths.rows(PathNode.self)
      )
    }
    var strings = NewStrings()
    part.withTables { strings.append($0) }
    guard numbers.count == read.rows.count, numbers.isAscending, same.isAscending,
      // Rows that share bytes, which no pass writes, would take more memory than the file.
      read.rows.reduce(0, { $0 + ($1.hasRecord ? Int($1.length) : 0) }) <= read.records.count,
      read.rows.allSatisfy({ row in
        !row.hasRecord
          || row.range.upperBound <= read.records.count
            && row.classIndex < read.classes.count && row.origin < read.origins.count
      })
    else { return nil }
    self.init(
      numbers: numbers, rows: read.rows, records: read.records, classes: read.classes,
      origins: read.origins, same: same, strings: strings, paths: read.paths,
      roots: part.words(of: .roots), newRoots: part.words(of: .newRoots),
      notes: part.bytes(of: .notes), noteTime: part.bytes(of: .noteTime),
      ages: part.bytes(of: .ages), unknown: part.unknownSections())
  }

  /// Lends a record.
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
  /// A state of nothing, from which the first pass of a process goes on.
  package static let empty = RestorationSnapshot(trusted: Change().body())
}
