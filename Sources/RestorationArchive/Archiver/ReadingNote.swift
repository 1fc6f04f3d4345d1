// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Two bytes of a marker, for what happens before there is anything to judge by it.
///
/// They lie where a ``LaunchRecord`` leaves room, and are what they are without one, too.
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
    // Without a record, there is nothing else; then it is none of ours.
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

  /// How many processes in a row have ended while they read this generation.
  var ends: UInt8 { last.generation == generation ? last.ends : 0 }

  /// The generation is read from now on.
  func begin() { write([generation, min(ends, .max - 1) + 1]) }

  /// Whatever ends the process now, reading does not.
  ///
  /// What is noted of another generation stays: a launch may read a newer one first each time.
  func end() { write(last.generation == generation ? [0, 0] : [last.generation, last.ends]) }

  private func write(_ bytes: [UInt8]) {
    if hasRecord { return file.write(bytes, at: Self.offset) }
    var all = [UInt8](repeating: 0, count: LaunchRecord.size)
    all.replaceSubrange(Self.offset..<Self.offset + bytes.count, with: bytes)
    file.write(all, at: 0)
  }
}
