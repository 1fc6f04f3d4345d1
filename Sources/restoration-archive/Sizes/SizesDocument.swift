// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Sizes as JSON for programs.
struct SizesDocument: Encodable {
  /// An object's size.
  ///
  /// Objects come parents first, and the largest of siblings first.
  struct Object: Encodable {
    var path: String
    var scene: String
    var kind: KindName
    var className: String?
    /// Whether the archive holds the object, or only references to it.
    var isInArchive: Bool
    /// The number of objects above it.
    var depth: Int
    var own: Int
    var total: Int
  }

  /// The size of a class, or of the values with a name.
  struct Group: Encodable {
    var name: String
    var count: Int
    var bytes: Int
  }

  struct Part: Encodable {
    var name: String
    var bytes: Int
  }

  /// The size of the file in bytes: the sum of its parts.
  var file: Int
  var parts: [Part]
  var objects: [Object]?
  var classes: [Group]?
  var keys: [Group]?

  init(_ reading: ArchiveReading, by grouping: SizesCommand.Grouping) {
    let parts = FileParts(reading)
    file = parts.file
    self.parts = parts.parts.map { Part(name: $0.name, bytes: $0.bytes) }
    func groups(_ groups: [WeightGroup]) -> [Group] {
      groups.map { Group(name: $0.name, count: $0.count, bytes: $0.bytes) }
    }
    switch grouping {
    case .subtree:
      let weights = ObjectWeights(ObjectForest(reading))
      objects = weights.heaviestFirst.map { index in
        let node = weights.forest.nodes[index]
        return Object(
          path: node.address.path.description, scene: node.address.scene,
          kind: KindName(node.address.kind), className: node.record?.className,
          isInArchive: node.record != nil, depth: node.depth, own: weights.own[index],
          total: weights.total[index])
      }
    case .class: classes = groups(WeightGroup.classes(reading))
    case .key: keys = groups(WeightGroup.keys(reading))
    }
  }
}
