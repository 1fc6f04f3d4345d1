// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The sizes of a snapshot's parts, in bytes.
package struct SnapshotSizes: Hashable, Sendable {
  /// The whole body.
  package let body: Int
  /// Values of objects, with the numbers of their coding keys.
  package let records: Int
  /// Strings: coding keys, classes, identifiers and versions, without duplicates.
  package let strings: Int
  /// Components of paths.
  package let paths: Int
  /// Rows of classes and origins.
  package let classes: Int
  /// Rows of objects, and the roots.
  package let objects: Int
  /// Notes of passes, and ages of records.
  package let notes: Int
  /// Sections that this version does not know.
  package let unknown: Int

  /// The table of contents.
  package var contents: Int {
    body - records - strings - paths - classes - objects - notes - unknown
  }
}

extension RestorationSnapshot {
  /// The sizes of this state's parts.
  package var sizes: SnapshotSizes {
    func size(_ sections: BodyLayout.Section...) -> Int {
      sections.reduce(0) { $0 + range(of: $1).count }
    }
    return SnapshotSizes(
      body: byteCount, records: size(.records), strings: size(.strings), paths: size(.paths),
      classes: size(.classes, .origins), objects: size(.objects, .roots),
      notes: size(.notes, .noteTime, .ages),
      unknown: unknownSections().reduce(0) { $0 + $1.bytes.count })
  }

  /// Returns the size of each value of an object, in bytes.
  ///
  /// - Parameter record: The object.
  /// - Returns: Coding keys and sizes, in the order they were written. A size includes the number
  ///   of the coding key; the sum is the size of the record.
  /// - Throws: ``ArchiveError`` when the record is malformed.
  package func valueSizes(of record: ObjectRecord) throws(ArchiveError) -> [(
    key: String, size: Int
  )] {
    var source = ByteSource(bytes, record.range)
    var sizes: [(key: String, size: Int)] = []
    while !source.isAtEnd {
      let start = source.position
      guard let key = source.variable().flatMap(UInt32.init(exactly:)).flatMap(string),
        source.skipValue()
      else { throw ArchiveError(.damaged, "A record of the archive is malformed") }
      sizes.append((key, source.position - start))
    }
    return sizes
  }
}
