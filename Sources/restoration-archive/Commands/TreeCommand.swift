// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// Prints the paths of an archive as a tree.
struct TreeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Prints the paths of an archive as a tree, with class, size and outcome.",
    discussion: """
      One tree for each scene. Behind each step of a path: the kind, unless it is a controller; the \
      class; how many bytes its values take; and what became of it. "saved" was written by the \
      version of the application that saved last, "carried" by another one or on another system. \
      What the application noted is shown, too: objects that are not preserved, incomplete or \
      share a path with another one when saving, and those that were dropped, got defaults or were \
      asked for by nothing ("unclaimed") at the last launch.

      EXAMPLES
        restoration-archive tree org.example.PhotoViewer
        restoration-archive tree org.example.PhotoViewer --depth 3 --width 20
        restoration-archive tree org.example.PhotoViewer --json

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Option(name: .long, help: "Show this scene only.")
  var scene: String?

  @Option(name: .long, help: "The number of steps to show of each path; JSON has all.")
  var depth: Int?

  @Option(name: .long, help: "The number of steps to show below each; JSON has all.")
  var width: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard depth ?? 1 > 0, width ?? 1 > 0 else {
      throw ValidationError("Depth and width are at least 1.")
    }
  }

  func execute() throws {
    let reading = try archive.open()
    if let scene, !reading.records.contains(where: { $0.address.scene == scene }) {
      throw ToolFailure(.notFound, "The archive has no scene \(scene).")
    }
    if output.json {
      try printJSON(TreeJSON(reading, scene: scene))
    } else {
      let tree = TreeText(
        reading, scene: scene, depth: depth ?? .max, width: width ?? .max, style: output.style)
      print(tree.text, terminator: "")
    }
    if reading.state.end == .damaged || !reading.unreadable.isEmpty {
      throw ToolFailure(.damaged, "Some of the archive could not be read.")
    }
  }
}

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

/// The paths of an archive as an indented tree.
struct TreeText {
  private(set) var text = ""

  private let reading: ArchiveReading
  private let depth: Int
  private let width: Int
  private let style: Style

  /// Writes the trees.
  ///
  /// - Parameters:
  ///   - reading: The archive.
  ///   - scene: The only scene to show; `nil` shows all.
  ///   - depth: The number of steps of a path to show.
  ///   - width: The number of steps to show below each.
  ///   - style: The colours.
  init(_ reading: ArchiveReading, scene: String?, depth: Int, width: Int, style: Style) {
    (self.reading, self.depth, self.width, self.style) = (reading, depth, width, style)
    for (name, tree) in PathTree.scenes(of: reading) where scene == nil || scene == name {
      if !text.isEmpty { text += "\n" }
      let title = name.isEmpty ? "(no scene)" : printable(name)
      text += style(title, .heading) + "\n"
      for object in tree.objects { write(object, name: "", prefix: "", indent: "  ") }
      writeChildren(of: tree, indent: "", depth: 0)
    }
    if let end = reading.state.endText(style) { text += end + "\n" }
  }

  private mutating func writeChildren(of tree: PathTree, indent: String, depth: Int) {
    guard !tree.children.isEmpty else { return }
    guard depth < self.depth else {
      return text += indent + "└ " + hidden(tree.countBelow) + "\n"
    }
    let shown = tree.children.prefix(width)
    let rest = tree.children.dropFirst(width)
    for (place, child) in shown.enumerated() {
      let isLast = place == shown.count - 1 && rest.isEmpty
      let inner = indent + (isLast ? "  " : "│ ")
      var (name, end) = (printable(child.step), child)
      // An empty step above a single other step needs no line of its own.
      while end.objects.isEmpty, end.children.count == 1, let only = end.children.first {
        (name, end) = (name + "/" + printable(only.step), only)
      }
      if end.objects.isEmpty { text += indent + (isLast ? "└ " : "├ ") + name + "\n" }
      for (index, object) in end.objects.enumerated() {
        let branch = index > 0 ? "│ " : isLast ? "└ " : "├ "
        write(object, name: name, prefix: indent + branch, indent: inner)
      }
      writeChildren(of: end, indent: inner, depth: depth + 1)
    }
    let count = rest.reduce(0) { $0 + $1.objects.count + $1.countBelow }
    if !rest.isEmpty { text += indent + "└ " + hidden(count) + "\n" }
  }

  private func hidden(_ count: Int) -> String {
    style("… \(counted(count, "more object", "more objects"))", .quiet)
  }

  private mutating func write(
    _ object: PathTree.Object, name: String, prefix: String, indent: String
  ) {
    var parts: [String] = []
    if !name.isEmpty { parts.append(name) }
    if object.address.kind != .controller {
      parts.append(style("[\(object.address.kind)]", .quiet))
    }
    var facts: [String] = []
    if let record = object.record {
      facts.append(printable(record.className))
      facts.append(counted(record.size, "byte", "bytes"))
    }
    for outcome in object.outcomes(newest: reading.origin) {
      facts.append(style(outcome, role(of: outcome)))
    }
    parts.append(facts.joined(separator: ", "))
    text += (prefix.isEmpty ? indent : prefix) + parts.joined(separator: " ") + "\n"
    for note in object.notes {
      let line = printable("! \(note.outcome.words): \(note.sentence)")
      text += indent + "  " + style(line, .quiet) + "\n"
    }
  }

  private func role(of outcome: String) -> Style.Role {
    switch outcome {
    case "saved": .good
    case "carried": .quiet
    default: .warning
    }
  }
}

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
