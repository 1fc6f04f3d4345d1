// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Passes over changes between full passes, on an appending store.
@Suite struct ChangeHistoryTests {
  private let machine = Machine(appends: true)
  private let clock = FixedClock()

  private func coordinator() -> RestorationCoordinator {
    let clock = clock
    return RestorationCoordinator(
      ApplicationDescription(identifier: "test", version: "1", systemVersion: "12"),
      archiver: Archiver(store: machine.store, keys: machine.keys),
      now: {
        clock.advance(by: .seconds(1))
        return clock.now()
      })
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
      let saved = try machine.savedState()
      let found = try #require(coordinator.preview().snapshot)
      let difference = try SnapshotDifference(from: saved, to: found)
      #expect(difference.isEmpty, "step \(step): \(difference)")
      #expect(Set(saved.roots) == Set(found.roots))
      #expect(Set(saved.objects) == Set(found.objects))
    }
  }

  @Test("R30: a change pass checks only what changed, however many objects there are")
  func othersAreNotLookedAt() throws {
    let screens = (0..<500).map { Screen("\($0)") }
    let tree = FakeTree(Screen("Root", screens))
    let coordinator = machine.coordinator(tree: tree)
    try coordinator.save()
    let questions = tree.questions
    screens[3].text = "new"
    coordinator.invalidate(screens[3])
    let report = try coordinator.saveChanges()
    #expect(tree.questions - questions < 10)
    #expect(report["Root/3"] == .encoded)
    #expect(report["Root/4"] == .carried)
    #expect(report.outcomes.count == 501)
    #expect(screens.map(\.encodedCount).reduce(0, +) == 501)
    // A second pass finds no more changes.
    coordinator.invalidate(screens[3])
    #expect(try coordinator.preserve(reason: .changed, scope: .changes).commitAndWait() == nil)
    #expect(screens[3].encodedCount == 3)
  }

  @Test("R30, R31: a change pass follows new references and encodes no object twice")
  func newReferencesAreFollowed() throws {
    let screens = (0..<20).map { Screen("\($0)") }
    let root = Screen("Root", screens)
    let coordinator = machine.coordinator(tree: FakeTree(root))
    try coordinator.save()
    let new = Screen("New")
    root.children.append(new)
    screens[2].links = [new]
    coordinator.invalidate(screens[1])
    coordinator.invalidate(screens[2])
    let report = try coordinator.saveChanges()
    #expect(report["Root/New"] == .encoded)
    #expect(new.encodedCount == 1)
    #expect(screens.map(\.encodedCount) == (0..<20).map { 1...2 ~= $0 ? 2 : 1 })
  }

  @Test("R31: an object that only the application record referred to is dropped with the reference")
  func droppedReferenceOfTheApplication() throws {
    let delegate = Delegate()
    let root = Screen("Root")
    let other = Part("Other")
    other.owner = root
    delegate.onWillPreserve = { [weak other] in $0.encode(other, forKey: "other") }
    let coordinator = machine.coordinator(tree: FakeTree(root), delegate: delegate)
    #expect(try coordinator.save()["Root/Other"] == .encoded)
    #expect(try coordinator.saveChanges()["Root/Other"] == .carried)
    delegate.onWillPreserve = nil
    #expect(try coordinator.saveChanges()["Root/Other"] == nil)
  }

  @Test("R194: unclaimed state survives 2,100 saves")
  func unclaimedRecordsSurviveCompaction() throws {
    try machine.save(["Late": Node("late"), "Other": Counter(1)])
    let again = Counter()
    let relaunched = machine.coordinator(["Other": again])
    _ = relaunched.restore()
    for value in 0..<2_100 {
      again.value = value
      relaunched.invalidate(again)
      try relaunched.saveChanges()
    }
    #expect(try #require(machine.store.load(.current, slot: nil)).count < 1 << 19)
    let (lateAgain, otherAgain) = (Node(), Counter())
    machine.restore(["Late": lateAgain, "Other": otherAgain])
    #expect(lateAgain.text == "late")
    #expect(otherAgain.value == 2_099)
  }
}
