// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Objects registered before their parents, so at first without a path.
@Suite struct ClaimingOrphansTests {
  let machine = Machine()

  /// Returns a chain of nodes, each the parent of the next.
  ///
  /// The first one lies below `parent`. Each is named after its text.
  private func chain(_ names: String..., below parent: Node? = nil) -> [Node] {
    var nodes: [Node] = []
    for name in names { nodes.append(Node(name, parent: nodes.last ?? parent)) }
    return nodes
  }

  /// Saves nodes under their texts.
  private func save(_ nodes: [Node], createdByClass types: [Node.Type] = []) throws {
    let coordinator = machine.coordinator()
    for node in nodes { coordinator.register(node, as: node.text) }
    for type in types { coordinator.register(type) { _, _ in nil } }
    try coordinator.save()
  }

  /// Saves nodes, and relaunches without any of them.
  private func relaunch(after saved: [Node]) throws -> RestorationCoordinator {
    try save(saved)
    let relaunched = machine.coordinator()
    #expect(relaunched.restore().outcomes.allSatisfy { $0.result == .unclaimed })
    return relaunched
  }

  @Test(
    "R194: objects registered in any order are restored once all their ancestors are there",
    arguments: UInt64(1)...4)
  func anyOrder(seed: UInt64) throws {
    let count = 200
    func forest(_ text: (Int) -> String) -> [Node] {
      var nodes: [Node] = []
      for number in 0..<count {
        nodes.append(Node(text(number), parent: number < 3 ? nil : nodes[number / 3]))
      }
      return nodes
    }
    let saved = forest { "n\($0)" }
    let relaunched = try relaunch(after: saved)
    let nodes = forest { _ in "" }
    var numbers = SeededNumbers(state: seed)
    var present: Set<Int> = []
    func isComplete(_ number: Int) -> Bool {
      present.contains(number) && (number < 3 || isComplete(number / 3))
    }
    for number in (0..<count).shuffled(using: &numbers) {
      relaunched.register(nodes[number], as: "n\(number)")
      present.insert(number)
      let wrong = nodes.indices.filter { other in
        (nodes[other].text, nodes[other].decodedCount)
          != (isComplete(other) ? ("n\(other)", 1) : ("", 0))
      }
      #expect(wrong.isEmpty)
    }
    #expect(try relaunched.save().outcomes.allSatisfy { $0.result == .encoded })
  }

  @Test(
    "R160, R194: registering an object below another parent also restores the objects below it"
  )
  func parentIsGivenAnother() throws {
    let relaunched = try relaunch(after: chain("Root", "Folder", "Item"))
    let (root, stranger) = (Node(), Node())
    let folder = Node(parent: stranger)
    let item = Node(parent: folder)
    relaunched.register(root, as: "Root")
    relaunched.register(item, as: "Item")
    relaunched.register(folder, as: "Folder")
    #expect((folder.decodedCount, item.decodedCount) == (0, 0))
    folder.restorationParent = root
    relaunched.register(folder, as: "Folder")
    #expect((folder.text, item.text) == ("Folder", "Item"))
  }

  @Test(
    "R160, R194: an object whose parent was released is restored when registered again without one")
  func parentGoes() throws {
    let relaunched = try relaunch(after: chain("Folder", "Item"))
    var stranger: Node? = Node()
    let folder = Node(parent: stranger)
    let item = Node(parent: folder)
    relaunched.register(folder, as: "Folder")
    relaunched.register(item, as: "Item")
    stranger = nil
    relaunched.register(Node(), as: "Other")
    #expect((folder.decodedCount, item.decodedCount) == (0, 0))
    folder.restorationParent = nil
    relaunched.register(folder, as: "Folder")
    #expect((folder.text, item.text) == ("Folder", "Item"))
  }

  @Test("R22, R194: of two objects waiting for one parent at one path, the first is restored")
  func twins() throws {
    let relaunched = try relaunch(after: chain("Root", "Item"))
    let root = Node()
    let (item, twin) = (Node(parent: root), Node(parent: root))
    relaunched.register(item, as: "Item")
    relaunched.register(twin, as: "Item")
    relaunched.register(root, as: "Root")
    #expect((item.text, twin.text) == ("Item", ""))
    let issues = try relaunched.save().issues
    #expect(!issues.isEmpty)
  }

  @Test("R22, R91: of two objects below waiting parents, the one registered first is restored")
  func twinsBelowOthers() throws {
    let names = (1...8).map { "Folder \($0)" }
    let root = Node("Root")
    let folders = names.map { Node($0, parent: root) }
    try save([Node("First"), root] + folders + folders.map { Node("Item", parent: $0) })

    let (first, newRoot) = (Node(), Node())
    let relaunched = machine.coordinator(["First": first, "Root": newRoot])
    let strangers = (names + names).map { _ in Node() }
    let parents = strangers.map { Node(parent: $0) }
    let twins = parents.map { Node(parent: $0) }
    for (parent, name) in zip(parents, names + names) { relaunched.register(parent, as: name) }
    for twin in twins { relaunched.register(twin, as: "Item") }
    first.onDecode = { _ in
      for (parent, name) in zip(parents, names + names) {
        parent.restorationParent = newRoot
        relaunched.register(parent, as: name)
      }
    }
    _ = relaunched.restore()
    #expect(twins.map(\.text) == names.map { _ in "Item" } + names.map { _ in "" })
    withExtendedLifetime(strangers) {}
  }

  @Test("R91, R160: an object waiting at launch is found below a parent that the restore creates")
  func parentIsObtained() throws {
    let root = SpecialNode("Root")
    try save([root] + chain("Item", below: root), createdByClass: [SpecialNode.self])

    let relaunched = machine.coordinator()
    let rootAgain = SpecialNode()
    let item = Node(parent: rootAgain)
    relaunched.register(SpecialNode.self) { _, _ in rootAgain }
    relaunched.register(item, as: "Item")
    _ = relaunched.restore()
    #expect((rootAgain.text, item.text) == ("Root", "Item"))
  }

  @Test("R91, R194: a hook that registers a parent restores the objects waiting for it")
  func hookRegistersParent() throws {
    try save(chain("Root", "Item") + [Node("First")])

    let relaunched = machine.coordinator()
    let (first, root) = (Node(), Node())
    let item = Node(parent: root)
    first.onDecode = { _ in relaunched.register(root, as: "Root") }
    relaunched.register(item, as: "Item")
    relaunched.register(first, as: "First")
    let report = relaunched.restore()
    #expect((first.text, root.text, item.text) == ("First", "Root", "Item"))
    #expect(report.outcomes.allSatisfy { $0.result == .restored })
  }
}
