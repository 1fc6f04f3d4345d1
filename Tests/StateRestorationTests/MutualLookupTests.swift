// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct MutualLookupTests {
  let machine = Machine()

  @Test("R165: restoration classes that ask for each other get nil in the inner call")
  func classesThatAskForEachOther() throws {
    let (one, two) = (Node("one"), OtherNode("two"))
    (one.links, two.links) = ([two], [one])
    try machine.save(["One": one, "Two": two], createdByClass: [Node.self, OtherNode.self])
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
    let parent = Node("parent")
    let child = OtherNode("child", parent: parent)
    parent.links = [child]
    try machine.save(
      ["Parent": parent, "Child": child], createdByClass: [Node.self, OtherNode.self])
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
    let first = Node("first")
    let parent = SpecialNode("parent")
    let target = OtherNode("target", parent: parent)
    first.links = [target]
    try machine.save(
      ["First": first, "Target": target, "Parent": parent],
      createdByClass: [Node.self, SpecialNode.self, OtherNode.self])

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

  @Test("R162: equal paths of two kinds do not clash")
  func kindsDoNotClash() throws {
    let node = Node("object")
    let root = Screen("Same")
    root.links = [node]
    let coordinator = machine.coordinator(["Same": node], tree: FakeTree(root))
    let saved = try coordinator.save()
    #expect(saved.diagnostics == [])
    let (rootAgain, nodeAgain) = (Screen("Same"), Node())
    let relaunched = machine.coordinator(["Same": nodeAgain], tree: FakeTree(rootAgain))
    _ = relaunched.restore()
    #expect((rootAgain.text, nodeAgain.text) == ("Same", "object"))
    #expect(rootAgain.links.first === nodeAgain)
  }
}
