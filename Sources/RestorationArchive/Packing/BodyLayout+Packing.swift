// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension BodyLayout.Section {
  /// How the section lies in a file.
  enum Packing: Equatable {
    /// Byte for byte.
    case none
    /// Rows of so many numbers, column by column.
    case columns(Int)
    /// Lists, each behind its count: all counts, then all numbers.
    case lists
    /// The offsets as a column, then the text as it is.
    case strings
  }

  /// The one way in which the section may be packed.
  var packing: Packing {
    switch self {
    case .objects: .columns(BodyLayout.objectRowSize / 4)
    case .paths: .columns(BodyLayout.pathRowSize / 4)
    case .classes: .columns(BodyLayout.classRowSize / 4)
    case .origins: .columns(BodyLayout.originRowSize / 4)
    case .roots, .index: .columns(1)
    case .references: .lists
    case .strings: .strings
    case .records, .notes, .noteTime, .ages: .none
    }
  }
}

/// Where records lie as a rule: each behind the one before.
///
/// What is packed of a record's offset is how it differs from that, which is 0 but for carried rows.
struct RecordOffsets {
  private var end: UInt32 = 0

  /// The column of an object's class, and those of its record's offset and length.
  static let classColumn = 2
  static let offsetColumn = 5
  static let lengthColumn = 6

  /// Where a row's record is expected; 0 for a row without one.
  func expected(hasRecord: Bool) -> UInt32 { hasRecord ? end : 0 }

  mutating func advance(hasRecord: Bool, offset: UInt32, length: UInt32) {
    if hasRecord { end = offset &+ length }
  }
}
