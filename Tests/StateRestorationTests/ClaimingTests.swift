// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Objects registered one by one after launch claim their own records.
@Suite struct ClaimingTests {
  let machine = Machine()

  /// Saves a forest of nodes, each named and filled with its number.
  ///
  /// A node's parent is the one with half its number; nodes 0 and 1 have none.
  private func saveForest(_ count: Int) throws -> [Node] {
    let coordinator = machine.coordinator()
    let nodes = forest(count) { "\($0)" }
    for (number, node) in nodes.enumerated() { coordinator.register(node, as: "n\(number)") }
    try coordinator.save()
    return nodes
  }

  private func forest(_ count: Int, text: (Int) -> String = { _ in "" }) -> [Node] {
    var nodes: [Node] = []
    for number in 0..<count {
      let parent: Node? = number < 2 ? nil : nodes[number / 2]
      nodes.append(Node(text(number), parent: parent))
    }
    return nodes
  }

  @Test("R194: each of a thousand objects registered one by one gets its own state, once")
  func oneByOne() throws {
    let saved = try saveForest(1_000)
    let counter = Counter(1)
    let relaunched = machine.coordinator(["Counter": counter])
    let report = relaunched.restore()
    #expect(report.outcomes.allSatisfy { $0.result == .unclaimed })
    let nodes = forest(saved.count)
    for (number, node) in nodes.enumerated() {
      relaunched.register(node, as: "n\(number)")
      #expect(node.text == "\(number)")
      #expect((node.decodedCount, node.finishedCount) == (1, 1))
      guard number % 100 == 50 else { continue }
      // After each kind of save, the state is in another snapshot.
      counter.value += 1
      relaunched.invalidate(counter)
      _ = number % 200 == 50 ? try relaunched.save() : try relaunched.saveChanges()
    }
    #expect(nodes.allSatisfy { $0.decodedCount == 1 })
    let outcomes = try relaunched.save().outcomes
    #expect(outcomes.allSatisfy { $0.result != .unclaimed })
    #expect(outcomes.count == saved.count + 1)
  }

  @Test("R194: registering a late object looks up only its record and those directly below it")
  func nothingElseIsLookedAt() throws {
    _ = try saveForest(100)
    let log = LogRecorder()
    let relaunched = machine.coordinator(logger: log.logger)
    _ = relaunched.restore()
    relaunched.isDebugLoggingEnabled = true
    log.clear()
    let node = Node()
    relaunched.register(node, as: "n1")
    #expect(node.text == "1")
    let looked = log.lines.filter { $0.contains("obtain") }
    #expect(looked.count == 3)
    for path in ["n1", "n1/n2", "n1/n3"] {
      #expect(looked.contains { $0.contains(path) }, "\(looked)")
    }
  }

  @Test(
    "R91, R194: objects registered in a late object's hook decode before any finished hook runs")
  func hooksOfLateObjects() throws {
    try machine.save(["One": Node("one"), "Two": Node("two"), "Three": Node("three")])
    let relaunched = machine.coordinator()
    _ = relaunched.restore()
    let log = CallLog()
    let nodes = (0..<3).map { _ in Node(log: log) }
    nodes[0].onDecode = { _ in relaunched.register(nodes[1], as: "Two") }
    nodes[1].onDecode = { _ in relaunched.register(nodes[2], as: "Three") }
    relaunched.register(nodes[0], as: "One")
    #expect(log.calls.prefix(3) == ["decode one", "decode two", "decode three"])
    #expect(Set(log.calls.dropFirst(3)) == ["finished one", "finished two", "finished three"])
  }

  /// How an object got a record of its own.
  enum Past: CaseIterable { case restored, renamedWhileRestored, saved }

  @Test(
    "R220, R221: an object renamed onto an unclaimed record keeps its own state and replaces it",
    arguments: Past.allCases)
  func renamedOntoAnotherRecord(past: Past) throws {
    if past == .saved {
      try machine.save(["Letter": Node("old letter")])
    } else {
      try machine.save(["Untitled": Node("draft"), "Letter": Node("old letter")])
    }
    let node = Node()
    let coordinator = machine.coordinator(["Untitled": node])
    if past == .renamedWhileRestored {
      node.onDecode = { _ in coordinator.register(node, as: "Letter") }
    }
    _ = coordinator.restore()
    if past != .renamedWhileRestored {
      node.text = "typed"
      coordinator.invalidate(node)
      try coordinator.saveChanges()
      coordinator.register(node, as: "Letter")
    }
    let text = past == .renamedWhileRestored ? "draft" : "typed"
    #expect(node.text == text)
    #expect(node.decodedCount == (past == .saved ? 0 : 1))
    #expect(try coordinator.saveChanges()["Letter"] == .encoded)
    #expect(machine.texts(["Letter"]) == [text])
  }

  @Test("R184, R194: an object registered before its prerequisite is restored together with it")
  func neededObjectComesLater() throws {
    let (relaunched, one, two) = try relaunchNeeding()
    relaunched.register(one, as: "One")
    relaunched.register(Counter(), as: "Other")
    #expect(one.decodedCount == 0)
    relaunched.register(two, as: "Two")
    #expect((one.text, two.text) == ("one", "two"))
    #expect(one.finishedCount == 1)
  }

  /// Saves a node that needs another one, and restores without either.
  private func relaunchNeeding() throws -> (RestorationCoordinator, one: Node, two: Node) {
    func launch(_ one: Node, _ two: Node, _ delegate: Delegate? = nil) -> RestorationCoordinator {
      let tree = FakeTree(Screen("Root"))
      tree.needs[ObjectIdentifier(one)] = two
      return machine.coordinator(tree: tree, delegate: delegate)
    }
    let (one, two) = (Node("one"), Node("two"))
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode([one, two], forKey: "nodes") }
    let coordinator = launch(one, two, delegate)
    coordinator.register(two, as: "Two")
    coordinator.register(one, as: "One")
    try coordinator.save()

    let (oneAgain, twoAgain) = (Node(), Node())
    let relaunched = launch(oneAgain, twoAgain)
    #expect(relaunched.restore()["One"] == .unclaimed)
    return (relaunched, oneAgain, twoAgain)
  }

  @Test("R194: saving a waiting object stores its current state")
  func waitingObjectIsSaved() throws {
    let (relaunched, one, two) = try relaunchNeeding()
    relaunched.register(one, as: "One")
    one.text = "new"
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode([one, two], forKey: "nodes") }
    relaunched.delegate = delegate
    #expect(try relaunched.save()["One"] == .encoded)
    relaunched.register(two, as: "Two")
    #expect((one.text, one.decodedCount) == ("new", 0))
  }

  @Test("R22, R194: of two objects waiting at one path, the first is restored")
  func twinsWait() throws {
    let (relaunched, one, two) = try relaunchNeeding()
    let twin = Node()
    relaunched.register(one, as: "One")
    relaunched.register(twin, as: "One")
    relaunched.register(two, as: "Two")
    #expect((one.text, twin.text, two.text) == ("one", "", "two"))
  }

  @Test("R91, R194: an object whose path appears during a restore is found and restored")
  func pathComesWhileRestoring() throws {
    // One object is never registered again, and one lies below a screen.
    let (draft, panel) = (Node("draft"), Screen("Panel"))
    let root = Screen("Root", [panel])
    let filter = Node("filter", parent: panel)
    let tree = FakeTree(root)
    root.onEncode = {
      $0.encode([draft, filter], forKey: "nodes")
      root.children = []  // so that the panel has no record
    }
    let coordinator = machine.coordinator(["Draft": draft, "Filter": filter], tree: tree)
    try coordinator.save()

    let (rootAgain, panelAgain) = (Screen("Root"), Screen("Panel"))
    let filterAgain = Node(parent: panelAgain)
    let treeAgain = FakeTree(rootAgain)
    var found: [any StateRestoring] = []
    treeAgain.onWillDecode = { if $0 === rootAgain { rootAgain.children = [panelAgain] } }
    rootAgain.onDecode = { found = $0.decodeAnyObjects(forKey: "nodes") }
    let relaunched = machine.coordinator(["Filter": filterAgain], tree: treeAgain)
    _ = relaunched.restore()
    #expect(found.count == 1)
    #expect(filterAgain.text == "filter")
  }

  @Test("R194: objects get their own state even after numbers are reused")
  func renumbered() throws {
    _ = try saveForest(40)
    let relaunched = machine.coordinator()
    _ = relaunched.restore()
    let nodes = forest(40)
    for (number, node) in nodes.enumerated() {
      relaunched.register(node, as: "n\(number)")
      #expect(node.text == "\(number)")
      if number % 10 == 5 {
        let gone = (0..<20).map { Node("\($0)") }
        for (index, node) in gone.enumerated() {
          relaunched.register(node, as: "g\(number).\(index)")
        }
        try relaunched.save()
        relaunched.renewTables()
      }
    }
  }

  @Test(
    "R88, R194: late objects are held weakly, and reused memory does not mix their states"
  )
  func lateObjectsDie() throws {
    _ = try saveForest(2)
    let count = 64
    let first = machine.coordinator()
    let saved = (0..<count).map { Node("\($0)") }
    for (number, node) in saved.enumerated() { first.register(node, as: "m\(number)") }
    try first.save()
    let relaunched = machine.coordinator()
    _ = relaunched.restore()
    for number in 0..<count {
      var node: Node? = Node()
      weak let held = node
      try relaunched.register(#require(node), as: "m\(number)")
      #expect(node?.text == "\(number)")
      node = nil
      #expect(held == nil)
    }
    #expect(try relaunched.save().outcomes.isEmpty)
  }

  @Test(
    "R91, R194: a record below a released object is for the one that comes to its place",
    arguments: [false, true])
  func ownerIsGone(isLate: Bool) throws {
    _ = try saveForest(3)
    let relaunched = machine.coordinator()
    if isLate { _ = relaunched.restore() }
    var parent: Node? = Node()
    try relaunched.register(#require(parent), as: "n1")
    if !isLate { _ = relaunched.restore() }
    #expect(parent?.text == "1")
    parent = nil
    let other = Node("other")
    relaunched.register(other, as: "n1")
    let child = Node("fresh", parent: other)
    relaunched.register(child, as: "n2")
    #expect((other.text, child.text) == ("other", "2"))
    #expect(try relaunched.save()["n1/n2"] == .encoded)
  }
}
