// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Two marker bytes that detect crashes while reading an archive.
///
/// Reading happens before there is a record to judge by.
///
/// The bytes occupy unused space of a ``LaunchRecord`` and mean the same without one.
struct ReadingNote {
  private static let offset = 58

  private let file: any MarkerFile
  private let generation: UInt8
  private let hasRecord: Bool
  private let last: (generation: UInt8, ends: UInt8)

  init(_ file: any MarkerFile, of generation: ArchiveGeneration) {
    self.file = file
    self.generation = Self.code(generation)
    hasRecord = LaunchRecord(file.contents) != nil
    let contents = file.contents
    let isNote = contents.count == LaunchRecord.size
    // Without a record, all other bytes must be zero; otherwise this is not a note.
    let isAlone = contents.enumerated().allSatisfy {
      $0.element == 0 || (Self.offset...Self.offset + 1).contains($0.offset)
    }
    last =
      isNote && (hasRecord || isAlone)
      ? (contents[Self.offset], contents[Self.offset + 1]) : (0, 0)
  }

  private static func code(_ generation: ArchiveGeneration) -> UInt8 {
    switch generation {
    case .current: 1
    case .previous: 2
    case .lastGood: 3
    }
  }

  /// Number of consecutive processes that ended while reading this generation.
  var ends: UInt8 { last.generation == generation ? last.ends : 0 }

  /// Notes that reading of the generation begins.
  func begin() { write([generation, min(ends, .max - 1) + 1]) }

  /// Notes that reading ended without a crash.
  ///
  /// A note about another generation stays, because each launch may read a newer generation first.
  func end() { write(last.generation == generation ? [0, 0] : [last.generation, last.ends]) }

  private func write(_ bytes: [UInt8]) {
    if hasRecord { return file.write(bytes, at: Self.offset) }
    var all = [UInt8](repeating: 0, count: LaunchRecord.size)
    all.replaceSubrange(Self.offset..<Self.offset + bytes.count, with: bytes)
    file.write(all, at: 0)
  }
}
