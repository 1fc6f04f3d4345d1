// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Applies the deltas of a log to their base, one after the other.
///
/// Works on the tables as bytes. Every byte of a delta is copied once, so that what is read takes no
/// more memory than the file it came from.
struct SnapshotReplay {
  var records: [UInt8]
  var origins: [UInt8]
  private var classes: [UInt8]
  private var paths: [UInt8]
  var rows: [UInt8]
  var references: [UInt8]
  var roots: [UInt8]
  /// Whether roots may be there twice, or have no record any more.
  var hasLooseRoots = false
  private var notes: [UInt8]
  private var noteTime: [UInt8]
  /// Those of the base: they are counted once a launch.
  private let ages: [UInt8]
  private var index: [UInt8]
  private var stringOffsets: [UInt32]
  private var text: [UInt8]
  private var unknown: [(name: UInt32, bytes: [UInt8])]
  private let indexedRows: Int

  /// Brings a base up to date.
  ///
  /// A delta that contradicts what is before it ends the log, and nothing of it counts.
  ///
  /// - Parameters:
  ///   - log: The bodies of the deltas, in their order, authenticated.
  ///   - base: The state in the file's base.
  ///   - tidily: Whether what was replaced is left out, which takes longer.
  /// - Returns: The state, and how many deltas are in it.
  /// - Throws: ``ArchiveError`` when the whole exceeds a limit.
  static func replay(
    _ log: ArraySlice<[UInt8]>, on base: RestorationSnapshot, tidily: Bool = false
  ) throws(ArchiveError) -> (snapshot: RestorationSnapshot, saves: Int) {
    if log.isEmpty { return (base, 0) }
    var replay = SnapshotReplay(base)
    for (count, delta) in log.enumerated() where !replay.apply(delta) {
      return try Self.replay(log.prefix(count), on: base, tidily: tidily)
    }
    if tidily { replay.tidy() }
    return (try RestorationSnapshot(replay.body()), log.count)
  }

  private init(_ base: RestorationSnapshot) {
    func bytes(_ section: BodyLayout.Section, rowSize: Int = 1) -> [UInt8] {
      base.withBytes { body in
        let range = base.sectionRange(section)
        let whole = range.prefix(range.count / rowSize * rowSize)
        return Array(UnsafeRawBufferPointer(rebasing: body[whole]))
      }
    }
    records = bytes(.records)
    origins = bytes(.origins, rowSize: BodyLayout.originRowSize)
    classes = bytes(.classes, rowSize: BodyLayout.classRowSize)
    paths = bytes(.paths, rowSize: BodyLayout.pathRowSize)
    rows = bytes(.objects, rowSize: BodyLayout.objectRowSize)
    references = bytes(.references, rowSize: 4)
    roots = bytes(.roots, rowSize: 4)
    notes = bytes(.notes)
    noteTime = bytes(.noteTime)
    ages = bytes(.ages)
    index = bytes(.index, rowSize: 4)
    stringOffsets = Self.stringOffsets(of: base)
    text = Self.text(of: base)
    unknown = base.unknownSections()
    indexedRows = base.objectCount
  }

  private static func stringOffsets(of snapshot: RestorationSnapshot) -> [UInt32] {
    snapshot.withBytes { body in
      let strings = SectionView(.strings, of: snapshot, in: body)
      return (0...snapshot.stringCount).map { strings.word(4 + 4 * $0) ?? 0 }
    }
  }

  private static func text(of snapshot: RestorationSnapshot) -> [UInt8] {
    snapshot.withBytes { body in
      let range = snapshot.sectionRange(.strings).dropFirst(8 + 4 * snapshot.stringCount)
      return Array(UnsafeRawBufferPointer(rebasing: body[range]))
    }
  }

  var objectCount: Int { rows.count / BodyLayout.objectRowSize }

  // MARK: Applying

  /// Applies one delta.
  ///
  /// - Parameter body: Its body.
  /// - Returns: `false` when something in it is wrong; these tables are of no use then.
  private mutating func apply(_ body: [UInt8]) -> Bool {
    guard let delta = try? RestorationSnapshot(delta: body), let changes = Changes(delta),
      stringOffsets.count - 1 + delta.stringCount <= ArchiveLimits.strings,
      appendStrings(of: delta),
      Self.append(.origins, of: delta, to: &origins, rowSize: BodyLayout.originRowSize),
      Self.append(.classes, of: delta, to: &classes, rowSize: BodyLayout.classRowSize),
      Self.append(.paths, of: delta, to: &paths, rowSize: BodyLayout.pathRowSize),
      Self.append(.references, of: delta, to: &references, rowSize: 4),
      replaceRows(of: delta, changes.numbers), restamp(changes.same),
      Self.append(.records, of: delta, to: &records, rowSize: 1),
      replaceUnknownSections(changes.unknown)
    else { return false }
    return replaceRoots(of: delta) && appendRoots(changes.newRoots)
      && Self.replace(.notes, of: delta, in: &notes, rowSize: 1)
      && Self.replace(.noteTime, of: delta, in: &noteTime, rowSize: 1)
  }

  static func replace(
    _ section: BodyLayout.Section, of delta: RestorationSnapshot, in table: inout [UInt8],
    rowSize: Int
  ) -> Bool {
    guard delta.hasSection(section) else { return true }
    table = []
    return append(section, of: delta, to: &table, rowSize: rowSize)
  }

  private static func append(
    _ section: BodyLayout.Section, of delta: RestorationSnapshot, to table: inout [UInt8],
    rowSize: Int
  ) -> Bool {
    let range = delta.sectionRange(section)
    delta.withBytes { table.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range])) }
    return range.count % rowSize == 0
  }

  /// What only a delta has.
  private struct Changes {
    var numbers: [UInt32] = []
    var same: [UInt32] = []
    var newRoots: [UInt32]?
    var unknown: [(name: UInt32, bytes: [UInt8])] = []

    init?(_ delta: RestorationSnapshot) {
      for section in delta.unknownSections() {
        switch section.name {
        case BodyLayout.numbers where numbers.isEmpty: numbers = Self.words(section.bytes)
        case BodyLayout.same where same.isEmpty: same = Self.words(section.bytes)
        case BodyLayout.newRoots where newRoots == nil: newRoots = Self.words(section.bytes)
        case BodyLayout.numbers, BodyLayout.same, BodyLayout.newRoots: return nil
        default: unknown.append(section)
        }
      }
      guard Self.isAscending(numbers[...]), Self.isAscending(same.dropFirst()),
        numbers.count == delta.objectCount, !delta.hasSection(.index)
      else { return nil }
    }

    private static func words(_ bytes: [UInt8]) -> [UInt32] {
      bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map {
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
        }
      }
    }

    private static func isAscending(_ words: ArraySlice<UInt32>) -> Bool {
      zip(words, words.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  private mutating func appendStrings(of delta: RestorationSnapshot) -> Bool {
    let offsets = Self.stringOffsets(of: delta)
    let added = Self.text(of: delta)
    guard let end = stringOffsets.last.map({ Int($0) }), end <= text.count, offsets.first == 0,
      zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }),
      let last = offsets.last, Int(last) == added.count, end + added.count <= Int(UInt32.max)
    else { return false }
    text.removeLast(text.count - end)
    text += added
    stringOffsets += offsets.dropFirst().map { UInt32(end) + $0 }
    return true
  }

  private mutating func replaceRows(of delta: RestorationSnapshot, _ numbers: [UInt32]) -> Bool {
    delta.withTables { tables in
      numbers.enumerated().allSatisfy { replaceRow($1, by: $0, of: tables) }
    }
  }

  /// Replaces or appends the row of one object by a row of a delta's.
  private mutating func replaceRow(_ number: UInt32, by place: Int, of delta: SnapshotView) -> Bool
  {
    let size = BodyLayout.objectRowSize
    guard let row = delta.row(place), let bytes = delta.objects.slice(place * size, size),
      number <= objectCount, number < ArchiveLimits.objects
    else { return false }
    let start = Int(number) * size
    if number == objectCount {
      rows += [UInt8](repeating: 0, count: size)
    } else {
      guard word(rows, at: start) == row.sceneAndKind, word(rows, at: start + 4) == row.path else {
        return false
      }
    }
    rows.replaceSubrange(start..<start + size, with: bytes)
    guard row.classIndex != BodyLayout.none else { return true }
    guard delta.record(row) != nil,
      let moved = UInt32(exactly: records.count + Int(row.recordOffset))
    else { return false }
    Self.setWord(moved, in: &rows, at: start + 20)
    return true
  }

  /// Gives records that were written again, and were the same, the origin of the later pass.
  private mutating func restamp(_ same: [UInt32]) -> Bool {
    guard let origin = same.first else { return true }
    guard Int(origin) < origins.count / BodyLayout.originRowSize else { return false }
    for number in same.dropFirst() {
      let start = Int(number) * BodyLayout.objectRowSize
      guard number < objectCount, word(rows, at: start + 8) != BodyLayout.none else { return false }
      Self.setWord(origin, in: &rows, at: start + 12)
    }
    return true
  }

  private mutating func replaceUnknownSections(_ sections: [(name: UInt32, bytes: [UInt8])])
    -> Bool
  {
    for section in sections {
      unknown.removeAll { $0.name == section.name }
      unknown.append(section)
    }
    return unknown.count <= ArchiveLimits.sections - BodyLayout.Section.allCases.count
  }

  func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes.withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }

  /// Static, since a method would hold a second copy of the table that it changes.
  static func setWord(_ value: UInt32, in bytes: inout [UInt8], at offset: Int) {
    for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
  }

  // MARK: Writing

  /// The state as a body, as a pass would write it.
  private func body() -> [UInt8] {
    var body = BodySink(capacity: records.count + rows.count + text.count + 4096)
    body.section(.records) { $0.append(records) }
    body.section(.origins) { $0.append(origins) }
    body.section(.classes) { $0.append(classes) }
    body.section(.paths) { $0.append(paths) }
    body.section(.objects) { $0.append(rows) }
    body.section(.references) { $0.append(references) }
    body.section(.roots) { $0.append(hasLooseRoots ? settledRoots() : roots) }
    body.section(.index) { sink in
      guard objectCount > indexedRows else { return sink.append(index) }
      numbersInHashOrder().forEach { sink.append(fixed: $0) }
    }
    body.section(.strings) { sink in
      sink.append(fixed: UInt32(stringOffsets.count - 1))
      stringOffsets.forEach { sink.append(fixed: $0) }
      sink.append(text)
    }
    if !notes.isEmpty { body.section(.notes) { $0.append(notes) } }
    if !noteTime.isEmpty { body.section(.noteTime) { $0.append(noteTime) } }
    if !ages.isEmpty { body.section(.ages) { $0.append(ages) } }
    for section in unknown { body.section(section.name) { $0.append(section.bytes) } }
    return body.finish()
  }

  /// The base's index with the new numbers in their places.
  private func numbersInHashOrder() -> [UInt32] {
    let nodes = nodeHashes()
    let hashes = (0..<objectCount).map { number in
      let start = number * BodyLayout.objectRowSize
      let (sceneAndKind, path) = (word(rows, at: start), Int(word(rows, at: start + 4)))
      let hash = path == 0 || path > nodes.count ? AddressHash() : nodes[path - 1]
      return string(sceneAndKind >> 8).withUnsafeBytes {
        hash.appending(sceneUTF8: $0, kind: UInt8(sceneAndKind & 0xFF))
      }
    }
    let old = (0..<index.count / 4).map { word(index, at: 4 * $0) }.filter { $0 < indexedRows }
    return (old + (UInt32(indexedRows)..<UInt32(objectCount))).sorted {
      hashes[Int($0)] < hashes[Int($1)]
    }
  }

  private func nodeHashes() -> [AddressHash] {
    var hashes: [AddressHash] = []
    for row in 0..<paths.count / BodyLayout.pathRowSize {
      let start = row * BodyLayout.pathRowSize
      let (parent, label) = (Int(word(paths, at: start)), word(paths, at: start + 4))
      let above = parent == 0 || parent > row ? AddressHash() : hashes[parent - 1]
      hashes.append(
        label & 1 == 0
          ? string(label >> 1).withUnsafeBytes { above.appending(utf8: $0) }
          : above.appending(index: label >> 1))
    }
    return hashes
  }

  private func string(_ index: UInt32) -> ArraySlice<UInt8> {
    guard Int(index) < stringOffsets.count - 1 else { return [] }
    let (start, end) = (Int(stringOffsets[Int(index)]), Int(stringOffsets[Int(index) + 1]))
    return start <= end && end <= text.count ? text[start..<end] : []
  }
}
