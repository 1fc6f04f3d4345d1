// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Writes what changed from one snapshot to the next: the body of an appended save.
///
/// Both are compared as the bytes they are, table by table; nothing is decoded.
package struct SnapshotDelta {
  private let old: SnapshotView
  private let new: SnapshotView
  private var tables: LogTables

  private var numbers: [UInt32] = []
  private var restamped: [UInt32] = []
  private let rows = ByteSink()
  private let records = ByteSink()
  private let references = ByteSink()
  private var classIndices: [UInt32?]
  private var originIndices: [UInt32?]
  private let knownClasses: Int
  private let knownOrigins: Int

  /// Writes the body of a delta.
  ///
  /// - Parameters:
  ///   - old: The state that a file and its log hold.
  ///   - new: The state they shall hold.
  ///   - tables: The rows they hold; afterwards with those of the delta.
  ///   - limit: From how many bytes on a delta is of no use.
  /// - Returns: `nil` when the new state does not go on with the old one's tables, so that only a
  ///   whole archive can hold it, or when rows and records alone come to the limit.
  package static func body(
    from old: RestorationSnapshot, to new: RestorationSnapshot,
    continuing tables: inout LogTables, limit: Int = .max
  ) -> [UInt8]? {
    // Sections that only newer versions know are written whole or not at all.
    guard hasSameUnknownSections(old, new) else { return nil }
    return old.withBytes { oldBytes in
      new.withBytes { newBytes in
        var delta = SnapshotDelta(
          old: SnapshotView(old, in: oldBytes), new: SnapshotView(new, in: newBytes),
          tables: tables)
        guard delta.gather(limit: limit) else { return nil }
        let body = delta.write()
        tables = delta.tables
        return body
      }
    }
  }

  private static func hasSameUnknownSections(
    _ old: RestorationSnapshot, _ new: RestorationSnapshot
  ) -> Bool {
    old.unknownSections().elementsEqual(new.unknownSections()) {
      $0.name == $1.name && $0.bytes == $1.bytes
    }
  }

  private init(old: SnapshotView, new: SnapshotView, tables: LogTables) {
    (self.old, self.new, self.tables) = (old, new, tables)
    classIndices = Array(
      repeating: nil, count: new.classes.bytes.count / BodyLayout.classRowSize)
    originIndices = Array(
      repeating: nil, count: new.origins.bytes.count / BodyLayout.originRowSize)
    knownClasses = tables.classes.count
    knownOrigins = tables.origins.count
  }

  // MARK: Comparing

  private enum Change { case none, origin, whole }

  /// Finds what changed, then copies it; `false` when a delta cannot say it, or is too large.
  private mutating func gather(limit: Int) -> Bool {
    guard new.continues(old), hasOrderedStrings else { return false }
    var changed: [Int] = []
    var size = 0
    for index in 0..<new.objectCount {
      guard let row = new.row(index), let change = change(of: row, at: index) else { return false }
      switch change {
      case .none: continue
      case .origin: restamped.append(UInt32(index))
      case .whole:
        size += BodyLayout.objectRowSize + Int(row.recordLength)
        guard size < limit else { return false }
        changed.append(index)
      }
    }
    for index in changed {
      guard let row = new.row(index), append(row, number: UInt32(index)) else { return false }
    }
    return true
  }

  /// Whether the new strings lie one behind the other, as those of any pass do.
  private var hasOrderedStrings: Bool {
    let offsets = (old.stringCount...new.stringCount).map { new.strings.word(4 + 4 * $0) ?? 0 }
    return zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
      && new.text(upTo: new.stringCount) != nil
  }

  /// How an object's row differs; `nil` when it lies elsewhere now, which no number ever does.
  private func change(of row: SnapshotView.Row, at index: Int) -> Change? {
    guard index < old.objectCount else { return .whole }
    guard let before = old.row(index), before.sceneAndKind == row.sceneAndKind,
      before.path == row.path
    else { return nil }
    let hadRecord = before.classIndex != BodyLayout.none
    guard row.classIndex != BodyLayout.none else { return hadRecord ? .whole : Change.none }
    guard hadRecord, before.prerequisite == row.prerequisite,
      let oldClass = old.classes.row(before.classIndex, size: BodyLayout.classRowSize),
      let newClass = new.classes.row(row.classIndex, size: BodyLayout.classRowSize),
      oldClass.equals(newClass),
      let oldRecord = old.record(before), let newRecord = new.record(row),
      oldRecord.equals(newRecord),
      let oldReferences = old.references(before), let newReferences = new.references(row),
      oldReferences.equals(newReferences)
    else { return .whole }
    guard let oldOrigin = old.origins.row(before.origin, size: BodyLayout.originRowSize),
      let newOrigin = new.origins.row(row.origin, size: BodyLayout.originRowSize)
    else { return .whole }
    if oldOrigin.equals(newOrigin) { return Change.none }
    return row.origin == 0 ? .origin : .whole
  }

  private mutating func append(_ row: SnapshotView.Row, number: UInt32) -> Bool {
    numbers.append(number)
    rows.append(fixed: row.sceneAndKind)
    rows.append(fixed: row.path)
    guard row.classIndex != BodyLayout.none else {
      for word in [BodyLayout.none, 0, BodyLayout.none, 0, 0, BodyLayout.none] {
        rows.append(fixed: word)
      }
      return true
    }
    guard let classIndex = logged(class: row.classIndex), let origin = logged(origin: row.origin),
      let record = new.record(row), let numbers = new.references(row),
      // Only rows that share their bytes, which no pass writes, come to more than all records.
      record.count <= new.records.bytes.count - records.count,
      numbers.count <= new.references.bytes.count - references.count
    else { return false }
    rows.append(fixed: classIndex)
    rows.append(fixed: origin)
    rows.append(fixed: row.prerequisite)
    rows.append(fixed: UInt32(records.count))
    rows.append(fixed: row.recordLength)
    records.append(record)
    if numbers.isEmpty {
      rows.append(fixed: BodyLayout.none)
    } else {
      rows.append(fixed: UInt32(tables.references + references.count / 4))
      references.append(fixed: UInt32(numbers.count / 4))
      references.append(numbers)
    }
    return true
  }

  private mutating func logged(class index: UInt32) -> UInt32? {
    guard classIndices.indices.contains(Int(index)),
      let row = new.classes.row(index, size: BodyLayout.classRowSize)
    else { return nil }
    if let known = classIndices[Int(index)] { return known }
    let logged = tables.classes.index(of: row)
    classIndices[Int(index)] = logged
    return logged
  }

  private mutating func logged(origin index: UInt32) -> UInt32? {
    guard originIndices.indices.contains(Int(index)),
      let row = new.origins.row(index, size: BodyLayout.originRowSize)
    else { return nil }
    if let known = originIndices[Int(index)] { return known }
    let logged = tables.origins.index(of: row)
    originIndices[Int(index)] = logged
    return logged
  }

  // MARK: Writing

  private mutating func write() -> [UInt8] {
    let origin = restamped.isEmpty ? nil : logged(origin: 0)
    var body = BodySink(capacity: 256 + records.count + rows.count)
    func section(_ name: UInt32, _ bytes: UnsafeRawBufferPointer) {
      if !bytes.isEmpty { body.section(name) { $0.append(bytes) } }
    }
    section(BodyLayout.Section.records.rawValue, records.bytes)
    tables.origins.withRows(from: knownOrigins) {
      section(BodyLayout.Section.origins.rawValue, $0)
    }
    tables.classes.withRows(from: knownClasses) {
      section(BodyLayout.Section.classes.rawValue, $0)
    }
    let paths = new.paths.bytes[old.paths.bytes.count...]
    section(BodyLayout.Section.paths.rawValue, UnsafeRawBufferPointer(rebasing: paths))
    if let origin {
      body.section(BodyLayout.same) { sink in
        sink.append(fixed: origin)
        restamped.forEach { sink.append(fixed: $0) }
      }
    }
    if !numbers.isEmpty {
      body.section(BodyLayout.numbers) { sink in numbers.forEach { sink.append(fixed: $0) } }
      body.section(.objects) { $0.append(rows.bytes) }
    }
    section(BodyLayout.Section.references.rawValue, references.bytes)
    func replace(_ section: BodyLayout.Section, _ view: KeyPath<SnapshotView, SectionView>) {
      let bytes = new[keyPath: view].bytes
      if !bytes.equals(old[keyPath: view].bytes) { body.section(section) { $0.append(bytes) } }
    }
    replace(.roots, \.roots)
    replace(.notes, \.notes)
    replace(.noteTime, \.noteTime)
    body.section(.strings, writeStrings)
    tables.references += references.count / 4
    return body.finish()
  }

  private func writeStrings(to sink: ByteSink) {
    let first = new.strings.word(4 + 4 * old.stringCount) ?? 0
    sink.append(fixed: UInt32(new.stringCount - old.stringCount))
    for index in old.stringCount...new.stringCount {
      sink.append(fixed: (new.strings.word(4 + 4 * index) ?? first) - first)
    }
    if let text = new.text(upTo: new.stringCount) {
      sink.append(UnsafeRawBufferPointer(rebasing: text[Int(first)...]))
    }
  }
}
