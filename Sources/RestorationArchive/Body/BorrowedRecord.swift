// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object's record as it lies in a state; its bytes are not copied.
package struct BorrowedRecord {
  let row: ObjectRow
  let classRow: ClassRow
  /// What the values lie in, among others.
  let bytes: [UInt8]
  let range: Range<Int>

  /// The version of what the object wrote.
  package var schemaVersion: Int { Int(classRow.schemaVersion) }

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite)
  }

  /// The bytes of the values.
  var values: ArraySlice<UInt8> { bytes[range] }

  /// Whether another record of the object says the same; who wrote it does not count.
  func isSame(as other: BorrowedRecord) -> Bool {
    classRow == other.classRow && row.prerequisite == other.row.prerequisite
      && values == other.values
  }

  /// Looks at the objects that this one refers to, in their order, one as often as it is named.
  ///
  /// - Parameter visit: `false` ends the search.
  /// - Returns: Whether all were visited.
  @discardableResult
  package func visitReferences(_ visit: (ObjectNumber) -> Bool) -> Bool {
    var source = ByteSource(bytes, range)
    while source.variable() != nil {
      guard source.visitReferences(visit) else { return false }
    }
    return true
  }

  /// The objects that this one refers to, each once.
  package var references: Set<ObjectNumber> {
    var numbers: Set<ObjectNumber> = []
    visitReferences {
      numbers.insert($0)
      return true
    }
    return numbers
  }
}

extension RestorationSnapshot {
  /// Lends a record as the bytes it is.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - action: Must not let the record out.
  /// - Returns: `nil` when the number has no record, or the tables contradict each other.
  @discardableResult
  package func withRecord<Result>(
    _ number: ObjectNumber, _ action: (BorrowedRecord) -> Result
  ) -> Result? {
    withTables { tables in
      guard let row = tables.row(number), row.hasRecord,
        let classRow: ClassRow = tables.classes.row(Int(row.classIndex)),
        let values = tables.values(of: row)
      else { return nil }
      return action(
        BorrowedRecord(row: row, classRow: classRow, bytes: tables.body, range: values))
    }
  }
}
