// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct MutualLookupTests {
  let machine = Machine()

  @Test("R165: restoration classes that ask for each other get nil in the inner call")
  func classesThatAskForEachOther() throws {
    let coordinator = machine.coordinator()
    coordinator.register(Node.self) { _, _ in nil }
    coordinator.register(OtherNode.self) { _, _ in nil }
    let (one, two) = (Node("one"), OtherNode("two"))
    (one.links, two.links) = ([two], [one])
    coordinator.register(one, as: "One")
    coordinator.register(two, as: "Two")
    try coordinator.save()
    (one.links, two.links) = ([], [])

    let relaunched = machine.coordinator()
    var seen: [Int] = []
    var made: [Node] = []
    relaunched.register(Node.self) { _, coder in
      seen.append(coder.decodeAnyObjects(forKey: "links").count)
      made.append(Node())
      return made.last
    }
    relaunched.register(OtherNode.self) { _, coder in
      seen.append(coder.decodeAnyObjects(forKey: "links").count)
      let other = OtherNode()
      made.append(other)
      return other
    }
    let report = relaunched.restore()
    #expect(seen == [0, 1])
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.contains("asked for while it is being made") == true)
    #expect(made.map(\.decodedCount) == [1, 1])
    #expect(made.allSatisfy { $0.links.count == 1 })
    made.forEach { $0.links = [] }
  }

  @Test("R165: a restoration class that asks for an object below its own gets nil at first")
  func classThatAsksForItsChild() throws {
    let coordinator = machine.coordinator()
    coordinator.register(Node.self) { _, _ in nil }
    let parent = Node("parent")
    let child = OtherNode("child", parent: parent)
    parent.links = [child]
    coordinator.register(OtherNode.self) { _, _ in nil }
    coordinator.register(parent, as: "Parent")
    coordinator.register(child, as: "Child")
    try coordinator.save()
    let relaunched = machine.coordinator()
    var inner = -1
    relaunched.register(Node.self) { _, coder in
      inner = coder.decodeAnyObjects(forKey: "links").count
      return Node()
    }
    relaunched.register(OtherNode.self) { _, _ in OtherNode() }
    let report = relaunched.restore()
    #expect(inner == 0)
    #expect(report["Parent"] == .restored)
    #expect(report["Parent/Child"] == .restored)
  }

  @Test("R58: a restoration class reads its coder and gets referenced objects, parents first")
  func classReadsItsCoder() throws {
    let coordinator = machine.coordinator()
    for type in [Node.self, SpecialNode.self, OtherNode.self] {
      coordinator.register(type) { _, _ in nil }
    }
    let first = Node("first")
    let parent = SpecialNode("parent")
    let target = OtherNode("target", parent: parent)
    first.links = [target]
    coordinator.register(first, as: "First")
    coordinator.register(target, as: "Target")
    coordinator.register(parent, as: "Parent")
    try coordinator.save()

    let relaunched = machine.coordinator()
    var made: [String] = []
    var text: String?
    var found: OtherNode?
    relaunched.register(Node.self) { path, coder in
      text = coder.decodeString(forKey: "text")
      found = coder.decodeAnyObjects(forKey: "links").first as? OtherNode
      made.append(path.joined(separator: "/"))
      return Node()
    }
    relaunched.register(SpecialNode.self) { path, _ in
      made.append(path.joined(separator: "/"))
      return SpecialNode()
    }
    relaunched.register(OtherNode.self) { path, _ in
      made.append(path.joined(separator: "/"))
      return OtherNode()
    }
    _ = relaunched.restore()
    #expect(text == "first")
    #expect(found?.text == "target")
    #expect(made == ["Parent", "Parent/Target", "First"])
  }

  @Test("R161: equal identifiers under two parents are two objects with different paths")
  func equalIdentifiers() throws {
    let coordinator = machine.coordinator()
    let (left, right) = (Node("left"), Node("right"))
    let (inLeft, inRight) = (OtherNode("l", parent: left), OtherNode("r", parent: right))
    coordinator.register(OtherNode.self) { _, _ in nil }
    coordinator.register(left, as: "Left")
    coordinator.register(right, as: "Right")
    coordinator.register(inLeft, as: "Item")
    coordinator.register(inRight, as: "Item")
    try coordinator.save()
    let relaunched = machine.coordinator()
    let (leftAgain, rightAgain) = (Node(), Node())
    relaunched.register(leftAgain, as: "Left")
    relaunched.register(rightAgain, as: "Right")
    var made: [[String]: OtherNode] = [:]
    relaunched.register(OtherNode.self) { path, _ in
      made[path] = OtherNode()
      return made[path]
    }
    _ = relaunched.restore()
    #expect(made[["Left", "Item"]]?.text == "l")
    #expect(made[["Right", "Item"]]?.text == "r")
  }

  @Test("R162: equal paths of two kinds do not clash")
  func kindsDoNotClash() throws {
    let node = Node("object")
    let root = Screen("Same")
    root.links = [node]
    let coordinator = machine.coordinator(tree: FakeTree(root))
    coordinator.register(node, as: "Same")
    let saved = try coordinator.save()
    #expect(saved.diagnostics == [])
    let (rootAgain, nodeAgain) = (Screen("Same"), Node())
    let relaunched = machine.coordinator(tree: FakeTree(rootAgain))
    relaunched.register(nodeAgain, as: "Same")
    _ = relaunched.restore()
    #expect((rootAgain.text, nodeAgain.text) == ("Same", "object"))
    #expect(rootAgain.links.first === nodeAgain)
  }
}
