// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// Objects that come and go between passes over changes.
@Suite struct ComingAndGoingTests {
  let machine = Machine(appends: true)

  /// Returns a program with a number of saved objects.
  private func program(of count: Int) throws -> (RestorationCoordinator, [Node]) {
    let coordinator = machine.coordinator()
    let nodes = (0..<count).map { Node("\($0)") }
    for (index, node) in nodes.enumerated() { coordinator.register(node, as: "\(index)") }
    try coordinator.save()
    return (coordinator, nodes)
  }

  /// Returns whether a pass needed no walk over all objects.
  private func isChange(_ report: PreservationReport) -> Bool { report.results.areOfChanges }

  private func addresses(_ numbers: [ObjectNumber], in snapshot: RestorationSnapshot)
    -> Set<RestorationAddress?>
  {
    Set(numbers.map { snapshot.address(of: $0) })
  }

  @Test(
    "R30, R88: a change pass saves new objects and drops released ones without a full walk"
  )
  func comingAndGoing() throws {
    var (coordinator, nodes) = try program(of: 200)
    var guest: Node? = Node("guest")
    coordinator.register(guest!, as: "Guest")
    var report = try coordinator.saveChanges()
    #expect(report["Guest"] == .encoded && report["7"] == .carried)
    #expect(isChange(report))

    guest = nil
    nodes.remove(at: 150)
    let next = Node("next", parent: nodes[3])
    coordinator.register(next, as: "Next")
    report = try coordinator.saveChanges()
    #expect(report["3/Next"] == .encoded && report["3"] == .carried)
    #expect(report["Guest"] == nil && report["150"] == nil)
    #expect(report.outcomes.count == 200)
    #expect(isChange(report))
    #expect(machine.texts(["Guest", "150", "149"]) == ["none", "none", "149"])
    let saved = try machine.savedState()
    #expect(saved.roots.count == 200 && Set(saved.roots).count == 200)
    #expect(next.encodedCount == 1 && nodes.allSatisfy { $0.encodedCount == 1 })
  }

  @Test("R30, R160: an object that a hook registers again during a save moves with the next save")
  func registeredAnewByAHook() throws {
    let (first, second) = (Node("first"), Node("second"))
    let coordinator = machine.coordinator(["First": first, "Second": second])
    first.onEncode = { _ in
      first.onEncode = nil
      coordinator.register(second, as: "Renamed")
    }
    try coordinator.save()
    try coordinator.saveChanges()
    #expect(machine.texts(["First", "Renamed"]) == ["first", "second"])
  }

  @Test("R30, R88: names of released objects do not accumulate if only changes are saved")
  func tablesStaySmall() throws {
    let (coordinator, nodes) = try program(of: 20)
    var most = 0
    for step in 0..<2_000 {
      var guest: Node? = Node("guest")
      coordinator.register(guest!, as: "Guest \(step)")
      try coordinator.saveChanges()
      coordinator.archiver.waitUntilIdle()  // after the save it turns the log into a base
      guest = nil
      most = max(most, coordinator.state.current?.logged.totals.objectCount ?? 0)
    }
    // A log of 128 saves becomes a new base.
    #expect(most < 1_200)
    #expect(machine.texts(["19"]) == ["19"])
    #expect(nodes.count == 20)
  }

  @Test("R30, R88: change passes drop a released object among many, an invalidated one at once")
  func invalidatedAndGone() throws {
    var (coordinator, nodes) = try program(of: 200)
    coordinator.invalidate(nodes[199])
    nodes.removeLast()
    #expect(isChange(try coordinator.saveChanges()))
    #expect(machine.texts(["199", "198"]) == ["none", "198"])
    nodes.removeLast()
    for step in 0..<4 {
      nodes[0].text = "\(step)"
      coordinator.invalidate(nodes[0])
      #expect(isChange(try coordinator.saveChanges()))
    }
    #expect(machine.texts(["198", "197"]) == ["none", "197"])
  }

  @Test("R30, R35: an object that refers to a released one encodes, even if it was not invalidated")
  func referrerOfWhatHasGone() throws {
    var (coordinator, nodes) = try program(of: 100)
    nodes[0].onEncode = { [weak last = nodes[99]] in $0.encode(last, forKey: "other") }
    coordinator.invalidate(nodes[0])
    try coordinator.saveChanges()
    #expect(nodes[0].encodedCount == 2)
    nodes.removeLast()
    let guest = Node("guest")
    coordinator.register(guest, as: "Guest")
    let report = try coordinator.saveChanges()
    #expect(report["0"] == .encoded && report["1"] == .carried && report["99"] == nil)
    // An object that no longer refers to it does not encode.
    nodes[1].onEncode = { [weak last = nodes[98]] in $0.encode(last, forKey: "other") }
    coordinator.invalidate(nodes[1])
    try coordinator.saveChanges()
    nodes[1].onEncode = nil
    coordinator.invalidate(nodes[1])
    try coordinator.saveChanges()
    let count = nodes[1].encodedCount
    nodes.removeLast()
    coordinator.register(nodes[0], as: "0")
    try coordinator.saveChanges()
    #expect(nodes[1].encodedCount == count)
    #expect(machine.texts(["98", "97"]) == ["none", "97"])
  }

  @Test("R22, R30: an object can take the path of a released object, but not of a living one")
  func placeOfOneThatHasGone() throws {
    var (coordinator, nodes) = try program(of: 100)
    nodes.removeLast()
    let new = Node("new")
    coordinator.register(new, as: "99")
    var report = try coordinator.saveChanges()
    #expect(report["99"] == .encoded && isChange(report))
    #expect(machine.texts(["99", "98"]) == ["new", "98"])

    let second = Node("second")
    coordinator.register(second, as: "98")
    report = try coordinator.saveChanges()
    #expect(report.diagnostics.contains { $0.contains("have the same path") })
    #expect(second.encodedCount == 0)
    #expect(machine.texts(["99", "98"]) == ["new", "98"])
  }

  @Test("R22, R88: an unregistered object counts as released until it is registered again")
  func unregistered() throws {
    let (coordinator, nodes) = try program(of: 100)
    coordinator.unregister(nodes[99])
    let new = Node("new")
    coordinator.register(new, as: "99")
    let report = try coordinator.saveChanges()
    #expect(report["99"] == .encoded && isChange(report) && report.diagnostics.isEmpty)
    #expect(machine.texts(["99", "98"]) == ["new", "98"])

    coordinator.unregister(new)
    coordinator.register(nodes[99], as: "99")
    try coordinator.saveChanges()
    #expect(machine.texts(["99", "98"]) == ["99", "98"])
  }

  @Test("R88: an object that replaces a released one with equal content keeps its record")
  func sameInThePlaceOfOneThatHasGone() throws {
    var (coordinator, nodes) = try program(of: 100)
    nodes.removeLast()
    let new = Node("99")
    coordinator.register(new, as: "99")
    try coordinator.saveChanges()
    let other = Node("other")
    coordinator.register(other, as: "Other")
    try coordinator.saveChanges()
    #expect(machine.texts(["99", "Other"]) == ["99", "other"])
    #expect(new.encodedCount == 1)
  }

  @Test("R31, R42: without a tree, objects that the application refers to encode once")
  func applicationReferences() throws {
    let delegate = Delegate()
    let coordinator = machine.coordinator(delegate: delegate)
    var gone: Node? = Node("gone")
    coordinator.register(try #require(gone), as: "Gone")
    gone = nil
    let nodes = (0..<8).map { Node("\($0)") }
    let source = DataSource()
    coordinator.register(source, as: "Source")
    for (index, node) in nodes.enumerated() { coordinator.register(node, as: "\(index)") }
    delegate.onWillPreserve = {
      $0.encode(nodes[5], forKey: "fifth")
      $0.encode(source, forKey: "source")
      $0.encode(nodes[2], forKey: "second")
    }
    for round in 1...2 {
      for node in nodes { node.text += "!" }
      let report = try coordinator.save()
      #expect(report.diagnostics == [])
      #expect(nodes.allSatisfy { $0.encodedCount == round })
      #expect(machine.texts((0..<8).map { "\($0)" }) == nodes.map(\.text))
    }
  }

  @Test("R30, R160: an object below a released parent is left out and named")
  func childOfWhatHasGone() throws {
    var (coordinator, nodes) = try program(of: 100)
    let child = Node("child", parent: nodes[99])
    coordinator.register(child, as: "Child")
    #expect(try coordinator.saveChanges()["99/Child"] == .encoded)
    nodes.removeLast()
    coordinator.register(Node(), as: "of no account")
    let other = Node("other")
    coordinator.register(other, as: "Other")
    let report = try coordinator.saveChanges()
    #expect(report["99/Child"] == nil && report["Other"] == .encoded)
    #expect(report.diagnostics.contains { $0.contains("parent") })
  }

  @Test(
    "R30, R31: an object registered by a hook is saved in that pass if referred to, or the next"
  )
  func registeredByAHook() throws {
    let (coordinator, nodes) = try program(of: 100)
    let (alone, referred) = (Node("alone"), Node("referred"))
    nodes[1].onEncode = { [weak node = nodes[1]] _ in
      node?.onEncode = nil
      coordinator.register(alone, as: "Alone")
    }
    coordinator.invalidate(nodes[1])
    #expect(try coordinator.saveChanges()["Alone"] == nil)
    #expect(try coordinator.saveChanges()["Alone"] == .encoded)
    nodes[2].onEncode = { coder in
      coordinator.register(referred, as: "Referred")
      coder.encode(referred, forKey: "referred")
    }
    coordinator.invalidate(nodes[2])
    #expect(try coordinator.saveChanges()["Referred"] == .encoded)
    #expect((referred.encodedCount, alone.encodedCount) == (1, 1))
    #expect(machine.texts(["Referred", "Alone"]) == ["referred", "alone"])
  }

  @Test("R155: a new object that is too large loses its largest values")
  func largeArrival() throws {
    let (coordinator, _) = try program(of: 100)
    coordinator.budget.objectSize = 1_000
    try coordinator.save()
    let large = Node(String(repeating: "x", count: 2_000))
    coordinator.register(large, as: "Large")
    let report = try coordinator.saveChanges()
    #expect(report.omissions.map(\.key) == ["text"])
    #expect(large.encodedCount == 1)
  }

  @Test("R194: unclaimed records stay while other objects come and go")
  func unclaimedStay() throws {
    _ = try program(of: 100)
    let node = Node()
    let relaunched = machine.coordinator(["0": node])
    _ = relaunched.restore()
    try relaunched.saveChanges()
    for step in 0..<3 {
      let guest = Node("guest")
      relaunched.register(guest, as: "Guest \(step)")
      let report = try relaunched.saveChanges()
      #expect(report["Guest \(step)"] == .encoded && isChange(report))
    }
    #expect(machine.texts(["99", "0", "Guest 1"]) == ["99", "0", "none"])
  }

  @Test("R72, R73: a new object whose restoration class cannot be found is named")
  func unfoundClass() throws {
    let (coordinator, _) = try program(of: 100)
    let factory = Factory(Outer.Nested.self)
    coordinator.register(factory, as: "Made")
    let report = try coordinator.saveChanges()
    #expect(report["Made"] == .encoded)
    #expect(report.diagnostics.contains { $0.contains("Outer.Nested") })
  }

  @Test(
    "R30, R88: after any registrations and releases, the disk holds what a full pass finds",
    arguments: [1, 2])
  func randomHistories(seed: Int) throws {
    var random = SeededNumbers(state: UInt64(seed) &* 7919)
    let coordinator = machine.coordinator()
    var groups: [[Node]] = []
    var (names, freeNames) = (0, [String]())
    var (changes, walks) = (0, 0)
    func add() {
      names += 1
      // Some names are reused.
      let name = Bool.random(using: &random) ? freeNames.popLast() : nil
      let top = Node(name ?? "\(names)")
      let below = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Node("n", parent: top) }
      coordinator.register(top, as: top.text)
      for (index, node) in below.enumerated() { coordinator.register(node, as: "Below \(index)") }
      groups.append([top] + below)
    }
    for _ in 0..<120 { add() }
    try coordinator.save()
    for step in 0..<500 {
      for _ in 0..<Int.random(in: 0..<3, using: &random) { add() }
      for _ in 0..<Int.random(in: 0..<3, using: &random) where groups.count > 60 {
        let group = groups.remove(at: .random(in: 0..<groups.count, using: &random))
        freeNames.append(group[0].text)
      }
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let node = try #require(groups.randomElement(using: &random)?.last)
        let isTop = node.restorationParent == nil
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          let other = groups.randomElement(using: &random)?.first
          node.onEncode = { [weak other] in $0.encode(other, forKey: "other") }
        case 1: node.onEncode = { $0.encode(step, forKey: "key \(step % 7)") }
        case 2 where !isTop: coordinator.register(node, as: "Renamed \(step)")
        case 3...7 where !isTop: node.text = "\(step)"
        default: break
        }
        coordinator.invalidate(node)
      }
      let pass = coordinator.preserve(reason: .changed, scope: .changes)
      if isChange(pass.report) { changes += 1 } else { walks += 1 }
      guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
      try pass.commitAndWait()
      guard step % 10 == 0 else { continue }
      // A pass may have missed objects that were released alone; a new object makes the next pass
      // check all.
      let last = Node("Last \(step)")
      coordinator.register(last, as: last.text)
      groups.append([last])
      try coordinator.saveChanges()
      let saved = try machine.savedState()
      let found = try #require(coordinator.preview().snapshot)
      let difference = try SnapshotDifference(from: saved, to: found)
      #expect(difference.isEmpty, "seed \(seed), step \(step): \(difference)")
      // The numbers may differ, because the archive may have been written whole.
      #expect(addresses(saved.objects, in: saved) == addresses(found.objects, in: found))
      #expect(addresses(saved.roots, in: saved) == addresses(found.roots, in: found))
      #expect(saved.roots.count == found.roots.count)
    }
    #expect(changes > 100 && walks > 50, "\(seed): \(changes) changes, \(walks) walks")
  }
}
