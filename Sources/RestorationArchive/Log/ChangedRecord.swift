// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One object's record and what the tables say of it, in terms that all snapshots of a process share.
package struct ChangedRecord: Sendable {
  package let number: ObjectNumber
  let address: SnapshotTables.AddressRow
  let classRow: SnapshotBuilder.ClassRow
  /// A number, or ``BodyLayout/none``.
  let prerequisite: UInt32
  package let references: [ObjectNumber]
  let bytes: [UInt8]

  /// How many bytes the values take.
  package var size: Int { bytes.count }

  /// Whether this record refers to all that an older one refers to.
  package func keepsReferences(of other: ChangedRecord) -> Bool {
    references == other.references || Set(references).isSuperset(of: other.references)
  }

  /// Whether an older record of the object says the same.
  package func hasSameValues(as other: ChangedRecord) -> Bool {
    bytes == other.bytes && references == other.references
  }
}

extension RestorationSnapshot {
  /// A record as the bytes it is.
  ///
  /// - Parameter number: The object.
  /// - Returns: `nil` when the number has no record, or the tables contradict each other.
  func changedRecord(_ number: ObjectNumber) -> ChangedRecord? {
    withRecord(number) { record in
      ChangedRecord(
        number: number, address: record.row.address,
        classRow: record.classRow, prerequisite: record.row.prerequisite,
        references: Array(record.references), bytes: Array(record.bytes))
    }
  }

  /// Looks for a record that refers to one of some objects.
  ///
  /// - Parameters:
  ///   - isSought: Which objects, by number.
  ///   - others: Whose records do not count; asked for those alone that refer to one.
  /// - Returns: Whether there is one.
  func refers(to isSought: [Bool], besides others: (ObjectNumber) -> Bool) -> Bool {
    withTables { tables in
      (0..<objectCount).contains { index in
        let list = tables.objects.word(index * BodyLayout.objectRowSize + 28)
        guard let list, list != BodyLayout.none,
          let count = tables.references.word(4 * Int(list)),
          let words = tables.references.slice(4 * (Int(list) + 1), 4 * Int(count))
        else { return false }
        let isFound = (0..<Int(count)).contains { place in
          let number = Int(words.word(place))
          return number < isSought.count && isSought[number]
        }
        return isFound && !others(ObjectNumber(UInt32(index)))
      }
    }
  }
}
