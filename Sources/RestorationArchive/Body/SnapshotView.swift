// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The tables of a snapshot.
struct SnapshotView {
  /// The whole body.
  let body: [UInt8]
  let records, origins, classes, paths, objects, roots, strings: SectionView
  let stringCount: Int
  let objectCount: Int

  init(_ directory: SectionDirectory, in body: [UInt8]) {
    func section(_ section: BodyLayout.Section) -> SectionView {
      SectionView(directory.range(of: section), of: body)
    }
    self.body = body
    (records, origins) = (section(.records), section(.origins))
    (classes, paths) = (section(.classes), section(.paths))
    (objects, roots, strings) = (section(.objects), section(.roots), section(.strings))
    stringCount = directory.stringCount
    objectCount = objects.count(of: ObjectRow.self)
  }

  func row(_ number: ObjectNumber) -> ObjectRow? { objects.row(Int(number.rawValue)) }

  /// Returns the range of a record's values in the body.
  ///
  /// `nil` when the range is outside the section of records.
  @inline(__always)
  func values(of row: ObjectRow) -> Range<Int>? { records.part(Int(row.offset), Int(row.length)) }

  /// Returns the range of a string's UTF-8 in the body.
  func utf8(_ index: UInt32) -> Range<Int>? {
    let index = Int(index)
    guard index < stringCount, let start = strings.word(1 + index),
      let end = strings.word(2 + index), start <= end
    else { return nil }
    return strings.part(8 + 4 * stringCount + Int(start), Int(end - start))
  }

  /// Returns a string of the table.
  func string(_ index: UInt32) -> String? { utf8(index).flatMap { body.text($0) } }

  /// The number of steps in the table of paths.
  var pathCount: Int { paths.count(of: PathNode.self) }

  /// Returns a path's last step, by the step's row plus one.
  @inline(__always)
  func pathNode(_ path: UInt32) -> PathNode? {
    guard let node: PathNode = paths.row(Int(path) - 1), node.parent < path,
      node.label & 1 == 1 || Int(node.label >> 1) < stringCount
    else { return nil }
    return node
  }

  /// Returns the text of all strings before a row.
  func text(upTo index: Int) -> ArraySlice<UInt8>? {
    guard let end = strings.word(1 + index) else { return nil }
    return strings.part(8 + 4 * stringCount, Int(end)).map { body[$0] }
  }
}
