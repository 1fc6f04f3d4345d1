// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// The sizes of objects' values, alone and with their subtrees.
///
/// In bytes.
struct ObjectWeights {
  /// The objects.
  let forest: ObjectForest
  /// Own sizes by index in the forest; 0 without a record.
  let own: [Int]
  /// Sizes by index in the forest, with all objects below.
  let total: [Int]
  /// The size of all objects together.
  let sum: Int

  init(_ forest: ObjectForest) {
    self.forest = forest
    let own = forest.nodes.map { $0.record?.size ?? 0 }
    self.own = own
    total = forest.nodes.map { own[$0.subtree].reduce(0, +) }
    sum = own.reduce(0, +)
  }

  /// Returns siblings with the largest first; ties keep the forest's order.
  func sorted(_ siblings: [Int]) -> [Int] {
    siblings.sorted { (-total[$0], $0) < (-total[$1], $1) }
  }

  /// All objects as a tree, the largest first.
  var heaviestFirst: [Int] {
    var order: [Int] = []
    func visit(_ siblings: [Int]) {
      for index in sorted(siblings) {
        order.append(index)
        visit(forest.children(of: index))
      }
    }
    visit(forest.roots)
    return order
  }
}

/// The total size of objects with something in common.
struct WeightGroup: Encodable {
  /// A class or a name.
  var name: String
  /// The number of objects or values.
  var count = 0
  var bytes = 0

  /// Returns groups with the largest first, then by name.
  static func sorted(_ groups: some Sequence<WeightGroup>) -> [WeightGroup] {
    groups.sorted { ($0.bytes, $1.name) > ($1.bytes, $0.name) }
  }

  /// Returns the sizes by class, regardless of kind.
  static func classes(_ reading: ArchiveReading) -> [WeightGroup] {
    var groups: [ExactString: WeightGroup] = [:]
    for record in reading.records {
      groups[ExactString(record.className), default: WeightGroup(name: record.className)]
        .add(record.size)
    }
    return sorted(groups.values)
  }

  /// Returns the sizes by the names of values, across classes.
  ///
  /// Unreadable records are left out.
  static func keys(_ reading: ArchiveReading) -> [WeightGroup] {
    var groups: [ExactString: WeightGroup] = [:]
    for record in reading.records {
      for (key, size) in (try? reading.snapshot.valueSizes(of: record)) ?? [] {
        groups[ExactString(key), default: WeightGroup(name: key)].add(size)
      }
    }
    return sorted(groups.values)
  }

  private mutating func add(_ size: Int) {
    count += 1
    bytes += size
  }
}

/// The parts of an archive file, which add up to its size.
struct FileParts {
  /// A part and its names.
  struct Part: Encodable {
    /// The part's name in JSON.
    let name: String
    /// The part's name for people.
    let title: String
    let bytes: Int

    private enum CodingKeys: CodingKey { case name, bytes }
  }

  /// The size of the file, in bytes.
  let file: Int
  /// The parts, in the order of explanation.
  let parts: [Part]

  init(_ reading: ArchiveReading) {
    let sizes = reading.state.sizes
    let state = reading.snapshot.sizes
    let values = reading.records.reduce(0) { $0 + $1.size }
    file = sizes.file
    let all = [
      Part(name: "values", title: "values of objects", bytes: values),
      Part(name: "names", title: "names: keys, classes, identifiers", bytes: state.strings),
      Part(name: "objects", title: "table of objects", bytes: state.objects),
      Part(name: "paths", title: "table of paths", bytes: state.paths),
      Part(name: "classes", title: "tables of classes and versions", bytes: state.classes),
      Part(name: "notes", title: "notes of passes", bytes: state.notes),
      Part(name: "others", title: "sections of other kinds", bytes: state.unknown),
      Part(
        name: "contents", title: "table of contents, and gaps",
        bytes: state.contents + state.records - values),
      Part(
        name: "superseded", title: "what appended saves replaced, and their tables",
        bytes: sizes.base + sizes.log - state.body),
      Part(name: "header", title: "header", bytes: sizes.header),
      Part(name: "seal", title: "seal", bytes: sizes.seal),
      Part(name: "torn", title: "bytes that do not open", bytes: sizes.torn),
    ]
    parts = all.filter { $0.bytes != 0 }
  }
}
#endif
