// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Names and sizes in the plain body of an archive; `Documentation/ArchiveFormat.md` is the norm.
enum BodyLayout {
  /// A part of a body; a change lacks those that are as before.
  enum Section: Int, CaseIterable {
    /// The records' bytes.
    case records
    /// Who wrote records, and when.
    case origins
    /// Classes with restoration class and schema version.
    case classes
    /// Components of paths.
    case paths
    /// In a change, the numbers whose rows ``objects`` holds.
    case numbers
    /// One row an object number.
    case objects
    /// In a change, the numbers whose records were the same when they were written again.
    case same
    /// Numbers of the roots.
    case roots
    /// In a change, the numbers of roots that came; those that have no record any more are none.
    case newRoots
    /// Offsets of the strings, one more than there are strings, then their UTF-8.
    case strings
    /// What is noted of objects that were not saved, or did not come back.
    case notes
    /// The time of the application record that the notes were written with.
    case noteTime
    /// How old records are that no launch has asked for.
    case ages

    /// The four letters that stand for it in a directory.
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

/// A row of fixed size in a section of a body: the one place that says what lies where.
protocol BodyRow: Hashable, Sendable {
  /// How many bytes it has.
  static var size: Int { get }
  /// Reads a row that lies within a section.
  init(_ section: SectionView, at offset: Int)
  /// Appends the row.
  func write(to sink: ByteSink)
}

/// Rows of a table that is being written, each there once.
struct RowTable<Row: BodyRow> {
  private(set) var rows: [Row] = []
  private var indices: [Row: UInt32] = [:]

  /// Where a row stands, added if need be.
  mutating func index(of row: Row) -> UInt32 {
    if let known = indices[row] { return known }
    let index = UInt32(rows.count)
    rows.append(row)
    indices[row] = index
    return index
  }
}

/// One component of a path, and the row of the component before it.
struct PathNode: BodyRow {
  static let size = 8

  /// The row of the parent plus one; 0 at the top.
  var parent: UInt32
  /// A string's row times two, or a number times two plus one.
  var label: UInt32
}

/// Where one object lies.
struct AddressRow: Hashable, Sendable {
  /// The row of the scene's name times 256, plus the kind.
  var sceneAndKind: UInt32
  /// The row of the path's last node plus one; 0 for the empty path.
  var path: UInt32
}

/// What an archive says of a class.
struct ClassRow: BodyRow {
  static let size = 12

  /// A string.
  var name: UInt32
  /// A string, or none.
  var restorationClass: UInt32
  var schemaVersion: UInt32
}

/// Who wrote records, and when.
struct OriginRow: BodyRow {
  static let size = 20

  /// Strings.
  var applicationVersion, systemVersion, idiom: UInt32
  /// The bits of the seconds since 2001-01-01 00:00 UTC.
  var time: UInt64
}

/// What an archive says of an object number.
struct ObjectRow: BodyRow {
  static let size = 28

  var address = AddressRow(sceneAndKind: 0, path: 0)
  /// The row of its class; none when the number has no record.
  var classIndex = BodyLayout.none
  var origin: UInt32 = 0
  /// The number of an object without which this one is not restored, or none.
  var prerequisite = BodyLayout.none
  /// Where its values lie among the records.
  var offset: UInt32 = 0
  var length: UInt32 = 0

  var hasRecord: Bool { classIndex != BodyLayout.none }

  /// Where its values lie among the records.
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
