// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension RestorationSnapshot {
  /// Whether most rows of the tables belong to removed objects.
  ///
  /// Tables only grow while a program runs, and the next launch continues with them. A program that
  /// names its screens after documents would keep the names of all documents it ever showed.
  package var isWasteful: Bool {
    guard unknownSections().isEmpty else { return false }  // they may hold object numbers
    // Tables with this number of records are not wasteful. Most archives reach it in the first
    // quarter, and the count ends there.
    let needed = max((objectCount - 64 + 3) / 4, (body.stringCount - 256 + 63) / 64)
    return !hasRecords(atLeast: needed)
  }

  /// Whether rows share bytes.
  ///
  /// Separate copies would take more memory than the file. No pass writes such rows.
  private var sharesRecords: Bool {
    var rest = body.records.count
    return !body.objects.rows(ObjectRow.self).allSatisfy { row in
      rest -= row.hasRecord ? Int(row.length) : 0
      return rest >= 0
    }
  }

  /// Returns the same state with only the tables its records need.
  ///
  /// Object numbers change. Records that cannot be read are left out.
  ///
  /// - Returns: The smaller snapshot. Returns this one when it has no readable record or has
  ///   unknown sections, or when rows share bytes.
  package func compacted() -> RestorationSnapshot {
    guard !sharesRecords else { return self }
    let records = objects.compactMap { number -> (ObjectRecord, [ArchivedValue.Entry])? in
      guard let record = try? record(number), let values = try? values(of: record) else {
        return nil
      }
      return (record, values)
    }
    guard unknownSections().isEmpty, let origin = records.first?.0.origin else { return self }
    let tables = SnapshotTables()
    func renumber(_ number: ObjectNumber) -> ObjectNumber? {
      address(of: number).map(tables.number(for:))
    }
    let builder = ChangeBuilder(tables: tables, origin: origin)
    for (record, values) in records {
      guard let number = renumber(record.number) else { continue }
      builder.write(
        number, className: record.className, restorationClass: record.restorationClass,
        schemaVersion: UInt32(clamping: record.schemaVersion),
        prerequisite: record.prerequisite.flatMap(renumber), origin: record.origin,
        values: values.map { .init(key: $0.key, value: $0.value.renumbered(renumber)) })
    }
    return builder.snapshot(
      roots: roots.compactMap(renumber), notes: notes, ages: recordAges?.renumbered(renumber))
      ?? self
  }
}

extension ArchivedValue {
  /// Returns the value with other object numbers.
  ///
  /// A reference to an object without a new number becomes an encoded `nil`.
  func renumbered(_ renumber: (ObjectNumber) -> ObjectNumber?) -> ArchivedValue {
    switch self {
    case .reference(let number): renumber(number).map { .reference($0) } ?? .null
    case .array(let elements): .array(elements.map { $0.renumbered(renumber) })
    case .dictionary(let entries):
      .dictionary(
        entries.map { Entry(key: $0.key, value: $0.value.renumbered(renumber)) })
    default: self
    }
  }
}
