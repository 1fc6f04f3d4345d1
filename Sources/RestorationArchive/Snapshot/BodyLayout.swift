// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Names and sizes in the plain body of an archive; `Documentation/ArchiveFormat.md` is the norm.
enum BodyLayout {
  /// The four letters that name a section.
  enum Section: UInt32, CaseIterable {
    /// The records' bytes.
    case records = 0x5343_4552  // "RECS"
    /// Offsets of the strings, one more than there are strings, then their UTF-8.
    case strings = 0x5352_5453  // "STRS"
    /// Components of paths.
    case paths = 0x4854_4150  // "PATH"
    /// Classes with restoration class and schema version.
    case classes = 0x5353_4C43  // "CLSS"
    /// Who wrote records, and when.
    case origins = 0x4749_524F  // "ORIG"
    /// One row an object number.
    case objects = 0x534A_424F  // "OBJS"
    /// The numbers that records refer to.
    case references = 0x5346_4552  // "REFS"
    /// Numbers of the roots.
    case roots = 0x544F_4F52  // "ROOT"
    /// Object numbers in the order of the hash of their address.
    case index = 0x5844_4E49  // "INDX"
    /// What is noted of objects that were not saved, or did not come back.
    case notes = 0x4554_4F4E  // "NOTE"
    /// The time of the application record that the notes were written with.
    case noteTime = 0x4D49_544E  // "NTIM"

    /// How old records are that no launch has asked for.
    case ages = 0x5345_4741  // "AGES"

    /// The place of the section in ``allCases``, for tables without hashing.
    var place: Int {
      switch self {
      case .records: 0
      case .strings: 1
      case .paths: 2
      case .classes: 3
      case .origins: 4
      case .objects: 5
      case .references: 6
      case .roots: 7
      case .index: 8
      case .notes: 9
      case .noteTime: 10
      case .ages: 11
      }
    }
  }

  /// Only in the body of an appended save: the numbers whose rows its objects section holds.
  static let numbers: UInt32 = 0x424D_554E  // "NUMB"
  /// Only there, too: an origin's row, and the numbers whose records were written again by it.
  static let same: UInt32 = 0x454D_4153  // "SAME"
  /// Only there, too: the numbers of roots that came; those that have no record any more are none.
  static let newRoots: UInt32 = 0x5257_454E  // "NEWR"

  /// Marks the end of a body.
  static let magic: UInt32 = 0x5942_5253  // "SRBY"
  /// Directory offset, section count and magic.
  static let footerSize = 16
  /// Name, offset and length of a section.
  static let directoryRowSize = 20
  static let pathRowSize = 8
  static let classRowSize = 12
  static let originRowSize = 20
  static let objectRowSize = 32

  /// A row that names nothing.
  static let none = UInt32.max
}
