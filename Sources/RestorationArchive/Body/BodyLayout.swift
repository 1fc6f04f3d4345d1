// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Names and sizes in the plain body of an archive.
///
/// `Documentation/ArchiveFormat.md` is normative.
enum BodyLayout {
  /// A part of a body.
  ///
  /// A change leaves out the sections that are unchanged.
  enum Section: Int, CaseIterable {
    /// The records' bytes.
    case records
    /// Origins of records: versions, idiom and time.
    case origins
    /// Classes, each with its restoration class and schema version.
    case classes
    /// Components of paths.
    case paths
    /// In a change, the object numbers of the rows in ``objects``.
    case numbers
    /// One row for each object number.
    case objects
    /// In a change, object numbers whose records were rewritten without a difference.
    case same
    /// Object numbers of the roots.
    case roots
    /// In a change, the object numbers of added roots.
    ///
    /// An object that has no record is not a root.
    case newRoots
    /// The offsets of the strings, followed by their UTF-8.
    ///
    /// The last offset is the end of the text, so there is one more offset than strings.
    case strings
    /// Notes on objects that were not saved or did not come back.
    case notes
    /// The time of the application record that the notes belong to.
    case noteTime
    /// Ages of records that no launch has asked for.
    case ages

    /// The section's four letters in a directory.
    var name: UInt32 { Self.names[rawValue] }

    init?(name: UInt32) {
      guard let place = Self.names.firstIndex(of: name) else { return nil }
      self.init(rawValue: place)
    }

    private static let names = [
      "RECS", "ORIG", "CLSS", "PATH", "NUMB", "OBJS", "SAME", "ROOT", "NEWR", "STRS", "NOTE",
      "NTIM", "AGES",
    ].map { $0.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
  }

  /// Marks the end of a body.
  static let magic: UInt32 = 0x5942_5253  // "SRBY"
  /// Directory offset, section count and magic.
  static let footerSize = 16
  /// Name, offset and length of a section.
  static let directoryRowSize = 20

  /// A row that names nothing.
  static let none = UInt32.max
}

/// A row of fixed size in a section of a body.
///
/// The conforming type is the only place that defines the layout of its row.
protocol BodyRow: Hashable, Sendable {
  /// The size of a row, in bytes.
  static var size: Int { get }
  /// Reads a row that lies within a section.
  init(_ section: SectionView, at offset: Int)
  /// Appends the row.
  func write(to sink: ByteSink)
}

/// The rows of a table being written, without duplicates.
struct RowTable<Row: BodyRow> {
  private(set) var rows: [Row] = []
  private var indices: [Row: UInt32] = [:]

  /// Returns a row's index, and adds the row if it is new.
  mutating func index(of row: Row) -> UInt32 {
    if let known = indices[row] { return known }
    let index = UInt32(rows.count)
    rows.append(row)
    indices[row] = index
    return index
  }
}

/// One component of a path, with the row of its parent component.
struct PathNode: BodyRow {
  static let size = 8

  /// The row of the parent plus one; 0 at the top.
  var parent: UInt32
  /// Twice a string's row, or twice an index plus one.
  var label: UInt32
}

/// The row of an object's address.
struct AddressRow: Hashable, Sendable {
  /// The row of the scene's name times 256, plus the kind.
  var sceneAndKind: UInt32
  /// The row of the path's last node plus one.
  ///
  /// 0 is the empty path.
  var path: UInt32

  /// The row of the scene's name.
  var scene: UInt32 { sceneAndKind >> 8 }
  /// The kind; `nil` when no version knows it.
  var kind: ObjectKind? { ObjectKind(rawValue: UInt8(sceneAndKind & 0xFF)) }
}

/// The attributes of a class in an archive.
struct ClassRow: BodyRow {
  static let size = 12

  /// The row of a string.
  var name: UInt32
  /// The row of a string, or none.
  var restorationClass: UInt32
  var schemaVersion: UInt32
}

/// The origin of records: versions, idiom and time.
struct OriginRow: BodyRow {
  static let size = 20

  /// The rows of strings.
  var applicationVersion, systemVersion, idiom: UInt32
  /// The bits of a `Double`: seconds since 2001-01-01 00:00 UTC.
  var time: UInt64
}

/// The attributes of an object number in an archive.
struct ObjectRow: BodyRow {
  static let size = 28

  var address = AddressRow(sceneAndKind: 0, path: 0)
  /// The row of the class; none if the number has no record.
  var classIndex = BodyLayout.none
  var origin: UInt32 = 0
  /// The number of an object that must be restored first.
  ///
  /// Without that object, this one is not restored. May be none.
  var prerequisite = BodyLayout.none
  /// The offset of the values in the section of records.
  var offset: UInt32 = 0
  var length: UInt32 = 0

  var hasRecord: Bool { classIndex != BodyLayout.none }

  /// The range of the values in the section of records.
  var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

extension PathNode {
  init(_ section: SectionView, at offset: Int) {
    (parent, label) = (section[offset], section[offset + 4])
  }

  func write(to sink: ByteSink) {
    sink.append(fixed: parent)
    sink.append(fixed: label)
  }
}

extension ClassRow {
  init(_ section: SectionView, at offset: Int) {
    (name, restorationClass) = (section[offset], section[offset + 4])
    schemaVersion = section[offset + 8]
  }

  func write(to sink: ByteSink) {
    sink.append(fixed: name)
    sink.append(fixed: restorationClass)
    sink.append(fixed: schemaVersion)
  }
}

extension OriginRow {
  init(_ section: SectionView, at offset: Int) {
    (applicationVersion, systemVersion) = (section[offset], section[offset + 4])
    idiom = section[offset + 8]
    time = UInt64(section[offset + 16]) << 32 | UInt64(section[offset + 12])
  }

  func write(to sink: ByteSink) {
    sink.append(fixed: applicationVersion)
    sink.append(fixed: systemVersion)
    sink.append(fixed: idiom)
    sink.append(fixed: time)
  }
}

extension ObjectRow {
  @inline(__always)
  init(_ section: SectionView, at offset: Int) {
    address = AddressRow(sceneAndKind: section[offset], path: section[offset + 4])
    (classIndex, origin) = (section[offset + 8], section[offset + 12])
    prerequisite = section[offset + 16]
    (self.offset, length) = (section[offset + 20], section[offset + 24])
  }

  @inline(__always)
  func write(to sink: ByteSink) {
    sink.append(fixed: address.sceneAndKind)
    sink.append(fixed: address.path)
    sink.append(fixed: classIndex)
    sink.append(fixed: origin)
    sink.append(fixed: prerequisite)
    sink.append(fixed: offset)
    sink.append(fixed: length)
  }
}

/// Writes sections one after the other, then the directory and footer.
struct BodySink {
  private let sink: ByteSink
  private var directory: [(name: UInt32, offset: Int, length: Int)] = []

  init(capacity: Int) { sink = ByteSink(capacity: capacity) }

  mutating func section(_ name: UInt32, _ contents: (ByteSink) -> Void) {
    let offset = sink.count
    contents(sink)
    directory.append((name, offset, sink.count - offset))
  }

  mutating func section(_ section: BodyLayout.Section, _ contents: (ByteSink) -> Void) {
    self.section(section.name, contents)
  }

  mutating func section(_ section: BodyLayout.Section, _ rows: [some BodyRow]) {
    self.section(section) { sink in rows.forEach { $0.write(to: sink) } }
  }

  mutating func section(_ section: BodyLayout.Section, words: [UInt32]) {
    self.section(section) { sink in words.forEach { sink.append(fixed: $0) } }
  }

  /// Writes the directory and footer after the sections.
  ///
  /// - Returns: The sink that holds the whole body.
  func finish() -> ByteSink {
    let start = sink.count
    for row in directory {
      sink.append(fixed: row.name)
      sink.append(fixed: UInt64(row.offset))
      sink.append(fixed: UInt64(row.length))
    }
    sink.append(fixed: UInt64(start))
    sink.append(fixed: UInt32(directory.count))
    sink.append(fixed: BodyLayout.magic)
    return sink
  }
}
