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

  /// Where the values of a record lie in the body; `nil` when that is not among the records.
  @inline(__always)
  func values(of row: ObjectRow) -> Range<Int>? { records.part(Int(row.offset), Int(row.length)) }

  /// Where the UTF-8 of a string lies in the body.
  func utf8(_ index: UInt32) -> Range<Int>? {
    let index = Int(index)
    guard index < stringCount, let start = strings.word(1 + index),
      let end = strings.word(2 + index), start <= end
    else { return nil }
    return strings.part(8 + 4 * stringCount + Int(start), Int(end - start))
  }

  /// A string of the table.
  func string(_ index: UInt32) -> String? { utf8(index).flatMap { body.text($0) } }

  /// How many steps of paths there are.
  var pathCount: Int { paths.count(of: PathNode.self) }

  /// The step that a path ends in, by the step's row plus one.
  @inline(__always)
  func pathNode(_ path: UInt32) -> PathNode? {
    guard let node: PathNode = paths.row(Int(path) - 1), node.parent < path,
      node.label & 1 == 1 || Int(node.label >> 1) < stringCount
    else { return nil }
    return node
  }

  /// The text from the first string on, up to the beginning of another.
  func text(upTo index: Int) -> ArraySlice<UInt8>? {
    guard let end = strings.word(1 + index) else { return nil }
    return strings.part(8 + 4 * stringCount, Int(end)).map { body[$0] }
  }
}
