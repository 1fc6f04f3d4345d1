// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The tables of a snapshot, while its bytes are lent.
struct SnapshotView {
  let records, origins, classes, paths, objects, roots, strings: SectionView
  let stringCount: Int
  let objectCount: Int

  init(_ directory: SectionDirectory, in body: UnsafeRawBufferPointer) {
    func section(_ section: BodyLayout.Section) -> SectionView {
      SectionView(UnsafeRawBufferPointer(rebasing: body[directory.range(of: section)]))
    }
    (records, origins) = (section(.records), section(.origins))
    (classes, paths) = (section(.classes), section(.paths))
    (objects, roots, strings) = (section(.objects), section(.roots), section(.strings))
    stringCount = directory.stringCount
    objectCount = objects.count(of: ObjectRow.self)
  }

  func row(_ number: ObjectNumber) -> ObjectRow? { objects.row(Int(number.rawValue)) }

  /// The values of a record; `nil` when they do not lie among the records.
  @inline(__always)
  func values(of row: ObjectRow) -> UnsafeRawBufferPointer? {
    records.slice(Int(row.offset), Int(row.length))
  }

  /// The UTF-8 of a string.
  func utf8(_ index: UInt32) -> UnsafeRawBufferPointer? {
    let index = Int(index)
    guard index < stringCount, let start = strings.word(1 + index),
      let end = strings.word(2 + index), start <= end
    else { return nil }
    return strings.slice(8 + 4 * stringCount + Int(start), Int(end - start))
  }

  /// A string of the table.
  func string(_ index: UInt32) -> String? { utf8(index).flatMap { String(exactly: $0) } }

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
  func text(upTo index: Int) -> UnsafeRawBufferPointer? {
    guard let end = strings.word(1 + index) else { return nil }
    return strings.slice(8 + 4 * stringCount, Int(end))
  }
}
