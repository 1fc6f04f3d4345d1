// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Takes records over from the snapshot before, as the bytes they are.
extension SnapshotBuilder {
  /// Takes over an object's record from the snapshot before, unchanged.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - isWanted: Whether to take it, once it is found.
  /// - Returns: `false` when it was not wanted, or there is no such record.
  @discardableResult
  package func carry(
    _ number: ObjectNumber, if isWanted: (LentRecord) -> Bool = { _ in true }
  ) -> Bool {
    base?.withRecord(number) { record in
      guard isWanted(record), let classIndex = carriedRows.classIndex(of: record, in: self),
        let origin = carriedRows.origin(of: record, in: self), carriedRows.hasRoom(for: record)
      else { return false }
      rows[Int(number.rawValue)] = Row(
        classIndex: classIndex, origin: origin, prerequisite: record.row.prerequisite,
        offset: sink.count, length: record.bytes.count,
        references: links.append(record.references))
      sink.append(record.bytes)
      return true
    } ?? false
  }

  /// What rows of the snapshot before are in the one that is built, found out once for each.
  struct CarriedRows {
    private var classes: [UInt32] = []
    private var origins: [UInt32] = []
    private var byteCount = 0

    /// Whether a record can be taken over: only rows that share their bytes, which no pass writes, come
    /// to more than the archive that they are from.
    mutating func hasRoom(for record: LentRecord) -> Bool {
      byteCount += record.bytes.count + 4 * record.references.count
      return byteCount <= ArchiveLimits.bodySize
    }

    /// The class's row; `nil` when the old one is damaged.
    mutating func classIndex(of record: LentRecord, in builder: SnapshotBuilder) -> UInt32? {
      Self.row(record.row.classIndex, in: &classes) {
        let old = record.classRow
        guard let name = builder.base?.string(old.name) else { return nil }
        return builder.index(
          of: builder.tables.classRow(
            named: name, builder.base?.string(old.restorationClass),
            schemaVersion: old.schemaVersion))
      }
    }

    /// The row of who wrote it; `nil` when the old one is damaged.
    mutating func origin(of record: LentRecord, in builder: SnapshotBuilder) -> UInt32? {
      Self.row(record.row.origin, in: &origins) {
        builder.base?.origin(record.row.origin).map { builder.index(of: $0) }
      }
    }

    private static func row(
      _ old: UInt32, in known: inout [UInt32], _ find: () -> UInt32?
    ) -> UInt32? {
      let index = Int(old)
      if index < known.count, known[index] != BodyLayout.none { return known[index] }
      guard let found = find() else { return nil }  // past its table's end, too
      while known.count <= index { known.append(BodyLayout.none) }
      known[index] = found
      return found
    }
  }
}
