// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The paths of an archive as a tree in JSON.
struct TreeJSON: Encodable {
  var scenes: [Scene]

  struct Scene: Encodable {
    var scene: String
    var tree: Node
  }

  /// A step of a path.
  struct Node: Encodable {
    var step: String
    var objects: [Object]
    /// The size of the values here and below, in bytes.
    var size: Int
    var children: [Node]

    init(_ tree: PathTree, newest: RecordOrigin?) {
      step = tree.step
      objects = tree.objects.map { Object($0, newest: newest) }
      children = tree.children.map { Node($0, newest: newest) }
      size = children.reduce(objects.reduce(0) { $0 + ($1.size ?? 0) }) { $0 + $1.size }
    }
  }

  /// An object at a step.
  struct Object: Encodable {
    var kind: KindName
    var className: String?
    var size: Int?
    var outcomes: [String]
    var notes: [String]

    init(_ object: PathTree.Object, newest: RecordOrigin?) {
      kind = KindName(object.address.kind)
      className = object.record?.className
      size = object.record?.size
      outcomes = object.outcomes(newest: newest)
      notes = object.notes.map(\.sentence)
    }
  }

  init(_ reading: ArchiveReading, scene: String?) {
    scenes = PathTree.scenes(of: reading).filter { scene == nil || scene == $0.scene }.map {
      Scene(scene: $0.scene, tree: Node($0.tree, newest: reading.origin))
    }
  }
}
