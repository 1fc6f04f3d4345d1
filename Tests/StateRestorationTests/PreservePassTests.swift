// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
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

  @Test("R30, R31: a referenced object is saved once, however many objects refer to it")
  func referencesPullObjectsIn() throws {
    let shared = Screen("Shared")
    let (left, right) = (Screen("Left"), Screen("Right"))
    let root = Screen("Root", [left, right, shared])
    left.links = [shared, right]
    right.links = [shared, left]
    let coordinator = machine.coordinator(tree: FakeTree(root))
    let report = try coordinator.save()
    #expect(shared.encodedCount == 1)
    #expect(left.encodedCount == 1)
    #expect(
      report.outcomes.map(\.address.path.description).sorted() == [
        "Root", "Root/Left", "Root/Right", "Root/Shared",
      ])
    #expect(report["Root/Shared"] == .encoded)
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
    let report = try machine.coordinator(tree: FakeTree(root)).save()
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

  @Test("R36, R166: a reference into an excluded container is saved with the index there")
  func excludedContainer() throws {
    let inner = Screen("Inner")
    let excluded = Screen(nil, [Screen("Other"), inner])
    excluded.isStack = true
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode(inner, forKey: "inner") }
    let tree = FakeTree(Screen("Root", [excluded]))
    let report = try machine.coordinator(tree: tree, delegate: delegate).save()
    #expect(report["Root/:[1]:/Inner"] == .encoded)
    #expect(inner.encodedCount == 1)

    let (again, launched) = (Screen("Inner"), Screen(nil, [Screen("Other")]))
    launched.isStack = true
    launched.children.append(again)
    var installed: Screen?
    let second = Delegate()
    second.onShouldRestore = { #expect($0.decodeAnyObject(forKey: "inner") == nil) }
    second.onDidRestore = { installed = $0.decodeObject(forKey: "inner") }
    let relaunched = machine.coordinator(
      tree: FakeTree(Screen("Root", [launched])), delegate: second)
    #expect(relaunched.restore()["Root/:[1]:/Inner"] == .restored)
    #expect(installed === again)
    #expect(again.decodedCount == 1)
  }

  @Test("R164: an unwritable reference is nil, and a diagnostic names holder, key and class")
  func unwritableReferences() throws {
    let root = Screen("Root", [Screen("A"), Screen("B")])
    let tree = FakeTree(root)
    let coordinator = machine.coordinator(tree: tree)
    let (nobody, nameless) = (DataSource(), Screen(nil))
    for child in root.children {
      child.onEncode = {
        $0.encode(nobody, forKey: "source")
        $0.encode(nameless, forKey: "screen")
      }
    }
    let report = try coordinator.save()
    let diagnostics = report.diagnostics
    #expect(diagnostics.count == 4)
    for (holder, key, className) in [
      ("Root/A", "source", "DataSource"), ("Root/B", "source", "DataSource"),
      ("Root/A", "screen", "Screen"), ("Root/B", "screen", "Screen"),
    ] {
      #expect(
        diagnostics.contains {
          $0.hasPrefix("\(holder): key \(key): ")
            && $0.contains("StateRestorationTests.\(className)")
        })
    }
    let again = Screen("Root", [Screen("A"), Screen("B")])
    var found: (any StateRestoring)? = root
    var isPresent = false
    again.children[0].onDecode = {
      found = $0.decodeAnyObject(forKey: "source")
      isPresent = $0.containsValue(forKey: "source")
    }
    let relaunchedTree = FakeTree(again)
    _ = machine.coordinator(tree: relaunchedTree).restore()
    #expect(found == nil)
    #expect(isPresent)
  }

  @Test("R22: of two objects with one path, the first is saved, and both are named")
  func duplicates() throws {
    let (first, second) = (Screen("Same"), OtherScreen("Same"))
    (first.text, second.text) = ("first", "second")
    let report = try machine.coordinator(tree: FakeTree(Screen("Root", [first, second]))).save()
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.hasPrefix("Root/Same: ") == true)
    #expect(report.diagnostics.first?.contains("Tests.Screen and ") == true)
    #expect(report.diagnostics.first?.contains("Tests.OtherScreen have the same path") == true)
    #expect(second.encodedCount == 0)

    let again = Screen("Same")
    let relaunchedTree = FakeTree(Screen("Root", [again]))
    _ = machine.coordinator(tree: relaunchedTree).restore()
    #expect(again.text == "first")
  }

  @Test("R22: of two registered objects with one path, the first is restored")
  func duplicateRegistrations() throws {
    let coordinator = machine.coordinator()
    let node = Node("saved")
    coordinator.register(node, as: "Same")
    try coordinator.save()
    let relaunched = machine.coordinator()
    let (first, second) = (Node("1"), OtherNode("2"))
    relaunched.register(first, as: "Same")
    relaunched.register(second, as: "Same")
    let report = relaunched.restore()
    #expect(first.text == "saved")
    #expect(second.text == "2")
    #expect(report.diagnostics.contains { $0.contains("Node and ") && $0.contains("OtherNode") })
  }

  @Test("R42: without controllers, every registered object is a root")
  func registeredObjectsAreRoots() throws {
    let coordinator = machine.coordinator()
    let (one, two) = (Counter(1), Counter(2))
    coordinator.register(one, as: "One")
    coordinator.register(two, as: "Two")
    let report = try coordinator.save()
    #expect(report["One"] == .encoded)
    #expect(report["Two"] == .encoded)
  }

  @Test("R42: with controllers, a registered object without references is left out and named")
  func unreachedObjectsAreNamed() throws {
    let tree = FakeTree(Screen("Root"))
    let coordinator = machine.coordinator(tree: tree)
    let (reached, unreached) = (Counter(1), Counter(2))
    coordinator.register(reached, as: "Reached")
    coordinator.register(unreached, as: "Unreached")
    tree.root?.links = [reached]
    var parent: Node? = Node()
    let orphan = Counter(3, parent: parent)
    coordinator.register(orphan, as: "Orphan")
    parent = nil
    let report = try coordinator.save()
    #expect(report["Reached"] == .encoded)
    #expect(report["Unreached"] == .unreached)
    #expect(unreached.encodedCount == 0)
    #expect(report.diagnostics.contains { $0.hasPrefix("Unreached: registered, but") })
    #expect(report.diagnostics.contains { $0.contains("parent") && $0.contains("released") })
  }

  @Test("R33: parts keep their defaults if their controller does not pass the coder on")
  func partsNeedSuper() throws {
    let part = Part("Part")
    part.text = "saved"
    let root = Screen("Root")
    root.parts = [part]
    let tree = FakeTree(root)
    try machine.coordinator(tree: tree).save()

    let again = Screen("Root")
    again.callsSuper = false
    let partAgain = Part("Part")
    again.parts = [partAgain]
    let treeAgain = FakeTree(again)
    let report = machine.coordinator(tree: treeAgain).restore()
    #expect(partAgain.decodedCount == 0)
    guard case .defaulted(let reason) = report["Root/Part"] else {
      Issue.record("\(String(describing: report["Root/Part"]))")
      return
    }
    #expect(reason.contains("super"))
  }

  @Test("R2: the application is asked at every pass")
  func askedEachTime() {
    let delegate = Delegate()
    delegate.log = log
    let coordinator = machine.coordinator(delegate: delegate)
    _ = coordinator.preserve(reason: .explicit)
    _ = coordinator.preserve(reason: .changed, scope: .changes)
    #expect(log.calls.filter { $0 == "should preserve" }.count == 2)
  }

  @Test("R72, R73: a class that cannot be found at launch is reported when saving")
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
    let report = try coordinator.save()
    #expect(report.diagnostics.count == 4)
    for name in ["Local", "Nested", "PrivateFactory", "FilterStructure"] {
      #expect(report.diagnostics.contains { $0.contains(name) && $0.contains("register it") })
    }
    coordinator.register(Outer.Nested.self)
    #expect(coordinator.preserve(reason: .explicit).report.diagnostics.count == 3)
  }
}

final class Factory: StateRestoring {
  let objectRestorationClass: (any ObjectRestoration.Type)?
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
