// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Launches after processes were killed in a restore pass.
///
/// The kills are simulated: the marker is set back to its content at that moment.
@Suite struct KillTests {
  private static let names = ["A", "B", "C"]
  private let machine = Machine()

  /// A process with three nodes; A refers to B.
  private struct Program {
    let coordinator: RestorationCoordinator
    let nodes: [Node]
    var texts: [String] { nodes.map(\.text) }
  }

  private func start(delegate: Delegate? = nil) -> Program {
    let coordinator = machine.coordinator(delegate: delegate)
    let nodes = Self.names.map { _ in Node() }
    for (name, node) in zip(Self.names, nodes) { coordinator.register(node, as: name) }
    return Program(coordinator: coordinator, nodes: nodes)
  }

  private func saveAll() throws {
    let program = start()
    for (name, node) in zip(Self.names, program.nodes) { node.text = "\(name)1" }
    program.nodes[0].links = [program.nodes[1], program.nodes[2]]
    try program.coordinator.save()
    program.coordinator.processWillEnd()
  }

  private var marker: any MarkerFile { unwrapped(machine.store.openMarker(slot: nil)) }

  private func unwrapped<Value>(_ value: Value?) -> Value {
    guard let value else { fatalError("There is no marker.") }
    return value
  }

  /// Launches a process that is killed when a node decodes.
  ///
  /// If none does, it is killed after all were restored.
  private func killInRestoring(_ isWanted: (Int) -> Bool = { _ in true }) {
    var left: [UInt8] = []
    let delegate = Delegate()
    let program = start(delegate: delegate)
    let note = { if left.isEmpty { left = self.marker.contents } }
    for (index, node) in program.nodes.enumerated() where isWanted(index) {
      node.onDecode = { _ in note() }
    }
    delegate.onDidRestore = { _ in note() }
    _ = program.coordinator.restore()
    marker.write(left, at: 0)
  }

  /// Saves three nodes, and kills three launches while B decodes.
  private func holdBackB() throws {
    try saveAll()
    for _ in 0..<3 { killInRestoring { $0 == 1 } }
  }

  @Test(
    "R219, R193: kills during restores lead to no older state, and everything comes back",
    arguments: [1, 2, 3, 9, 30])
  func kills(count: Int) throws {
    try saveAll()
    for _ in 0..<count { killInRestoring() }
    // One more object is held back for every three kills.
    let heldBack = min(count / 3, 3)
    let program = start()
    let report = program.coordinator.restore()
    #expect(program.texts == (0..<3).map { $0 < heldBack ? "" : "\(Self.names[$0])1" })
    #expect(report.recoveryLevel == (heldBack == 0 ? nil : .withoutSuspect))
    #expect(report.sequenceNumber == 1 && report.source == .current)
    program.coordinator.processWillEnd()
    let next = start()
    #expect(next.coordinator.restore().recoveryLevel == nil)
    #expect(next.texts == ["A1", "B1", "C1"])
    #expect(next.nodes[0].links.count == 2)
    #expect(machine.store.damaged == nil && machine.store.passedOver.isEmpty)
  }

  @Test("R219: a held-back record survives saves unchanged, and later saves stay")
  func savesWhileHeldBack() throws {
    try holdBackB()
    for round in 1...5 {
      let program = start()
      #expect(program.coordinator.restore().recoveryLevel == .withoutSuspect)
      #expect(program.texts == ["A1", "", round == 1 ? "C1" : "C\(round)"])
      #expect(program.nodes[0].links.count == 1)
      program.nodes[2].text = "C\(round + 1)"
      program.coordinator.invalidate(program.nodes[1])  // it encodes the same content as before
      let saved = try program.coordinator.save()
      #expect(saved["B"]?.leftOutReason != nil)
      try program.coordinator.saveChanges()
      program.nodes[2].text += ""
      try program.coordinator.saveChanges()
      // The process is killed in probation: no launch was orderly yet.
    }
    let program = start()
    _ = program.coordinator.restore()
    #expect(program.texts == ["A1", "", "C6"])
    program.coordinator.processWillEnd()
    let next = start()
    #expect(next.coordinator.restore().recoveryLevel == nil)
    #expect(next.texts == ["A1", "B1", "C6"])
    #expect(next.nodes[0].links.map { ($0 as? Node)?.text } == ["B1", "C6"])
  }

  @Test(
    "R219, R220: changes made while an older record is held back are saved",
    arguments: [true, false])
  func setWhileHeldBack(_ everything: Bool) throws {
    try holdBackB()
    let program = start()
    _ = program.coordinator.restore()
    program.nodes[1].text = "B2"
    program.coordinator.invalidate(program.nodes[1])
    #expect(
      try (everything ? program.coordinator.save() : program.coordinator.saveChanges())["B"]
        == .encoded)
    // The process is killed again; no older state is restored.
    let third = start()
    _ = third.coordinator.restore()
    #expect(third.texts == ["A1", "", "C1"])
    try third.coordinator.save()
    third.coordinator.processWillEnd()
    let next = start()
    #expect(next.coordinator.restore().recoveryLevel == nil)
    #expect(next.texts == ["A1", "B2", "C1"])
    #expect(next.nodes[0].links.map { ($0 as? Node)?.text } == ["B2", "C1"])
  }

  @Test(
    "R219, R220: a late object gets no held-back record, and replaces it only once it changes",
    arguments: [false, true])
  func registeredLate(isChanged: Bool) throws {
    try holdBackB()
    let coordinator = machine.coordinator()
    _ = coordinator.restore()
    let late = Node()
    coordinator.register(late, as: "B")
    #expect(late.decodedCount == 0)
    try coordinator.saveChanges()
    if isChanged {
      late.text = "B2"
      coordinator.invalidate(late)
      #expect(try coordinator.saveChanges()["B"] == .encoded)
    }
    coordinator.processWillEnd()
    let next = start()
    _ = next.coordinator.restore()
    #expect(next.texts == ["A1", isChanged ? "B2" : "B1", "C1"])
  }

  @Test("R219, R220: a late object's reference to a held-back one is carried")
  func lateReference() throws {
    try holdBackB()
    let coordinator = machine.coordinator()
    _ = coordinator.restore()
    let (late, other) = (Node(), Node())
    coordinator.register(other, as: "C")
    coordinator.register(late, as: "A")
    #expect(late.text == "A1" && late.links.count == 1)
    late.text = "A2"
    coordinator.invalidate(late)
    try coordinator.saveChanges()
    coordinator.processWillEnd()
    let next = start()
    _ = next.coordinator.restore()
    #expect(next.texts == ["A2", "B1", "C1"])
    #expect(next.nodes[0].links.map { ($0 as? Node)?.text } == ["B1", "C1"])
  }

  @Test("R219, R228: a held-back record survives the renaming of its object")
  func renamedWhileHeldBack() throws {
    try holdBackB()
    func startRenamed() -> Program {
      let (coordinator, nodes) = (machine.coordinator(), Self.names.map { _ in Node() })
      nodes[1].formerRestorationIdentifiers = ["B"]
      for (name, node) in zip(["A", "New", "C"], nodes) { coordinator.register(node, as: name) }
      return Program(coordinator: coordinator, nodes: nodes)
    }
    let program = startRenamed()
    #expect(program.coordinator.restore().recoveryLevel == .withoutSuspect)
    #expect(program.texts == ["A1", "", "C1"])
    program.nodes[2].text = "C2"
    try program.coordinator.save()
    program.coordinator.processWillEnd()
    let next = startRenamed()
    _ = next.coordinator.restore()
    #expect(next.texts == ["A1", "B1", "C2"])
    #expect(next.nodes[0].links.map { ($0 as? Node)?.text } == ["B1", "C2"])
  }

  @Test("R219: a changed reference is saved even if its target is held back")
  func changedReferences() throws {
    try holdBackB()
    let program = start()
    _ = program.coordinator.restore()
    program.nodes[0].links = []
    try program.coordinator.save()
    program.coordinator.processWillEnd()
    let next = start()
    _ = next.coordinator.restore()
    #expect(next.texts == ["A1", "B1", "C1"] && next.nodes[0].links.isEmpty)
  }

  @Test("R219: a confirmed launch is orderly, even if the process is killed later")
  func probationEnds() throws {
    try holdBackB()
    let program = start()
    _ = program.coordinator.restore()
    program.coordinator.didProveGood()
    let next = start()
    _ = next.coordinator.restore()
    #expect(next.texts == ["A1", "B1", "C1"])
  }

  @Test(
    "R219, R195: a recorded crash leads to the last good state, and the failing archive is kept")
  func crashesAmongKills() throws {
    try saveAll()
    let first = start()
    _ = first.coordinator.restore()
    first.coordinator.didProveGood()
    first.nodes[0].text = "A2"
    try first.coordinator.save()
    let failing = try #require(machine.store.load(.current, slot: nil))
    let delegate = Delegate()
    var left: [UInt8] = []
    delegate.onShouldRestore = { _ in left = self.marker.contents }
    _ = start(delegate: delegate).coordinator.restore()
    left[57] = 11  // the signal, at the format's offset
    marker.write(left, at: 0)
    // No object is named, so the last good state is restored; many saves follow.
    for round in 1...5 {
      let program = start()
      let report = program.coordinator.restore()
      #expect(report.recoveryLevel == (round == 1 ? .lastGood : nil))
      program.nodes[0].text = "later \(round)"
      try program.coordinator.save()
      program.coordinator.processWillEnd()
    }
    #expect(machine.store.passedOver.contains(failing))
    try machine.coordinator().discardState()
    #expect(machine.store.passedOver.isEmpty)
  }

  /// Three windows; two have a screen of the same path.
  private final class Windows: PlainTree {
    let screens = ["a": Node(), "b": Node(), "c": Node()]
    var roots: [any StateRestoring] { screens.sorted { $0.key < $1.key }.map(\.value) }
    var texts: [String: String] { screens.mapValues(\.text) }

    func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
      guard let scene = screens.first(where: { $0.value === object })?.key else {
        throw BrokenLink(.notContained, className: "Node")
      }
      guard let name = RestorationIdentifier(scene == "c" ? "Other" : "Screen") else {
        throw BrokenLink(.noIdentifier, className: "Node")
      }
      return RestorationAddress(
        scene: scene, kind: .controller, path: RestorationPath([.identifier(name)]))
    }

    func existingObject(at address: RestorationAddress) -> (any StateRestoring)? {
      screens[address.scene]
    }
  }

  @Test("R193: of equal paths in two windows, only the one that crashed is left out")
  func crashInOneOfTwoWindows() throws {
    let saved = Windows()
    for (scene, screen) in saved.screens { screen.text = scene }
    let first = machine.coordinator(tree: saved)
    try first.save()
    first.processWillEnd()

    let crashing = Windows()
    var left: [UInt8] = []
    crashing.screens["b"]?.onDecode = { _ in left = self.marker.contents }
    _ = machine.coordinator(tree: crashing).restore()
    left[57] = 11  // the signal, at the format's offset
    marker.write(left, at: 0)

    let relaunched = Windows()
    _ = machine.coordinator(tree: relaunched).restore()
    #expect(relaunched.texts == ["a": "a", "b": "", "c": "c"])
  }
}
