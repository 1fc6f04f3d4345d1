// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Leaves out what no object's row leads to any more.
extension SnapshotReplay {
  /// Writes records, references and origins anew, as far as rows lead to them.
  ///
  /// Rows that share their bytes, which no pass writes, stay as they are: apart they would take more
  /// memory than the file they came from.
  mutating func tidy() {
    let live = (0..<objectCount).filter {
      word(rows, at: $0 * BodyLayout.objectRowSize + 8) != BodyLayout.none
    }
    var tidy = TidyTables(self)
    for number in live { guard tidy.append(number, of: self) else { return } }
    (records, references, origins, rows) = (
      tidy.records, tidy.references, tidy.origins, tidy.rows
    )
  }

  private struct TidyTables {
    var records: [UInt8] = []
    var references: [UInt8] = []
    var origins: [UInt8] = []
    var rows: [UInt8]
    private var newOrigins: [UInt32?]

    init(_ replay: SnapshotReplay) {
      rows = replay.rows
      newOrigins = Array(repeating: nil, count: replay.origins.count / BodyLayout.originRowSize)
      records.reserveCapacity(replay.records.count)
    }

    /// Takes over what a row leads to; `false` when it leads nowhere, or all of them to too much.
    mutating func append(_ number: Int, of replay: SnapshotReplay) -> Bool {
      let start = number * BodyLayout.objectRowSize
      let origin = Int(replay.word(rows, at: start + 12))
      let offset = Int(replay.word(rows, at: start + 20))
      let length = Int(replay.word(rows, at: start + 24))
      let list = Int(replay.word(rows, at: start + 28))
      guard newOrigins.indices.contains(origin), offset + length <= replay.records.count,
        records.count + length <= replay.records.count
      else { return false }
      SnapshotReplay.setWord(UInt32(records.count), in: &rows, at: start + 20)
      records += replay.records[offset..<offset + length]
      if newOrigins[origin] == nil {
        newOrigins[origin] = UInt32(origins.count / BodyLayout.originRowSize)
        let row = origin * BodyLayout.originRowSize
        origins += replay.origins[row..<row + BodyLayout.originRowSize]
      }
      SnapshotReplay.setWord(newOrigins[origin] ?? 0, in: &rows, at: start + 12)
      guard list != Int(BodyLayout.none) else { return true }
      guard 4 * list + 4 <= replay.references.count else { return false }
      let end = 4 * (list + 1 + Int(replay.word(replay.references, at: 4 * list)))
      guard end <= replay.references.count,
        references.count + end - 4 * list <= replay.references.count
      else { return false }
      SnapshotReplay.setWord(UInt32(references.count / 4), in: &rows, at: start + 28)
      references += replay.references[4 * list..<end]
      return true
    }
  }
}
