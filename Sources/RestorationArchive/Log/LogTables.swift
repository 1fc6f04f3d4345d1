// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The rows that a file and its log hold; those of the next delta are numbered on from them.
///
/// A snapshot has tables of classes, origins and references of its own, so that a delta's rows have
/// to be found among, or added to, those of the file. Strings, paths and numbers are the same in
/// all snapshots of a process and need none of this.
package struct LogTables {
  var classes: Rows
  var origins: Rows
  /// Words of the references section.
  var references: Int

  package init(base: RestorationSnapshot) {
    (classes, origins, references) = base.withBytes { body in
      let view = SnapshotView(base, in: body)
      return (
        Rows(view.classes.bytes, size: BodyLayout.classRowSize),
        Rows(view.origins.bytes, size: BodyLayout.originRowSize),
        view.references.bytes.count / 4
      )
    }
  }

  /// How much there is of each.
  struct Sizes {
    let classes, origins, references: Int
  }

  var sizes: Sizes {
    Sizes(classes: classes.count, origins: origins.count, references: references)
  }

  /// Rows of one size, each there once.
  struct Rows {
    private var bytes: [UInt8]
    private let size: Int

    init(_ bytes: UnsafeRawBufferPointer, size: Int) {
      (self.bytes, self.size) = (Array(bytes.prefix(bytes.count / size * size)), size)
    }

    var count: Int { bytes.count / size }

    /// Where a row stands, added if need be; the newest rows are looked at first.
    mutating func index(of row: UnsafeRawBufferPointer) -> UInt32 {
      let found = bytes.withUnsafeBytes { rows in
        (0..<count).last {
          UnsafeRawBufferPointer(rebasing: rows[$0 * size..<($0 + 1) * size]).equals(row)
        }
      }
      if let found { return UInt32(found) }
      bytes.append(contentsOf: row)
      return UInt32(count - 1)
    }

    /// Where a class's row stands, added if need be.
    mutating func index(of row: SnapshotBuilder.ClassRow) -> UInt32 {
      let words = (
        row.name.littleEndian, row.restorationClass.littleEndian, row.schemaVersion.littleEndian
      )
      return withUnsafeBytes(of: words) { index(of: $0) }
    }

    /// Where a row stands that only the newest one may be equal to; added unless it is.
    mutating func index(ofNew row: UnsafeRawBufferPointer) -> UInt32 {
      let isThere = bytes.withUnsafeBytes {
        UnsafeRawBufferPointer(rebasing: $0.suffix(size)).equals(row)
      }
      if !isThere { bytes.append(contentsOf: row) }
      return UInt32(count - 1)
    }

    func withRows(from index: Int, _ action: (UnsafeRawBufferPointer) -> Void) {
      bytes.withUnsafeBytes { action(UnsafeRawBufferPointer(rebasing: $0[(index * size)...])) }
    }
  }
}
