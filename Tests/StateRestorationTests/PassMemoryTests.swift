// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Data cached for the next pass that is no longer valid.
@Suite struct PassMemoryTests {
  let machine = Machine()

  private func paths(_ report: PreservationReport) -> [String] {
    report.outcomes.map(\.address.path.description).sorted()
  }

  /// Returns the text that a relaunched program finds at a path.
  private func text(at path: [String]) -> String? {
    let relaunched = machine.coordinator()
    var parent: Node?
    let nodes = path.map { name in
      let node = Node(parent: parent)
      relaunched.register(node, as: name)
      parent = node
      return node
    }
    _ = relaunched.restore()
    return nodes.last?.decodedCount == 1 ? nodes.last?.text : nil
  }

  @Test("R160: objects at any depth move with their parent, and back")
  func parentMoves() throws {
    let top = Node("top")
    let middle = Node("middle", parent: top)
    let bottom = Node("bottom", parent: middle)
    bottom.links = [middle]
    let coordinator = machine.coordinator(["Top": top, "Middle": middle, "Bottom": bottom])
    for _ in 0..<2 {
      #expect(try paths(coordinator.save()) == ["Top", "Top/Middle", "Top/Middle/Bottom"])
    }
    coordinator.register(top, as: "Moved")
    #expect(try paths(coordinator.save()) == ["Moved", "Moved/Middle", "Moved/Middle/Bottom"])
    #expect(text(at: ["Moved", "Middle", "Bottom"]) == "bottom")
    #expect(text(at: ["Top", "Middle", "Bottom"]) == nil)
    coordinator.register(top, as: "Top")
    #expect(try paths(coordinator.save()) == ["Top", "Top/Middle", "Top/Middle/Bottom"])
    #expect(text(at: ["Top", "Middle", "Bottom"]) == "bottom")
  }

  @Test("R160: an object with a changed parent moves only when it is registered again")
  func parentIsAnother() throws {
    let (one, two) = (Node("one"), Node("two"))
    let child = Node("child", parent: one)
    let coordinator = machine.coordinator(["One": one, "Two": two, "Child": child])
    #expect(try paths(coordinator.save()) == ["One", "One/Child", "Two"])
    child.restorationParent = two
    // A known parent is checked again in one of sixteen passes, and then in each.
    #expect(try (0..<16).contains { _ in try !coordinator.save().diagnostics.isEmpty })
    for _ in 0..<2 {
      let late = try coordinator.save()
      #expect(paths(late) == ["One", "One/Child", "Two"])
      #expect(late.diagnostics.filter { $0.contains("restorationParent") }.count == 1)
    }
    coordinator.register(child, as: "Child")
    let report = try coordinator.save()
    #expect(paths(report) == ["One", "Two", "Two/Child"])
    #expect(report.diagnostics == [])
    #expect(text(at: ["Two", "Child"]) == "child")
  }

  @Test("R88, R160: parents stay correct after others are released, and released ones stay out")
  func parentsAmongMany() throws {
    let coordinator = machine.coordinator()
    func registerMany() {
      for index in 0..<300 { coordinator.register(Node(), as: "Gone \(index)") }
    }
    registerMany()
    let parent = Node("parent")
    var other: Node? = Node("other")
    let (child, orphan) = (Node("child", parent: parent), Node("orphan", parent: other))
    coordinator.register(parent, as: "Parent")
    coordinator.register(child, as: "Child")
    try coordinator.register(#require(other), as: "Other")
    coordinator.register(orphan, as: "Orphan")
    let all = ["Other", "Other/Orphan", "Parent", "Parent/Child"]
    #expect(try paths(coordinator.save()) == all)
    registerMany()
    #expect(try paths(coordinator.save()) == all)
    other = nil
    registerMany()
    #expect(try paths(coordinator.save()) == ["Parent", "Parent/Child"])
    child.text = "changed"
    coordinator.invalidate(child)
    try coordinator.saveChanges()
    #expect(child.encodedCount == 4 && parent.encodedCount == 3)
    #expect(text(at: ["Parent", "Child"]) == "changed")
  }

  @Test("R160: an object registered under another identifier is saved only there")
  func identifierChanges() throws {
    let (node, holder) = (Node("node"), Node("holder"))
    holder.links = [node]
    let coordinator = machine.coordinator(["First": node, "Holder": holder])
    try coordinator.save()
    coordinator.register(node, as: "Second")
    #expect(try paths(coordinator.save()) == ["Holder", "Second"])
    #expect(text(at: ["Second"]) == "node")
    #expect(text(at: ["First"]) == nil)
    coordinator.register(Node("not kept"), as: "First")
    #expect(try paths(coordinator.save()) == ["Holder", "Second"])
  }

  @Test("R31: an object of a new class that a hook registers is saved in the same pass")
  func classIsMetInThePass() throws {
    let (first, last) = (Node("first"), Node("last"))
    let late = OtherNode("late", parent: first)
    let coordinator = machine.coordinator(["First": first, "Last": last])
    try coordinator.save()
    first.onEncode = { coder in
      coordinator.register(late, as: "Late")
      coder.encode(late, forKey: "late")
    }
    for encodedCount in 1...2 {
      #expect(try paths(coordinator.save()) == ["First", "First/Late", "Last"])
      #expect(late.encodedCount == encodedCount)
    }
    let (parent, child) = (Node(), OtherNode())
    child.restorationParent = parent
    #expect(machine.restore(["First": parent, "Late": child])["First/Late"] == .restored)
    #expect(child.text == "late")
  }

  @Test(
    "R88: an object that reuses a released one's memory is another one, before and after cleanup",
    arguments: [false, true])
  func memoryIsUsedAgain(afterDroppingOut: Bool) throws {
    // The allocator decides where objects lie: a new one does not always reuse the old one's
    // memory.
    #expect(try (0..<100).contains { _ in try usesMemoryAgain(afterDroppingOut) })
  }

  private func usesMemoryAgain(_ dropsOut: Bool) throws -> Bool {
    let holder = Node("holder")
    let coordinator = machine.coordinator(["Holder": holder])
    var dead: Node? = Node("dead", parent: holder)
    let place = dead.map { ObjectIdentifier($0) }
    if let dead { coordinator.register(dead, as: "Dead") }
    #expect(try paths(coordinator.save()) == ["Holder", "Holder/Dead"])
    let last = Node("last")  // made here, so that it does not get the dead one's memory
    dead = nil
    if dropsOut { dropOutDeadObjects(of: coordinator, before: last) }
    let others = dropsOut ? ["Holder", "Last"] : ["Holder"]
    var made: [Node] = []
    while made.last.map({ ObjectIdentifier($0) }) != place, made.count < 1_000 {
      made.append(Node("new"))
    }
    guard let new = made.last, ObjectIdentifier(new) == place else { return false }
    holder.links = [new]
    let unregistered = try coordinator.save()
    #expect(paths(unregistered) == others)
    #expect(unregistered.diagnostics.contains { $0.contains("key links") })
    coordinator.register(new, as: "New")
    #expect(try paths(coordinator.save()) == others + ["New"])
    #expect(new.encodedCount == 1 && last.encodedCount == (dropsOut ? 2 : 0))
    #expect(text(at: ["New"]) == "new")
    #expect(text(at: ["Holder", "Dead"]) == nil)
    return true
  }

  /// Registers objects until the dead ones drop out.
  ///
  /// All but the last object die at once.
  private func dropOutDeadObjects(of coordinator: RestorationCoordinator, before last: Node) {
    for index in 0..<62 { coordinator.register(Node("gone"), as: "Gone \(index)") }
    coordinator.register(last, as: "Last")
  }

  @Test(
    "R8, R88: a coder kept from a hook keeps no object alive, and later passes save everything",
    arguments: [PreservationScope.all, .changes])
  func keptCoder(scope: PreservationScope) throws {
    let (keeper, other) = (Node("keeper"), Node("other"))
    let coordinator = machine.coordinator(["Keeper": keeper, "Other": other])
    var brief: Node? = Node("brief")
    if let brief { coordinator.register(brief, as: "Brief") }
    if scope == .changes { try coordinator.save() }
    var kept: RestorationEncoder?
    keeper.onEncode = { kept = $0 }
    brief?.text = "changed"
    for node in [keeper, brief].compactMap(\.self) { coordinator.invalidate(node) }
    let report = try scope == .all ? coordinator.save() : coordinator.saveChanges()
    #expect(paths(report) == ["Brief", "Keeper", "Other"])
    weak let watched = brief
    brief = nil
    #expect(watched == nil)
    #expect(kept != nil)
    let before = other.encodedCount
    for count in 1...2 {
      #expect(try paths(coordinator.save()) == ["Keeper", "Other"])
      #expect(other.encodedCount == before + count)
    }
  }

  /// Returns the text of the node restored at a path.
  ///
  /// The relaunched program makes nodes under one name only.
  private func made(by name: String, at path: String) -> String? {
    let relaunched = machine.coordinator()
    var made: Node?
    relaunched.register(Node.self, name: name) { _, _ in
      made = Node()
      return made
    }
    return relaunched.restore()[path] == .restored ? made?.text : nil
  }

  @Test("R91: objects are archived under the maker registered last")
  func makerIsReplaced() throws {
    let (node, filter) = (Node("kept"), Filter())
    let coordinator = machine.coordinator(["Node": node, "Filter": filter])
    for name in ["First", "Second"] {
      coordinator.register(Node.self, name: name) { _, _ in nil }
      for _ in 0..<2 { try coordinator.save() }
      #expect(made(by: name, at: "Node") == "kept")
    }
    #expect(made(by: "First", at: "Node") == nil)
  }

  @Test("R91: objects keep their maker after tables are renewed or a preview is made")
  func makerOutlivesTables() throws {
    let coordinator = machine.coordinator()
    let others = (0..<9).map { OtherNode("\($0)") }
    for node in others { coordinator.register(node, as: "Other \(node.text)") }
    coordinator.register(OtherNode.self) { _, _ in nil }
    coordinator.register(Node.self, name: "Maker") { _, _ in nil }
    let node = Node("kept")
    coordinator.register(node, as: "Node")
    try coordinator.save()
    coordinator.renewTables()
    for text in ["renewed", "again"] {
      node.text = text
      try coordinator.save()
      #expect(made(by: "Maker", at: "Node") == text)
      _ = coordinator.preview()
    }
  }

  @Test("R91: an object that names another class in a later pass is archived under that one")
  func restorationClassChanges() throws {
    let node = Factory(Filter.self)
    let coordinator = machine.coordinator(["Node": node])
    for type in [Filter.self, RenamedNode.self, Filter.self] as [any ObjectRestoration.Type] {
      node.objectRestorationClass = type
      for _ in 0..<2 { try coordinator.save() }
      let snapshot = try machine.savedState()
      let records = try snapshot.roots.map { try #require(try snapshot.record($0)) }
      #expect(records.map(\.restorationClass) == [String(reflecting: type)])
    }
  }
}
