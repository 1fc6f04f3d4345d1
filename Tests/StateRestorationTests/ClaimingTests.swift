// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Objects that are registered one by one after launch, each of which claims its own record.
@Suite struct ClaimingTests {
  let machine = Machine()

  /// Saves a forest of nodes, each named and filled with its number; a node lies below that of half its
  /// number, if that is not 0.
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

  @Test("R194: of a thousand objects that come one by one, each has its own state, once")
  func oneByOne() throws {
    let saved = try saveForest(1_000)
    let relaunched = machine.coordinator()
    let counter = Counter(1)
    relaunched.register(counter, as: "Counter")
    let report = relaunched.restore()
    #expect(report.outcomes.allSatisfy { $0.result == .unclaimed })
    let nodes = forest(saved.count)
    for (number, node) in nodes.enumerated() {
      relaunched.register(node, as: "n\(number)")
      #expect(node.text == "\(number)")
      #expect((node.decodedCount, node.finishedCount) == (1, 1))
      guard number % 100 == 50 else { continue }
      // The state lies in another snapshot after each kind of save.
      counter.value += 1
      relaunched.invalidate(counter)
      _ = number % 200 == 50 ? try relaunched.save() : try relaunched.saveChanges()
    }
    #expect(nodes.allSatisfy { $0.decodedCount == 1 })
    let outcomes = try relaunched.save().outcomes
    #expect(outcomes.allSatisfy { $0.result != .unclaimed })
    #expect(outcomes.count == saved.count + 1)
  }

  @Test("R194: a late object is looked at, and what lies right below it; nothing else is")
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

  @Test("R91, R194: what the hook of a late object registers has its state before either is told")
  func hooksOfLateObjects() throws {
    let coordinator = machine.coordinator()
    let (one, two, three) = (Node("one"), Node("two"), Node("three"))
    for (node, name) in [(one, "One"), (two, "Two"), (three, "Three")] {
      coordinator.register(node, as: name)
    }
    try coordinator.save()
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

  @Test("R184, R194: an object that comes before what its record needs has its state with that")
  func neededObjectComesLater() throws {
    func launch(_ one: Node, _ two: Node) -> RestorationCoordinator {
      let tree = FakeTree(Screen("Root"))
      tree.needs[ObjectIdentifier(one)] = two
      return machine.coordinator(tree: tree)
    }
    let (one, two) = (Node("one"), Node("two"))
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode([one, two], forKey: "nodes") }
    let coordinator = launch(one, two)
    machine.kept.objects.append(delegate)
    coordinator.delegate = delegate
    coordinator.register(two, as: "Two")
    coordinator.register(one, as: "One")
    try coordinator.save()

    let (oneAgain, twoAgain) = (Node(), Node())
    let relaunched = launch(oneAgain, twoAgain)
    #expect(relaunched.restore()["One"] == .unclaimed)
    relaunched.register(oneAgain, as: "One")
    relaunched.register(Counter(), as: "Other")
    #expect(oneAgain.decodedCount == 0)
    relaunched.register(twoAgain, as: "Two")
    #expect(twoAgain.text == "two")
    #expect(oneAgain.text == "one")
    #expect(oneAgain.finishedCount == 1)
  }

  @Test("R88, R194: late objects are held weakly, and one that takes another's memory is its own")
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

  @Test("R62, R194: what needs an object that is gone again is dropped, and not carried")
  func ownerIsGone() throws {
    _ = try saveForest(3)
    let relaunched = machine.coordinator()
    _ = relaunched.restore()
    var parent: Node? = Node()
    try relaunched.register(#require(parent), as: "n1")
    #expect(parent?.text == "1")
    parent = nil
    let other = Node("other")
    relaunched.register(other, as: "n1")
    let child = Node("fresh", parent: other)
    relaunched.register(child, as: "n2")
    #expect((other.text, child.text) == ("other", "fresh"))
    #expect(try relaunched.save()["n1/n2"] == .encoded)
  }
}
