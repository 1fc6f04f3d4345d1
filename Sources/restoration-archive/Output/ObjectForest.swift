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

/// Values by scene and path, regardless of kind.
struct PlaceTable<Value> {
  private struct Place: Hashable {
    let scene: ExactString
    let path: RestorationPath
  }

  private var values: [Place: Value] = [:]

  /// The value at a path of a scene.
  subscript(scene: String, path: RestorationPath) -> Value? {
    get { values[Place(scene: ExactString(scene), path: path)] }
    set { values[Place(scene: ExactString(scene), path: path)] = newValue }
  }

  /// Returns the nearest value above a path.
  ///
  /// - Returns: The value and the number of steps to it; `nil` when there is none.
  func nearest(above path: RestorationPath, in scene: String) -> (value: Value, depth: Int)? {
    var components = path.components
    while components.popLast() != nil {
      if let value = self[scene, RestorationPath(components)] { return (value, components.count) }
    }
    return nil
  }
}

/// A link from an object to another that it names.
struct ObjectLink: Hashable {
  /// The reason why one object names another.
  enum Kind: Hashable {
    /// A value refers to it.
    case reference
    /// It must be restored first.
    case prerequisite
  }

  /// Indices into an ``ObjectForest``.
  let from: Int
  let to: Int
  let kind: Kind
  /// The names of the referring values, in the order of writing.
  var keys: [String] = []
}

extension ObjectForest {
  /// Returns the links between objects, in the order of their sources.
  ///
  /// There is one link for each pair and kind.
  func links(in snapshot: RestorationSnapshot) -> [ObjectLink] {
    var links: [ObjectLink] = []
    for (from, node) in nodes.enumerated() {
      guard let record = node.record else { continue }
      var places: [ObjectNumber: Int] = [:]
      func link(to number: ObjectNumber, under key: String?) {
        guard let to = self[number] else { return }
        let place = places[number] ?? links.count
        if place == links.count {
          places[number] = place
          links.append(ObjectLink(from: from, to: to, kind: .reference))
        }
        if let key, links[place].keys.last != key { links[place].keys.append(key) }
      }
      for entry in (try? snapshot.values(of: record)) ?? [] {
        entry.value.forEachReference { link(to: $0, under: entry.key) }
      }
      for number in record.references where places[number] == nil { link(to: number, under: nil) }
      if let to = record.prerequisite.flatMap({ self[$0] }) {
        links.append(ObjectLink(from: from, to: to, kind: .prerequisite))
      }
    }
    return links
  }
}

extension ArchivedValue {
  /// Calls a closure for each reference in a value, in order.
  func forEachReference(_ action: (ObjectNumber) -> Void) {
    switch self {
    case .reference(let number): action(number)
    case .array(let elements): for element in elements { element.forEachReference(action) }
    case .dictionary(let entries): for entry in entries { entry.value.forEachReference(action) }
    default: break
    }
  }
}

extension ObjectKind {
  /// The kind as a word for sentences and class names.
  var word: String { "\(self)" }
}

/// The names of objects where paths may be private.
///
/// A name is a path or an alias. An alias is made from the object's number in the archive, and is
/// the same for the same archive. An object that was dropped has no number; it gets one of the
/// numbers that follow.
struct ObjectNames {
  /// Whether paths are shown.
  let revealsPaths: Bool
  private var aliases: [RestorationAddress: Int] = [:]
  private var count: Int
  private var scenes: [ExactString: Int] = [:]

  /// Names the objects of an archive, and others.
  ///
  /// - Parameters:
  ///   - snapshot: The state that numbers the objects.
  ///   - others: Objects that may be missing from it, in their order.
  ///   - revealsPaths: Whether objects are named by their paths.
  init(
    _ snapshot: RestorationSnapshot, others: [RestorationAddress] = [], revealsPaths: Bool
  ) {
    self.revealsPaths = revealsPaths
    count = snapshot.objectCount
    guard !revealsPaths else { return }
    for index in 0..<snapshot.objectCount {
      guard let address = snapshot.address(of: ObjectNumber(UInt32(index))) else { continue }
      add(address, index)
    }
    for address in others where aliases[address] == nil {
      add(address, count)
      count += 1
    }
  }

  private mutating func add(_ address: RestorationAddress, _ number: Int) {
    aliases[address] = number
    let scene = ExactString(address.scene)
    if !address.scene.isEmpty, scenes[scene] == nil { scenes[scene] = scenes.count + 1 }
  }

  /// Returns an object's path or alias.
  func name(_ address: RestorationAddress) -> String {
    if revealsPaths { return address.description }
    return aliases[address].map(Self.alias) ?? "an object"
  }

  /// Returns the alias of an object of the archive.
  static func alias(_ number: ObjectNumber) -> String { alias(Int(number.rawValue)) }

  private static func alias(_ number: Int) -> String { "object \(number + 1)" }

  /// Returns an object's path below its parent, or its alias.
  func step(_ node: ObjectForest.Node) -> String {
    revealsPaths ? node.step : name(node.address)
  }

  /// Returns a window's identifier or alias; `nil` for no window.
  func scene(_ address: RestorationAddress) -> String? {
    if address.scene.isEmpty { return nil }
    return revealsPaths ? address.scene : "scene \(scenes[ExactString(address.scene)] ?? 0)"
  }
}
