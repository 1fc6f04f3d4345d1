// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object's record, borrowed in place from a state.
///
/// Its bytes are not copied.
package struct BorrowedRecord {
  let row: ObjectRow
  let classRow: ClassRow
  /// The buffer that contains the values, among other data.
  let bytes: [UInt8]
  let range: Range<Int>

  /// The schema version of the values.
  package var schemaVersion: Int { Int(classRow.schemaVersion) }

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    row.prerequisite == BodyLayout.none ? nil : ObjectNumber(row.prerequisite)
  }

  /// The bytes of the values.
  var values: ArraySlice<UInt8> { bytes[range] }

  /// Whether the record has a class and prerequisite.
  package func isRecord(of itsClass: RecordClass, dependentOn prerequisite: ObjectNumber?) -> Bool {
    classRow == itsClass.row && self.prerequisite == prerequisite
  }

  /// Whether another record of the object has equal content.
  ///
  /// The origin is not compared.
  func isSame(as other: BorrowedRecord) -> Bool {
    classRow == other.classRow && row.prerequisite == other.row.prerequisite
      && values == other.values
  }

  /// Visits each reference to another object, in order, repeats included.
  ///
  /// - Parameter visit: Returns `false` to end the search.
  /// - Returns: Whether all references were visited.
  @discardableResult
  package func visitReferences(_ visit: (ObjectNumber) -> Bool) -> Bool {
    var source = ByteSource(bytes, range)
    while source.variable() != nil {
      guard source.visitReferences(visit) else { return false }
    }
    return true
  }

  /// The objects that this one refers to, without repeats.
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
  /// Passes a record to a closure without copying its bytes.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - action: Borrows the record; must not let it escape.
  /// - Returns: The closure's result; `nil` when the number has no record, or the tables contradict
  ///   each other.
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
