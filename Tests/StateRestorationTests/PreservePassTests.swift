// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct PreservePassTests {
  let machine = Machine()
  let log = CallLog()

  @Test("R29, R4: a save calls should-save, will-encode and the objects, then writes the archive")
  func orderOfSaving() throws {
    let delegate = Delegate()
    delegate.log = log
    let tree = FakeTree(Screen("Root", [Screen("Child", log: log)], log: log))
    let coordinator = machine.coordinator(tree: tree, delegate: delegate)
    let pass = coordinator.preserve(reason: .explicit)
    #expect(log.calls == ["should preserve", "will preserve", "encode Root", "encode Child"])
    #expect(machine.store.load(.current, slot: nil) == nil)
    try pass.commitAndWait()
    #expect(machine.store.load(.current, slot: nil) != nil)
  }

  @Test("R30, R31: objects that lose their path during a pass do not keep others out")
  func pathsLostInThePass() throws {
    let delegate = Delegate()
    let coordinator = machine.coordinator(delegate: delegate)
    var parent: Node? = Node("Parent")
    let lost = [Node("One", parent: parent), Node("Two", parent: parent)]
    let kept = Node("Kept")
    try coordinator.register(#require(parent), as: "Parent")
    for node in lost { coordinator.register(node, as: node.text) }
    coordinator.register(kept, as: "Kept")
    delegate.onWillPreserve = { coder in
      coder.encode(lost, forKey: "lost")
      parent = nil
    }
    let report = try coordinator.save()
    #expect(parent == nil)
    #expect(report["Kept"] == .encoded)
    #expect(kept.encodedCount == 1)
  }

  @Test("R30, R31: an object that a hook renames is saved under its new name")
  func renamedInThePass() throws {
    let delegate = Delegate()
    let root = Screen("Root")
    let coordinator = machine.coordinator(tree: FakeTree(root), delegate: delegate)
    let renamed = Node("Renamed")
    coordinator.register(renamed, as: "Old")
    delegate.onWillPreserve = { coder in
      coder.encode(renamed, forKey: "node")
      coordinator.register(renamed, as: "New")
    }
    root.onEncode = { $0.encode(renamed, forKey: "node") }
    let report = try coordinator.save()
    #expect(report["New"] == .encoded)
  }

  @Test("R30: change passes find a released object within one round over the living ones")
  func releaseAfterManyIsNoticed() throws {
    let coordinator = machine.coordinator()
    var nodes = (0..<1_000).map { Node("\($0)") }
    for node in nodes { coordinator.register(node, as: node.text) }
    try coordinator.save()
    nodes.removeLast(700)
    try coordinator.save()
    let turns = nodes.count / 64 + 1  // a pass checks 64 objects
    let lookThrough = {
      (0..<turns).map { _ in
        coordinator.preserve(reason: .changed, scope: .changes).report.byteCount
      }
    }
    #expect(lookThrough().allSatisfy { $0 == 0 })
    nodes.remove(at: 10)
    #expect(lookThrough().contains { $0 > 0 })
  }

  @Test("R31: an object that nothing refers to is not saved")
  func unreferencedChildIsLeftOut() throws {
    let root = Screen(nil, [Screen("Child")])
    let report = try machine.save(root)
    #expect(report.outcomes == [])
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.contains("Screen is left out") == true)
  }

  @Test("R30: a full pass writes nothing if no record differs")
  func equalStateIsNotWritten() throws {
    let root = Screen("Root")
    let coordinator = machine.coordinator(tree: FakeTree(root))
    try coordinator.save()
    let second = coordinator.preserve(reason: .background)
    #expect(second.report.byteCount == 0)
    #expect(try second.commitAndWait() == nil)
    #expect(root.encodedCount == 2)
    root.text = "changed"
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 2)
  }

  @Test("R22: of two registered objects with one path, the first is restored")
  func duplicateRegistrations() throws {
    try machine.save(["Same": Node("saved")])
    let (first, second) = (Node("1"), OtherNode("2"))
    let report = machine.restore(["Same": first, "Same": second])
    #expect(first.text == "saved")
    #expect(second.text == "2")
    #expect(report.diagnostics.contains { $0.contains("Node and ") && $0.contains("OtherNode") })
  }

  @Test("R72, R73: each save reports a class that no launch can find, until it is registered")
  func unfindableClassesAreDiagnosed() throws {
    struct Local: ObjectRestoration {
      static func object(
        withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
      ) -> (any StateRestoring)? { nil }
    }
    let coordinator = machine.coordinator()
    for (name, type) in [
      ("1", Local.self as any ObjectRestoration.Type), ("2", Outer.Nested.self),
      ("3", PrivateFactory.self), ("4", FilterStructure.self), ("5", Filter.self),
      ("6", Outer.Nested.self),
    ] {
      let factory = Factory(type)
      machine.kept.objects.append(factory)
      coordinator.register(factory, as: name)
    }
    for _ in 0..<3 {
      let report = try coordinator.save()
      #expect(report.diagnostics.count == 4)
      for name in ["Local", "Nested", "PrivateFactory", "FilterStructure"] {
        #expect(report.diagnostics.contains { $0.contains(name) && $0.contains("register it") })
      }
    }
    coordinator.register(Outer.Nested.self)
    for _ in 0..<2 { #expect(try coordinator.save().diagnostics.count == 3) }
  }
}

/// Has a restoration class that can change.
final class Factory: StateRestoring {
  var objectRestorationClass: (any ObjectRestoration.Type)?
  init(_ type: any ObjectRestoration.Type) { objectRestorationClass = type }
}

enum Outer {
  final class Nested: ObjectRestoration {
    static func object(
      withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
    ) -> (any StateRestoring)? { Node("nested") }
  }
}

struct FilterStructure: ObjectRestoration {
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? { nil }
}

private final class PrivateFactory: ObjectRestoration {
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? { nil }
}
