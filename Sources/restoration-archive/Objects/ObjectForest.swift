// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// The objects of an archive as trees, parents before their children.
///
/// An object's parent is the nearest object above it on its path. An object without one in its
/// window is a child of the window's own record.
struct ObjectForest {
  struct Node {
    let address: RestorationAddress
    /// The record; `nil` for an object that only references or notes name.
    let record: ObjectRecord?
    let notes: [RestorationNote]
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

    /// Returns what became of the object.
    ///
    /// - Parameter newest: The origin of the newest save.
    /// - Returns: A word or two for each fact; whether the object was saved comes first.
    func outcomes(newest: RecordOrigin?) -> [String] {
      var words: [String] = []
      if let record {
        words.append(record.origin.isOfSameProgram(as: newest) ? "saved" : "carried")
      } else if notes.isEmpty {
        words.append("not in this archive")
      }
      // Notes about the application concern objects without a path.
      for note in notes where address.kind != .application && !words.contains(note.outcome.words) {
        words.append(note.outcome.words)
      }
      return words
    }
  }

  /// Parents before children; siblings in the order of first appearance.
  private(set) var nodes: [Node] = []
  private var places: [RestorationAddress: Int] = [:]

  /// Arranges an archive's objects, and those that its records and notes name.
  init(_ reading: ArchiveReading) {
    let (snapshot, records) = (reading.snapshot, reading.records.sorted { $0.number < $1.number })
    let notes = Dictionary(grouping: snapshot.notes, by: \.address)
    var entries = records.map {
      Node(address: $0.address, record: $0, notes: notes[$0.address] ?? [])
    }
    var known = Set(records.map(\.address))
    let named = Set(records.flatMap { $0.references + ($0.prerequisite.map { [$0] } ?? []) })
    let others = named.sorted().compactMap { snapshot.address(of: $0) }
    for address in others + snapshot.notes.map(\.address) where known.insert(address).inserted {
      entries.append(Node(address: address, record: nil, notes: notes[address] ?? []))
    }
    arrange((0...3).flatMap { rank in entries.filter { Self.rank($0) == rank } })
  }

  /// Returns an object's index; `nil` if nothing in the archive names it.
  subscript(address: RestorationAddress) -> Int? { places[address] }

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
    // By scene and path; the kind of these keys says nothing.
    var owners: [RestorationAddress: Int] = [:]
    func key(_ entry: Node, _ path: RestorationPath) -> RestorationAddress {
      RestorationAddress(scene: entry.address.scene, kind: .window, path: path)
    }
    for (index, entry) in entries.enumerated() where entry.address.kind != .application {
      let place = key(entry, entry.place)
      // A controller and its view may share a path; objects below belong to the controller.
      let owner = owners[place].map { entries[$0].address.kind.rawValue } ?? .max
      if entry.address.kind.rawValue < owner { owners[place] = index }
    }
    var children: [[Int]] = Array(repeating: [], count: entries.count)
    var (entries, roots) = (entries, [Int]())
    for (index, entry) in entries.enumerated() {
      var (components, owner) = (entry.place.components, Int?.none)
      while owner == nil, components.popLast() != nil {
        owner = owners[key(entry, RestorationPath(components))]
      }
      if let owner {
        entries[index].inherited = components.count
        children[owner].append(index)
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
    places[entries[index].address] = position
    for child in children[index] {
      place(child, of: entries, children, parent: position, depth: depth + 1)
    }
    (nodes[position].parent, nodes[position].depth) = (parent, depth)
    nodes[position].subtree = position..<nodes.count
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
        guard let to = snapshot.address(of: number).flatMap({ self[$0] }) else { return }
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
      if let to = record.prerequisite.flatMap({ snapshot.address(of: $0) }).flatMap({ self[$0] }) {
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
  private var scenes: [ExactString: Int] = [:]

  /// Names the objects of an archive.
  ///
  /// - Parameters:
  ///   - forest: The objects, with those that only notes name.
  ///   - snapshot: The state that numbers the objects.
  ///   - revealsPaths: Whether objects are named by their paths.
  init(_ forest: ObjectForest, in snapshot: RestorationSnapshot, revealsPaths: Bool) {
    self.revealsPaths = revealsPaths
    guard !revealsPaths else { return }
    let numbered = (0..<UInt32(snapshot.objectCount)).compactMap {
      snapshot.address(of: ObjectNumber($0))
    }
    for address in numbered + forest.nodes.map(\.address) where aliases[address] == nil {
      aliases[address] = aliases.count
      let scene = ExactString(address.scene)
      if !address.scene.isEmpty, scenes[scene] == nil { scenes[scene] = scenes.count + 1 }
    }
  }

  /// Returns an object's path or alias.
  func name(_ address: RestorationAddress) -> String {
    if revealsPaths { return address.description }
    return aliases[address].map { "object \($0 + 1)" } ?? "an object"
  }

  /// Returns an address that consists of aliases.
  ///
  /// Its path has those of the objects above it, and its own.
  func hidden(_ address: RestorationAddress, in forest: ObjectForest) -> ExportedAddress {
    var steps = [name(address)]
    var node = forest[address].map { forest.nodes[$0] }
    while let above = node?.parent.map({ forest.nodes[$0] }), above.address.kind != .window {
      steps.append(name(above.address))
      node = above
    }
    return ExportedAddress(
      kind: address.kind, scene: scene(address) ?? "",
      path: steps.reversed().joined(separator: "/"))
  }

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
#endif
