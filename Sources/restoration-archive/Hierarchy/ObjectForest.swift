// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects of an archive as trees, parents before their children.
///
/// An object's parent is the nearest object above it on its path. An object without one in its
/// window is a child of the window's own record.
struct ObjectForest {
  struct Node {
    let number: ObjectNumber
    let address: RestorationAddress
    /// The record; `nil` for an object that is only referred to.
    let record: ObjectRecord?
    var parent: Int?
    var depth = 0
    /// The nodes of this one's subtree, itself included.
    var subtree = 0..<0
    /// The number of path components that belong to the parent.
    var inherited = 0

    /// The position for finding parents.
    ///
    /// A window is above all other objects of its scene, and below none.
    fileprivate var place: RestorationPath {
      address.kind == .window ? RestorationPath() : address.path
    }

    /// The path below the parent.
    ///
    /// For an object without a path, the kind and its window.
    var step: String {
      let own = address.path.components.dropFirst(inherited)
      return own.isEmpty
        ? address.description : own.map(\.description).joined(separator: "/")
    }
  }

  /// Parents before children; siblings in the order of first appearance.
  private(set) var nodes: [Node] = []
  private var places: [ObjectNumber: Int] = [:]

  /// Arranges an archive's objects, and the objects that its records reference.
  init(_ reading: ArchiveReading) {
    var entries = reading.records.map {
      Node(number: $0.number, address: $0.address, record: $0)
    }
    let known = Set(entries.map(\.number))
    let named = Set(
      reading.records.flatMap { $0.references + ($0.prerequisite.map { [$0] } ?? []) })
    for number in named.subtracting(known).sorted() {
      guard let address = reading.snapshot.address(of: number) else { continue }
      entries.append(Node(number: number, address: address, record: nil))
    }
    entries.sort { (Self.rank($0), $0.number) < (Self.rank($1), $1.number) }
    arrange(entries)
  }

  /// Returns an object's index; `nil` if it is neither present nor referenced.
  subscript(number: ObjectNumber) -> Int? { places[number] }

  /// Returns the direct children of a node.
  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var next = index + 1
    while next < nodes[index].subtree.upperBound {
      children.append(next)
      next = nodes[next].subtree.upperBound
    }
    return children
  }

  /// The nodes without a parent.
  var roots: [Int] { nodes.indices.filter { nodes[$0].parent == nil } }

  private static func rank(_ node: Node) -> Int {
    switch node.address.kind {
    case .application: 0
    case .window: 1
    case .controller, .view: 2
    case .object: node.address.scene.isEmpty ? 3 : 2
    }
  }

  private mutating func arrange(_ entries: [Node]) {
    var owners = PlaceTable<Int>()
    for (index, entry) in entries.enumerated() where entry.address.kind != .application {
      let (scene, kind, path) = (entry.address.scene, entry.address.kind, entry.place)
      // A controller and its view may share a path; objects below belong to the controller.
      let owner = owners[scene, path].map { entries[$0].address.kind.rawValue } ?? .max
      if kind.rawValue < owner { owners[scene, path] = index }
    }
    var children: [[Int]] = Array(repeating: [], count: entries.count)
    var (entries, roots) = (entries, [Int]())
    for (index, entry) in entries.enumerated() {
      let owner = owners.nearest(above: entry.place, in: entry.address.scene)
      if let owner, owner.value != index {
        entries[index].inherited = owner.depth
        children[owner.value].append(index)
      } else {
        roots.append(index)
      }
    }
    for root in roots { place(root, of: entries, children, parent: nil, depth: 0) }
  }

  /// Places a node and its subtree.
  ///
  /// Recursion is no deeper than the path's length, since a parent's path is shorter.
  private mutating func place(
    _ index: Int, of entries: [Node], _ children: [[Int]], parent: Int?, depth: Int
  ) {
    let position = nodes.count
    nodes.append(entries[index])
    places[entries[index].number] = position
    for child in children[index] {
      place(child, of: entries, children, parent: position, depth: depth + 1)
    }
    (nodes[position].parent, nodes[position].depth) = (parent, depth)
    nodes[position].subtree = position..<nodes.count
  }
}
