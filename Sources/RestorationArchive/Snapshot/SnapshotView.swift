// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The tables of a snapshot, while its bytes are lent.
struct SnapshotView {
  let records: SectionView
  let origins: SectionView
  let classes: SectionView
  let paths: SectionView
  let objects: SectionView
  let references: SectionView
  let roots: SectionView
  let strings: SectionView
  let notes: SectionView
  let noteTime: SectionView
  let stringCount: Int
  let objectCount: Int

  init(_ snapshot: RestorationSnapshot, in body: UnsafeRawBufferPointer) {
    func section(_ section: BodyLayout.Section) -> SectionView {
      SectionView(section, of: snapshot, in: body)
    }
    records = section(.records)
    origins = section(.origins)
    classes = section(.classes)
    paths = section(.paths)
    objects = section(.objects)
    references = section(.references)
    roots = section(.roots)
    strings = section(.strings)
    notes = section(.notes)
    noteTime = section(.noteTime)
    stringCount = snapshot.stringCount
    objectCount = snapshot.objectCount
  }

  /// What the tables say of one object.
  struct Row {
    var sceneAndKind: UInt32
    var path: UInt32
    /// None when the number has no record.
    var classIndex: UInt32
    var origin: UInt32
    var prerequisite: UInt32
    var recordOffset: UInt32 = 0
    var recordLength: UInt32 = 0
    var references = BodyLayout.none

    /// Where the object lies.
    var address: SnapshotTables.AddressRow {
      SnapshotTables.AddressRow(sceneAndKind: sceneAndKind, path: path)
    }
  }

  func row(_ index: Int) -> Row? { Self.row(index, in: objects) }

  @inline(__always)
  static func row(_ index: Int, in objects: SectionView) -> Row? {
    guard let bytes = objects.slice(index * BodyLayout.objectRowSize, BodyLayout.objectRowSize)
    else { return nil }
    func word(_ index: Int) -> UInt32 {
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
    return Row(
      sceneAndKind: word(0), path: word(1), classIndex: word(2), origin: word(3),
      prerequisite: word(4), recordOffset: word(5), recordLength: word(6), references: word(7))
  }

  func classRow(_ index: UInt32) -> SnapshotBuilder.ClassRow? { Self.classRow(index, in: classes) }

  static func classRow(_ index: UInt32, in classes: SectionView) -> SnapshotBuilder.ClassRow? {
    let start = Int(index) * BodyLayout.classRowSize
    guard let name = classes.word(start), let restorationClass = classes.word(start + 4),
      let schemaVersion = classes.word(start + 8)
    else { return nil }
    return .init(name: name, restorationClass: restorationClass, schemaVersion: schemaVersion)
  }

  func record(_ row: Row) -> UnsafeRawBufferPointer? { Self.record(row, in: records) }

  static func record(_ row: Row, in records: SectionView) -> UnsafeRawBufferPointer? {
    records.slice(Int(row.recordOffset), Int(row.recordLength))
  }

  /// The numbers that a record refers to, as words, without their count.
  func references(_ row: Row) -> UnsafeRawBufferPointer? { Self.references(row, in: references) }

  static func references(_ row: Row, in references: SectionView) -> UnsafeRawBufferPointer? {
    if row.references == BodyLayout.none { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let count = references.word(4 * Int(row.references)) else { return nil }
    return references.slice(4 * (Int(row.references) + 1), 4 * Int(count))
  }

  /// The UTF-8 of a string.
  func utf8(_ index: UInt32) -> UnsafeRawBufferPointer? {
    Self.utf8(index, in: strings, of: stringCount)
  }

  static func utf8(_ index: UInt32, in strings: SectionView, of count: Int)
    -> UnsafeRawBufferPointer?
  {
    guard Int(index) < count, let start = strings.word(4 + 4 * Int(index)),
      let end = strings.word(8 + 4 * Int(index)), start <= end
    else { return nil }
    return strings.slice(8 + 4 * count + Int(start), Int(end - start))
  }

  /// How many steps of paths there are.
  var pathCount: Int { paths.bytes.count / BodyLayout.pathRowSize }

  /// The step that a path ends in, by the step's row plus one.
  func pathNode(_ path: UInt32) -> SnapshotTables.PathNode? {
    Self.pathNode(path, in: paths, of: stringCount)
  }

  @inline(__always)
  static func pathNode(_ path: UInt32, in paths: SectionView, of stringCount: Int)
    -> SnapshotTables.PathNode?
  {
    let start = (Int(path) - 1) * BodyLayout.pathRowSize
    guard let parent = paths.word(start), let label = paths.word(start + 4), parent < path,
      label & 1 == 1 || Int(label >> 1) < stringCount
    else { return nil }
    return SnapshotTables.PathNode(parent: parent, label: label)
  }

  /// The offsets of all strings, the end of the last one included.
  var stringOffsets: UnsafeRawBufferPointer? { strings.slice(4, 4 * (stringCount + 1)) }

  /// The text from the first string on, up to the beginning of another.
  func text(upTo index: Int) -> UnsafeRawBufferPointer? {
    guard let end = strings.word(4 + 4 * index) else { return nil }
    return strings.slice(8 + 4 * stringCount, Int(end))
  }

  /// Whether all that the tables of another snapshot hold stands here under the same numbers.
  func continues(_ old: SnapshotView) -> Bool {
    guard stringCount >= old.stringCount, objectCount >= old.objectCount,
      let offsets = stringOffsets, let oldOffsets = old.stringOffsets,
      UnsafeRawBufferPointer(rebasing: offsets[..<oldOffsets.count]).equals(oldOffsets),
      let text = text(upTo: old.stringCount), let oldText = old.text(upTo: old.stringCount),
      text.equals(oldText),
      let oldPaths = paths.slice(0, old.paths.bytes.count), oldPaths.equals(old.paths.bytes)
    else { return false }
    return paths.bytes.count % BodyLayout.pathRowSize == 0
      && old.paths.bytes.count % BodyLayout.pathRowSize == 0
  }
}
