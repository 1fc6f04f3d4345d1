// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct LookupTests {
  let machine = Machine()

  private func maker(_ make: @escaping () -> Screen?) -> RestorationClass {
    RestorationClass(name: "Maker") { _, _ in make() }
  }

  private func screenWithMaker() -> Screen {
    let screen = Screen("Child")
    screen.maker = maker { nil }
    return screen
  }

  @Test("R69: an existing object at the path comes third")
  func existingGoesThird() throws {
    try machine.save(Screen("Root", [Screen("Child")]))
    let existing = Screen("Child")
    let tree = FakeTree(Screen("Root", [existing]))
    tree.storyboard = { path, _ in Screen(path.last) }
    _ = machine.coordinator(tree: tree).restore()
    #expect(tree.root?.children.first === existing)
    #expect(existing.decodedCount == 1)
  }

  @Test("R179: an object that no step can make is reported with the steps tried")
  func reportOfAllSteps() throws {
    try machine.save(Screen("Root", [screenWithMaker(), Screen("Other")]))
    let report = machine.restore(Screen("Root"))
    for (path, first) in [
      ("Root/Child", "① its restoration class Maker cannot be found by that name"),
      ("Root/Other", "① it has no restoration class"),
    ] {
      #expect(
        report[path]
          == .dropped(
            "no step could make it: \(first), ② the delegate returned nil, "
              + "③ none exists at this path, ④ it came from no storyboard"))
    }
  }

  @Test("R220: an object with an unknown restoration class is carried for a version that has it")
  func unknownClassIsCarried() throws {
    let child = screenWithMaker()
    child.text = "set"
    try machine.save(Screen("Root", [child]))
    for round in 1...4 {
      let root = Screen("Root")
      let older = machine.coordinator(tree: FakeTree(root))
      #expect(older.restore()["Root/Child"]?.droppedReason != nil)
      root.text = "older \(round)"
      older.invalidate(root)
      _ = try round % 2 == 0 ? older.save() : older.saveChanges()
    }
    let (root, made) = (Screen("Root"), Screen("Child"))
    let tree = FakeTree(root)
    tree.classes["Maker"] = maker { made }
    #expect(machine.coordinator(tree: tree).restore()["Root/Child"] == .restored)
    #expect((root.text, made.text) == ("older 4", "set"))
  }

  @Test("R194, R220: a late object's reference to an object of an unknown class is carried")
  func lateReferenceToUnknownClass() throws {
    let child = screenWithMaker()
    child.text = "set"
    let holder = Node("holder")
    holder.links = [child]
    let before = machine.coordinator(
      ["Holder": holder], tree: FakeTree(Screen("Root", [child])),
      delegate: delegate(encoding: holder))
    try before.save()

    let late = Node()
    let older = machine.coordinator(
      tree: FakeTree(Screen("Root")), delegate: delegate(encoding: late))
    _ = older.restore()
    older.register(late, as: "Holder")
    #expect(late.text == "holder" && late.links.isEmpty)
    try older.save()

    let (root, made, holderAgain) = (Screen("Root"), Screen("Child"), Node())
    let tree = FakeTree(root)
    tree.classes["Maker"] = maker { made }
    _ = machine.coordinator(["Holder": holderAgain], tree: tree).restore()
    #expect(made.text == "set" && holderAgain.links.first === made)
  }

  /// Returns a delegate that leads to an object.
  private func delegate(encoding object: Node) -> Delegate {
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode(object, forKey: "object") }
    return delegate
  }

  @Test("R52: a tree set in should-restore comes back, with an object below one of its screens")
  func objectBelowTreeSetWhenAsked() throws {
    let screen = Screen("Child")
    let saved = Node("saved", parent: screen)
    let before = machine.coordinator(["Node": saved], tree: FakeTree(Screen("Root", [screen])))
    screen.links = [saved]
    try before.save()

    let child = Screen("Child")
    let tree = FakeTree(Screen("Root", [child]))
    let delegate = Delegate()
    let node = Node("initial", parent: child)
    let coordinator = machine.coordinator(["Node": node], delegate: delegate)
    delegate.onShouldRestore = { _ in coordinator.tree = tree }
    #expect(coordinator.restore()["Root/Child"] == .restored)
    #expect(child.decodedCount == 1)
    #expect(node.text == "saved")
  }

  @Test("R60, R83: a screen created in another's decode hook is restored before did-restore")
  func madeByAnothersDecode() throws {
    let screens = ["Early", "Late"].map { Screen($0) }
    try machine.save(Screen("Root", screens))

    // The early screen is asked for first, and exists once the late one has decoded.
    let log = CallLog()
    let (early, late) = (Screen("Early", log: log), Screen("Late", log: log))
    let rootAgain = Screen("Root", [late])
    let tree = FakeTree(rootAgain)
    tree.awaitedNames = ["Early"]
    late.onDecode = { _ in rootAgain.children.append(early) }
    let delegate = Delegate()
    delegate.log = log
    let report = machine.coordinator(tree: tree, delegate: delegate).restore()
    #expect(report["Root/Early"] == .restored)
    let calls = log.calls.filter { $0.hasPrefix("decoded") || $0 == "did restore" }
    #expect(calls == ["decoded Late", "decoded Early", "did restore"])
  }

  @Test("R72: makers and restoration classes are found by former names, nested ones if registered")
  func classByFormerName() throws {
    let nested = Factory(Outer.Nested.self)
    let node = Node("saved")
    let coordinator = machine.coordinator(["Node": node, "Nested": nested])
    coordinator.register(Node.self, name: "Old.Factory") { _, _ in nil }
    try coordinator.save()
    let relaunched = machine.coordinator()
    relaunched.register(RenamedNode.self)
    relaunched.register(Outer.Nested.self)
    let report = relaunched.restore()
    #expect(report["Node"] == .restored)
    #expect(report["Nested"] != .unclaimed)

    let withMaker = machine.coordinator()
    var made: Node?
    withMaker.register(Node.self, name: "New", formerNames: ["Older", "Old.Factory"]) { path, _ in
      made = Node(path.joined())
      return made
    }
    #expect(withMaker.restore()["Node"] == .restored)
    #expect(made?.text == "saved")
  }

  @Test("R7, R51: an archived name cannot select a type that does not adopt the protocol")
  func archivedNamesAreChecked() throws {
    let (node, filter) = (Node(), Filter())
    let coordinator = machine.coordinator(["Node": node, "Filter": filter])
    coordinator.register(Node.self, name: "StateRestorationTests.Counter") { _, _ in nil }
    coordinator.register(Filter.self, name: "Foundation.NSObject") { _, _ in nil }
    try coordinator.save()
    let report = machine.coordinator().restore()
    #expect(report["Node"] == .unclaimed)
    #expect(report["Filter"] == .unclaimed)
    #expect(report.diagnostics.filter { $0.contains("cannot be found by that name") }.count == 2)
  }
}
