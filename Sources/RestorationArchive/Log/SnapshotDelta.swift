// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Writes what changed from one snapshot to the next: the body of an appended save.
///
/// Both are compared as the bytes they are, table by table; nothing is decoded.
package struct SnapshotDelta {
  private let old: SnapshotView
  private let new: SnapshotView
  private var tables: LogTables
  private var sink: DeltaSink
  private var restamped: [UInt32] = []
  private var classIndices: [UInt32?]
  private var originIndices: [UInt32?]

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
    sink = DeltaSink(continuing: tables)
    classIndices = Array(
      repeating: nil, count: new.classes.bytes.count / BodyLayout.classRowSize)
    originIndices = Array(
      repeating: nil, count: new.origins.bytes.count / BodyLayout.originRowSize)
  }

  // MARK: Comparing

  private enum Change { case none, origin, whole }

  /// Finds what changed, then copies it; `false` when a delta cannot say it, or is too large.
  private mutating func gather(limit: Int) -> Bool {
    guard new.continues(old), hasOrderedStrings, !exceeds(limit) else { return false }
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

  /// Whether so much has changed that there is no need to look at all of it.
  ///
  /// Where each of some objects has changed, nearly all have.
  private func exceeds(_ limit: Int) -> Bool {
    let (count, step) = (new.objectCount, new.objectCount / Self.samples)
    guard step > 1, count * BodyLayout.objectRowSize + new.records.bytes.count >= limit else {
      return false
    }
    return stride(from: step / 2, to: count, by: step).allSatisfy { index in
      new.row(index).flatMap { change(of: $0, at: index) } == .whole
    }
  }

  /// So many objects stand for all.
  private static let samples = 64

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
    guard row.classIndex != BodyLayout.none else {
      sink.appendEmpty(number, row.address)
      return true
    }
    guard let classIndex = logged(class: row.classIndex), let origin = logged(origin: row.origin),
      let record = new.record(row), let referenced = new.references(row),
      // Only rows that share their bytes, which no pass writes, come to more than all records.
      record.count <= new.records.bytes.count - sink.recordBytes,
      referenced.count <= new.references.bytes.count - sink.referenceBytes
    else { return false }
    var row = row
    (row.classIndex, row.origin) = (classIndex, origin)
    sink.append(
      number, row, record: record,
      referenced: (0..<referenced.count / 4).lazy.map { referenced.word($0) })
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
    let paths = new.paths.bytes[old.paths.bytes.count...]
    func changed(_ view: KeyPath<SnapshotView, SectionView>) -> UnsafeRawBufferPointer? {
      let bytes = new[keyPath: view].bytes
      return bytes.equals(old[keyPath: view].bytes) ? nil : bytes
    }
    var rest = DeltaSink.Rest(
      origin: restamped.isEmpty ? nil : logged(origin: 0), restamped: restamped,
      paths: UnsafeRawBufferPointer(rebasing: paths), roots: changed(\.roots),
      notes: changed(\.notes), noteTime: changed(\.noteTime))
    if new.stringCount > old.stringCount { rest.strings = stringsSection() }
    return sink.finish(continuing: &tables, rest)
  }

  private func stringsSection() -> ByteSink {
    let sink = ByteSink()
    let first = new.strings.word(4 + 4 * old.stringCount) ?? 0
    sink.append(fixed: UInt32(new.stringCount - old.stringCount))
    for index in old.stringCount...new.stringCount {
      sink.append(fixed: (new.strings.word(4 + 4 * index) ?? first) - first)
    }
    if let text = new.text(upTo: new.stringCount) {
      sink.append(UnsafeRawBufferPointer(rebasing: text[Int(first)...]))
    }
    return sink
  }
}
