// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct ChangePassTests {
  let machine = Machine()

  @Test(
    "R30: a change pass encodes exactly the invalidated and the new objects, however many",
    arguments: [0, 1, 60, 150], [false, true])
  func markedObjectsEncode(count: Int, hasGuest: Bool) throws {
    let coordinator = machine.coordinator()
    let nodes = (0..<200).map { Node("\($0)") }
    for (index, node) in nodes.enumerated() {
      node.links = [nodes[(index + 7) % nodes.count]]
      coordinator.register(node, as: "Node \(index)")
    }
    try coordinator.save()
    for node in nodes.prefix(count) {
      node.text += " new"
      coordinator.invalidate(node)
    }
    let guest = Node("guest")
    if hasGuest { coordinator.register(guest, as: "Guest") }
    let report = try coordinator.saveChanges()
    for (index, node) in nodes.enumerated() {
      #expect(node.encodedCount == (index < count ? 2 : 1))
      #expect(report["Node \(index)"] == (index < count ? .encoded : .carried))
    }
    #expect(guest.encodedCount == (hasGuest ? 1 : 0))
    #expect(machine.texts(nodes.indices.map { "Node \($0)" }) == nodes.map(\.text))
    for node in nodes { node.links = [] }
  }

  @Test(
    "R150, R35: a reference to an object that gets its place later comes back after changes alone",
    arguments: [true, false])
  func referenceBeforeItsPlace(hasOther: Bool) throws {
    let (holder, document, other) = (Node("holder"), Node("document"), Node("other"))
    let coordinator = machine.coordinator(["Holder": holder])
    try coordinator.save()
    holder.links = [document]
    coordinator.invalidate(holder)
    #expect(try coordinator.saveChanges().diagnostics.count == 1)
    if hasOther {
      coordinator.register(other, as: "Other")
      try coordinator.saveChanges()
    }
    coordinator.register(document, as: "Document")
    #expect(try coordinator.saveChanges().diagnostics == [])
    let count = holder.encodedCount
    other.text = "changed"
    coordinator.invalidate(other)
    try coordinator.saveChanges()
    #expect(holder.encodedCount == count)
    let (again, documentAgain) = (Node(), Node())
    machine.restore(["Holder": again, "Document": documentAgain])
    #expect(again.links.first === documentAgain)
  }

  @Test(
    "R30: an object registered at another's path encodes, as do the moved object and its referrers")
  func registeredInThePlaceOfAnother() throws {
    let (moved, holder, other) = (Node("moved"), Node("holder"), Node("other"))
    holder.links = [moved]
    let coordinator = machine.coordinator(["Place": moved, "Holder": holder, "Other": other])
    try coordinator.save()
    let new = Node("new")
    coordinator.register(moved, as: "Elsewhere")
    coordinator.register(new, as: "Place")
    let report = try coordinator.saveChanges()
    #expect((moved.encodedCount, holder.encodedCount, other.encodedCount) == (2, 2, 1))
    #expect(report["Place"] == .encoded && report["Other"] == .carried)
    #expect(new.encodedCount == 1)

    let again = [Node(), Node(), Node()]
    machine.restore(["Place": again[0], "Elsewhere": again[1], "Holder": again[2]])
    #expect(again.map(\.text) == ["new", "moved", "holder"])
    #expect(again[2].links.first === again[1])
  }

  @Test(
    "R30: an object that replaces another at its path encodes, even if others refer to the old one")
  func replacedObjectEncodes() throws {
    let (holder, old) = (Screen("Holder"), Screen("Child"))
    let root = Screen("Root", [holder, old])
    holder.links = [old]
    let coordinator = machine.coordinator(tree: FakeTree(root))
    try coordinator.save()
    let new = Screen("Child")
    new.text = "new"
    root.children = [holder, new]
    old.container = nil
    coordinator.invalidate(root)
    let report = try coordinator.saveChanges()
    #expect(new.encodedCount == 1)
    #expect(report["Root/Child"] == .encoded)
    #expect(holder.encodedCount == 2)  // it refers to a screen that is no longer in the tree
    #expect(!report.diagnostics.contains { $0.contains("have the same path") })
    let again = Screen("Root", [Screen("Holder"), Screen("Child")])
    machine.restore(again)
    #expect(again.children.last?.text == "new")
  }

  @Test("R30: a record is not carried if its target moved because a sibling was removed")
  func movedTargetIsFound() throws {
    let (a, b) = (Screen("Same"), Screen("Same"))
    (a.text, b.text) = ("a", "b")
    let stack = Screen("Stack", [a, b])
    stack.isStack = true
    let holder = Screen("Holder")
    holder.links = [b]
    let root = Screen("Root", [stack, holder])
    let coordinator = machine.coordinator(tree: FakeTree(root))
    try coordinator.save()
    stack.children = [b]
    a.container = nil
    coordinator.invalidate(stack)
    try coordinator.saveChanges()

    let again = Screen("Root", [Screen("Stack", [Screen("Same")]), Screen("Holder")])
    again.children[0].isStack = true
    machine.restore(again)
    #expect(again.children[0].children.map(\.text) == ["b"])
    #expect(again.children[1].links.first === again.children[0].children.first)
  }

  @Test("R76: a record is not carried if its prerequisite was replaced")
  func replacedPrerequisite() throws {
    let (bottom, top) = (Screen("Bottom"), Screen("Top"))
    let root = Screen("Root", [bottom, top])
    root.isStack = true
    let coordinator = machine.coordinator(tree: FakeTree(root))
    try coordinator.save()
    root.children = [Screen("New"), top]
    bottom.container = nil
    coordinator.invalidate(root)
    try coordinator.saveChanges()
    let again = Screen("Root", [Screen("New"), Screen("Top")])
    again.isStack = true
    let report = machine.restore(again)
    #expect(report["Root/:[1]:/Top"] == .restored)
    #expect(report["Root/:[0]:/Bottom"] == nil)
  }

  @Test("R30: a change before encoding joins the pass; one during encoding waits for the next")
  func changesDuringAPass() throws {
    let delegate = Delegate()
    let (one, two) = (Node("1"), Node("2"))
    let coordinator = machine.coordinator(["One": one, "Two": two], delegate: delegate)
    try coordinator.save()
    var invalidations = 0
    coordinator.onInvalidate = { invalidations += 1 }
    delegate.onWillPreserve = { [weak one] _ in one.map { coordinator.invalidate($0) } }
    one.onEncode = { [weak two] _ in two.map { coordinator.invalidate($0) } }
    let first = try coordinator.saveChanges()
    #expect(first["One"] == .encoded)
    #expect(first["Two"] == .carried)
    #expect(invalidations == 2)
    delegate.onWillPreserve = nil
    let second = try coordinator.saveChanges()
    #expect(second["One"] == .carried)
    #expect(second["Two"] == .encoded)
  }

  @Test("R196: an invalidation during a restore is not a change")
  func restoringIsNoChange() throws {
    let node = Node("saved")
    try machine.save(["Node": node])
    let again = Node()
    let relaunched = machine.coordinator(["Node": again])
    var invalidations = 0
    relaunched.onInvalidate = { invalidations += 1 }
    again.onDecode = { [weak again] _ in again.map { relaunched.invalidate($0) } }
    _ = relaunched.restore()
    #expect(invalidations == 0)
    let pass = relaunched.preserve(reason: .changed, scope: .changes)
    #expect(pass.report["Node"] == .carried)
    #expect(try pass.commitAndWait() == nil)
    let fullPass = relaunched.preserve(reason: .background)
    #expect(fullPass.report["Node"] == .encoded)
    #expect(try fullPass.commitAndWait() == nil)
  }
}
