// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A step of a scene's paths, with its objects and further steps.
///
/// Two objects lie at one step when their kinds differ. A step has no object when only objects
/// below it are saved.
final class PathTree {
  /// The last step of the path; empty for the scene itself.
  let step: String
  private(set) var objects: [Object] = []
  private(set) var children: [PathTree] = []
  private var places: [RestorationPath.Component: Int] = [:]

  /// An object with a record, or one that only has notes.
  struct Object {
    let address: RestorationAddress
    let record: ObjectRecord?
    let notes: [RestorationNote]
  }

  private init(step: String) { self.step = step }

  /// Returns a tree of paths per scene of an archive.
  ///
  /// Objects that belong to no scene come first.
  static func scenes(of reading: ArchiveReading) -> [(scene: String, tree: PathTree)] {
    let notes = Dictionary(grouping: reading.snapshot.notes, by: \.address)
    let saved = Set(reading.records.map(\.address))
    var scenes: [(scene: String, tree: PathTree)] = []
    var indices: [ExactString: Int] = [:]
    func add(_ object: Object) {
      let scene = object.address.scene
      let index = indices[ExactString(scene)] ?? scenes.count
      if index == scenes.count {
        indices[ExactString(scene)] = index
        scenes.append((scene, PathTree(step: "")))
      }
      scenes[index].tree.node(at: object.address.path.components[...]).objects.append(object)
    }
    for record in reading.records {
      add(Object(address: record.address, record: record, notes: notes[record.address] ?? []))
    }
    var added = saved
    for note in reading.snapshot.notes where added.insert(note.address).inserted {
      add(Object(address: note.address, record: nil, notes: notes[note.address] ?? []))
    }
    return scenes.filter { $0.scene.isEmpty } + scenes.filter { !$0.scene.isEmpty }
  }

  private func node(at path: ArraySlice<RestorationPath.Component>) -> PathTree {
    var node = self
    for component in path {
      if let place = node.places[component] {
        node = node.children[place]
      } else {
        let child = PathTree(step: component.description)
        node.places[component] = node.children.count
        node.children.append(child)
        node = child
      }
    }
    return node
  }

  /// The number of objects below this step.
  var countBelow: Int { children.reduce(0) { $0 + $1.objects.count + $1.countBelow } }
}

extension PathTree.Object {
  /// Returns the object's outcome.
  ///
  /// - Parameter newest: The origin of the newest save.
  /// - Returns: A word or two for each known fact. Whether the object was saved comes first.
  func outcomes(newest: RecordOrigin?) -> [String] {
    var words: [String] = []
    if let record { words.append(record.origin.isOfSameProgram(as: newest) ? "saved" : "carried") }
    // Notes about the application concern objects without a path.
    if address.kind == .application { return words }
    for note in notes where !words.contains(note.outcome.words) { words.append(note.outcome.words) }
    return words
  }
}
