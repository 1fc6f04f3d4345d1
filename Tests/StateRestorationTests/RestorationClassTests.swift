// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct RestorationClassTests {
  let machine = Machine()

  @Test("R91: an object restoration class creates its object from path and coder, or skips it")
  func objectRestorationClass() throws {
    let (filter, node) = (Filter(), Node("kept"))
    filter.intensity = 0.5
    node.links = [filter]
    try machine.save(["Filter": filter, "Node": node], createdByClass: [Node.self])
    let relaunched = machine.coordinator()
    var made: Node?
    relaunched.register(Node.self) { path, coder in
      #expect(path == ["Node"])
      #expect(coder.decodeString(forKey: "text") == "kept")
      made = Node()
      return made
    }
    _ = relaunched.restore()
    #expect((made?.links.first as? Filter)?.intensity == 0.5)
    let skipping = machine.coordinator()
    skipping.register(Node.self) { _, _ in nil }
    #expect(
      skipping.restore()["Node"]
        == .dropped("its restoration class StateRestorationTests.Node returned nil"))
  }

  @Test("R74, R91: an object restoration class may register its object or return a registered one")
  func registeredByItsClass() throws {
    try machine.save(
      ["Made": Node("made"), "Shared": OtherNode("shared")],
      createdByClass: [Node.self, OtherNode.self])

    let shared = OtherNode()
    let relaunched = machine.coordinator(["Shared": shared])
    var made: Node?
    relaunched.register(OtherNode.self) { _, _ in shared }
    relaunched.register(Node.self) { _, _ in
      let node = Node()
      relaunched.register(node, as: "Made")
      made = node
      return node
    }
    let report = relaunched.restore()
    #expect(made?.text == "made")
    #expect(shared.text == "shared")
    #expect([made?.decodedCount, shared.decodedCount] == [1, 1])
    #expect(report.diagnostics == [])
    #expect(try relaunched.save().diagnostics == [])
    #expect([made?.encodedCount, shared.encodedCount] == [1, 1])

    // It is registered only once, so a new name does not leave it in another place.
    if let made { relaunched.register(made, as: "Renamed") }
    let renamed = try relaunched.save()
    #expect(renamed["Renamed"] == .encoded)
    #expect(renamed["Made"] == nil)
  }

  @Test(
    "R13, R91, R93, R161: a class creates each object once, by its path, also under equal names")
  func pathsStay() throws {
    let (a, d) = (Node("A"), Node("D"))
    let (ab, db) = (Node("A/B", parent: a), Node("D/B", parent: d))
    let (abc, ae) = (Node("A/B/C", parent: ab), Node("A/E", parent: a))
    try machine.save(
      ["A": a, "B": ab, "C": abc, "D": d, "B": db, "E": ae], createdByClass: [Node.self])

    let relaunched = machine.coordinator()
    var (paths, made): ([[String]], [Node]) = ([], [])
    relaunched.register(Node.self) { path, coder in
      if made.count.isMultiple(of: 2) { #expect(coder.identifierPath == path) }
      paths.append(path)
      made.append(Node())
      return made.last
    }
    _ = relaunched.restore()
    #expect(
      Set(paths) == [["A"], ["A", "B"], ["A", "B", "C"], ["D"], ["D", "B"], ["A", "E"]])
    #expect(made.map(\.text) == paths.map { $0.joined(separator: "/") })
    #expect(made.allSatisfy { $0.decodedCount == 1 })
  }

  @Test("R91: an object registered by a hook is restored in the same restore")
  func registeredByAHook() throws {
    let root = Screen("Root")
    let counter = Counter(7, parent: root)
    root.links = [counter]
    let coordinator = machine.coordinator(["Counter": counter], tree: FakeTree(root))
    try coordinator.save()

    let rootAgain = Screen("Root")
    let again = Counter(parent: rootAgain)
    let tree = FakeTree(rootAgain)
    let relaunched = machine.coordinator(tree: tree)
    tree.onWillDecode = { _ in relaunched.register(again, as: "Counter") }  // as viewDidLoad does
    let report = relaunched.restore()
    #expect(again.value == 7)
    #expect(again.finishedCount == 1)
    #expect(rootAgain.links.first === again)
    #expect(report["Root/Counter"] == .restored)
  }

  @Test("R72, R91: a class registered by a hook creates its objects in the same restore")
  func classRegisteredByAHook() throws {
    try machine.save(
      [
        "Made": OtherNode("made late"), "Registered": Node("registered"),
        "Nobody's": Node("nobody's"),
      ],
      createdByClass: [OtherNode.self])

    let registered = Node()
    let relaunched = machine.coordinator(["Registered": registered])
    var made: OtherNode?
    registered.onDecode = { _ in
      relaunched.register(OtherNode.self) { _, _ in
        made = OtherNode()
        return made
      }
    }
    let report = relaunched.restore()
    #expect(made?.text == "made late")
    #expect([made?.decodedCount, made?.finishedCount] == [1, 1])
    #expect(report["Made"] == .restored)
    #expect(report["Nobody's"] == .unclaimed)
  }

  @Test("R91: an object registered by a hook may register further ones in its own hook")
  func registeredInTurn() throws {
    let count = 5
    let coordinator = machine.coordinator()
    let saved = (0..<count).map { Node("text \($0)") }
    for (index, node) in saved.enumerated() { coordinator.register(node, as: "\(index)") }
    try coordinator.save()

    // In the archive's order, each object comes before the one that registers it, so that no object
    // is found on the way.
    let relaunched = machine.coordinator()
    let again = (0..<count).map { _ in Node() }
    for index in 1..<count {
      again[index].onDecode = { _ in relaunched.register(again[index - 1], as: "\(index - 1)") }
    }
    relaunched.register(again[count - 1], as: "\(count - 1)")
    let report = relaunched.restore()
    #expect(again.map(\.text) == saved.map(\.text))
    #expect(again.allSatisfy { $0.decodedCount == 1 && $0.finishedCount == 1 })
    #expect((0..<count).allSatisfy { report["\($0)"] == .restored })
  }

  @Test("R167: a created object is registered below its parent and held until all hooks have run")
  func madeObjectsAreRegisteredAndHeld() throws {
    let parent = Node("parent")
    try machine.save(
      ["Parent": parent, "Child": OtherNode("child", parent: parent)],
      createdByClass: [Node.self, OtherNode.self])
    let relaunched = machine.coordinator()
    weak var parentAgain: Node?
    var kept: [Node] = []
    func keepWhenFinished(_ node: Node) {
      node.onFinish = { [weak node] in node.map { kept.append($0) } }
    }
    relaunched.register(Node.self) { _, _ in
      let node = Node()
      parentAgain = node
      keepWhenFinished(node)
      return node
    }
    relaunched.register(OtherNode.self) { _, _ in
      let node = OtherNode()
      keepWhenFinished(node)
      return node
    }
    _ = relaunched.restore()
    #expect(kept.map(\.finishedCount) == [1, 1])
    let report = try relaunched.save()
    #expect(report["Parent"] == .encoded)
    #expect(report["Parent/Child"] == .encoded)
    kept = []
    #expect(parentAgain == nil)
  }

  @Test("R87, R167: a created object may be registered under another name while it decodes")
  func madeObjectsAreRegisteredAgain() throws {
    try machine.save(
      ["Node 0": Node("0"), "Node 1": Node("1"), "Node 2": Node("2")], createdByClass: [Node.self])
    let relaunched = machine.coordinator()
    var made: [Node] = []
    relaunched.register(Node.self) { _, _ in
      let node = Node()
      made.append(node)
      node.onDecode = { [unowned node] _ in
        if node.text == "1" { relaunched.register(node, as: "Renamed") }
      }
      return node
    }
    _ = relaunched.restore()
    #expect(made.map(\.text) == ["0", "1", "2"])
    let report = try relaunched.save()
    #expect(report["Node 0"] == .encoded)
    #expect(report["Node 1"] != .encoded)
    #expect(report["Renamed"] == .encoded)
    #expect(report["Node 2"] == .encoded)
  }
}
