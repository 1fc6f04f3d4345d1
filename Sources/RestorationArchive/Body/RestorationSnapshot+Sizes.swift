// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What the bytes of a snapshot are, in bytes.
package struct SnapshotSizes: Hashable, Sendable {
  /// The whole body.
  package let body: Int
  /// Values of objects, with their keys' numbers.
  package let records: Int
  /// Names: keys, classes, identifiers and versions, each there once.
  package let strings: Int
  /// Components of paths.
  package let paths: Int
  /// Rows of classes, and of who wrote records.
  package let classes: Int
  /// Rows of objects, and the roots.
  package let objects: Int
  /// What passes had to say (R151), and how old records are.
  package let notes: Int
  /// Sections that this version does not know.
  package let unknown: Int

  /// The table of contents.
  package var contents: Int {
    body - records - strings - paths - classes - objects - notes - unknown
  }
}

extension RestorationSnapshot {
  /// What the bytes of this state are.
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

  /// How many bytes each value of an object takes, its key's number included.
  ///
  /// - Parameter record: The object.
  /// - Returns: Keys and sizes, in the order in which they were written; the sum is the record's.
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
