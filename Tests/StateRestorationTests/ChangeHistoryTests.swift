// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Passes over changes between full passes, on an appending store.
@Suite struct ChangeHistoryTests {
  private let store = MemoryStore()
  private let keys = MemoryKeyProvider()
  private let clock = FixedClock()

  private func coordinator() -> RestorationCoordinator {
    let clock = clock
    return RestorationCoordinator(
      ApplicationDescription(identifier: "test", version: "1", systemVersion: "12"),
      archiver: Archiver(store: store, keys: keys),
      now: {
        clock.advance(by: .seconds(1))
        return clock.now()
      })
  }

  private func savedState() throws -> RestorationSnapshot {
    try #require(Archiver(store: store, keys: keys).load().snapshot)
  }

  @Test("R30, R150: any mix of full and change passes leaves on disk what a full pass finds")
  func passesOfBothKindsAreReadAgain() throws {
    var random = SeededNumbers(state: 30)
    let coordinator = coordinator()
    let delegate = Delegate()
    var title = "0"
    delegate.onWillPreserve = { $0.encode(title, forKey: "title") }
    coordinator.delegate = delegate
    var nodes: [Node] = []
    func add(_ step: Int) {
      let node = Node("new", parent: nodes.randomElement(using: &random))
      nodes.append(node)
      coordinator.register(node, as: "Node \(step)")
    }
    for step in 0..<5 { add(-1 - step) }
    for step in 0..<400 {
      let node = try #require(nodes.randomElement(using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: add(step)
      case 1 where nodes.count > 3: nodes.removeAll { $0 === node }
      case 2: node.links = Array(nodes.shuffled(using: &random).prefix(2))
      case 3: title = "\(step)"
      case 4: node.onEncode = { $0.encode(step, forKey: "key \(step % 7)") }
      case 5: node.onEncode = { $0.encode(true, forKey: "restorationIdentifier") }  // an issue
      default: node.text = String(repeating: "\(step)", count: .random(in: 0..<9, using: &random))
      }
      coordinator.invalidate(node)
      let isFull = Int.random(in: 0..<12, using: &random) == 0
      let pass = coordinator.preserve(reason: .changed, scope: isFull ? .all : .changes)
      // Later passes include uncommitted ones.
      guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
      try pass.commitAndWait()
      let saved = try savedState()
      let found = try #require(coordinator.preview().snapshot)
      let difference = try SnapshotDifference(from: saved, to: found)
      #expect(difference.isEmpty, "step \(step): \(difference)")
      #expect(Set(saved.roots) == Set(found.roots))
      #expect(Set(saved.objects) == Set(found.objects))
    }
  }

  @Test("R30: a change pass checks only what changed, however many objects there are")
  func othersAreNotLookedAt() throws {
    let tree = FlatTree(count: 500)
    let coordinator = coordinator()
    coordinator.tree = tree
    try coordinator.save()
    tree.questions = 0
    tree.nodes[3].text = "new"
    coordinator.invalidate(tree.nodes[3])
    let report = try coordinator.saveChanges()
    #expect(tree.questions < 10)
    #expect(report["Node 3"] == .encoded)
    #expect(report["Node 4"] == .carried)
    #expect(report.outcomes.count == 501)
    #expect(tree.nodes.map(\.encodedCount).reduce(0, +) == 501)
    // A second pass finds no more changes.
    coordinator.invalidate(tree.nodes[3])
    #expect(try coordinator.preserve(reason: .changed, scope: .changes).commitAndWait() == nil)
    #expect(tree.nodes[3].encodedCount == 3)
  }

  @Test("R30, R31: a change pass follows new references and encodes no object twice")
  func newReferencesAreFollowed() throws {
    let tree = FlatTree(count: 20)
    let coordinator = coordinator()
    coordinator.tree = tree
    try coordinator.save()
    let (new, counts) = (Node("new"), tree.nodes.map(\.encodedCount))
    tree.add(new)
    tree.nodes[2].links = [new]
    coordinator.invalidate(tree.nodes[1])
    coordinator.invalidate(tree.nodes[2])
    let report = try coordinator.saveChanges()
    #expect(report["Node 20"] == .encoded)
    #expect(new.encodedCount == 1)
    let added = zip(tree.nodes, counts).map { $0.encodedCount - $1 }
    #expect(added == (0..<20).map { 1...2 ~= $0 ? 1 : 0 })
  }

  @Test("R31: an object that only the application record referred to is dropped with the reference")
  func droppedReferenceOfTheApplication() throws {
    let tree = FlatTree(count: 2)
    let delegate = Delegate()
    let other = Node("other")
    delegate.onWillPreserve = { [weak other] in $0.encode(other, forKey: "other") }
    tree.add(other, isReferred: false)
    let coordinator = coordinator()
    (coordinator.tree, coordinator.delegate) = (tree, delegate)
    #expect(try coordinator.save()["Node 2"] == .encoded)
    #expect(try coordinator.saveChanges()["Node 2"] == .carried)
    delegate.onWillPreserve = nil
    #expect(try coordinator.saveChanges()["Node 2"] == nil)
  }

  @Test("R194: unclaimed state survives 2,100 saves")
  func unclaimedRecordsSurviveCompaction() throws {
    let first = coordinator()
    let (late, other) = (Node("late"), Counter(1))
    first.register(late, as: "Late")
    first.register(other, as: "Other")
    try first.save()

    let relaunched = coordinator()
    let again = Counter()
    relaunched.register(again, as: "Other")
    _ = relaunched.restore()
    for value in 0..<2_100 {
      again.value = value
      relaunched.invalidate(again)
      try relaunched.saveChanges()
    }
    #expect(try #require(store.load(.current, slot: nil)).count < 1 << 19)
    let third = coordinator()
    let (lateAgain, otherAgain) = (Node(), Counter())
    third.register(lateAgain, as: "Late")
    third.register(otherAgain, as: "Other")
    _ = third.restore()
    #expect(lateAgain.text == "late")
    #expect(otherAgain.value == 2_099)
  }
}

/// A flat tree of nodes that counts the requests for addresses.
private final class FlatTree: PlainTree {
  private(set) var nodes: [Node] = []
  private var names: [ObjectIdentifier: String] = [:]
  private let root = Node("root")
  var questions = 0

  init(count: Int) {
    names[ObjectIdentifier(root)] = "Root"
    for _ in 0..<count { add(Node("old")) }
    root.links = nodes
  }

  func add(_ node: Node, isReferred: Bool = true) {
    defer { if !isReferred { nodes.removeLast() } }
    names[ObjectIdentifier(node)] = "Node \(nodes.count)"
    nodes.append(node)
  }

  var roots: [any StateRestoring] { [root] }

  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    questions += 1
    guard let name = names[ObjectIdentifier(object)].flatMap({ RestorationIdentifier($0) }) else {
      throw BrokenLink(.noIdentifier, className: "Node")
    }
    return RestorationAddress(
      scene: "main", kind: .controller, path: RestorationPath([.identifier(name)]))
  }
}
