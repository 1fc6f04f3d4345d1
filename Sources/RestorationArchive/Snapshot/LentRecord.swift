// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object's record as it lies in a snapshot, while that lends its bytes.
package struct LentRecord {
  let row: SnapshotView.Row
  let classRow: SnapshotBuilder.ClassRow
  let bytes: UnsafeRawBufferPointer
  /// The objects that this one refers to.
  package let references: LentNumbers

  /// The version of what the object wrote.
  package var schemaVersion: Int { Int(classRow.schemaVersion) }

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite)
  }
}

/// Numbers of objects as they lie in a snapshot, while that lends its bytes.
package struct LentNumbers: RandomAccessCollection {
  let words: UnsafeRawBufferPointer

  package var startIndex: Int { 0 }
  package var endIndex: Int { words.count / 4 }

  package subscript(_ index: Int) -> ObjectNumber { ObjectNumber(words.word(index)) }
}

extension RestorationSnapshot {
  /// Lends a record as the bytes it is.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - action: Must not let the record out.
  /// - Returns: `nil` when the number has no record, or the tables contradict each other.
  package func withRecord<Result>(
    _ number: ObjectNumber, _ action: (LentRecord) -> Result
  ) -> Result? {
    withBytes { body in
      // Not a view of all sections: a pass asks for each of its objects.
      func section(_ section: BodyLayout.Section) -> SectionView {
        SectionView(section, of: self, in: body)
      }
      guard let row = SnapshotView.row(Int(number.rawValue), in: section(.objects)),
        row.classIndex != BodyLayout.none,
        let bytes = SnapshotView.record(row, in: section(.records)),
        let classRow = SnapshotView.classRow(row.classIndex, in: section(.classes)),
        let references = SnapshotView.references(row, in: section(.references))
      else { return nil }
      return action(
        LentRecord(
          row: row, classRow: classRow, bytes: bytes, references: LentNumbers(words: references)))
    }
  }
}
