// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// How many bytes the values of objects take, each by itself and with all below it.
struct ObjectWeights {
  /// The objects.
  let forest: ObjectForest
  /// By place in the forest; nothing for an object without a record.
  let own: [Int]
  /// With all that lies below.
  let total: [Int]
  /// What all objects take together.
  let sum: Int

  init(_ forest: ObjectForest) {
    self.forest = forest
    let own = forest.nodes.map { $0.record?.size ?? 0 }
    self.own = own
    total = forest.nodes.map { own[$0.subtree].reduce(0, +) }
    sum = own.reduce(0, +)
  }

  /// Siblings with the heaviest first; equal ones in the order of the forest.
  func sorted(_ siblings: [Int]) -> [Int] {
    siblings.sorted { (-total[$0], $0) < (-total[$1], $1) }
  }

  /// All objects as a tree, the heaviest first.
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

/// What all objects with something in common take.
struct WeightGroup: Hashable {
  /// A class or a key.
  var name: String
  /// How many objects or values.
  var count = 0
  var bytes = 0

  /// The heaviest first, then by name.
  static func sorted(_ groups: some Sequence<WeightGroup>) -> [WeightGroup] {
    groups.sorted { ($0.bytes, $1.name) > ($1.bytes, $0.name) }
  }

  /// By class, whatever the objects' kind.
  static func classes(_ reading: ArchiveReading) -> [WeightGroup] {
    var groups: [ExactString: WeightGroup] = [:]
    for record in reading.records {
      groups[ExactString(record.className), default: WeightGroup(name: record.className)]
        .add(record.size)
    }
    return sorted(groups.values)
  }

  /// By key, in whatever class it was written; records that cannot be read are left out.
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
