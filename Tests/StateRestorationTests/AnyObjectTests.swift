// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

@Suite struct AnyObjectTests {
  let machine = Machine()

  @Test("R37, R90, R93: references in arrays, dictionaries and Codable values lead to one instance")
  func nestedReferencesShareOneInstance() throws {
    let (holder, sepia, blur, source) = (Holder(), Filter(), Filter(), DataSource())
    sepia.intensity = 1
    holder.one = source
    holder.many = [sepia, blur]
    holder.named = ["s": sepia]
    holder.note = .init(text: "hello", reference: .init(blur))
    let saved = try machine.save(
      ["Holder": holder, "Sepia": sepia, "Blur": blur, "DataSource": source])
    #expect(saved.diagnostics == [])

    let (again, sourceAgain) = (Holder(), DataSource())
    let report = machine.restore(["Holder": again, "DataSource": sourceAgain])
    #expect(report.diagnostics == [])
    #expect(again.one === sourceAgain)
    #expect(again.many.count == 2)
    #expect(again.many.first === again.named["s"])
    #expect(again.many.last === again.note?.reference.object)
    #expect(again.note?.text == "hello")
    #expect(again.many.first?.decodedCount == 1)
    #expect(again.many.first?.intensity == 1)
    #expect(report["DataSource"] == .referenced)
  }

  @Test("R88: many registrations and releases leave the living objects in order")
  func manyRegistrations() throws {
    let coordinator = machine.coordinator()
    var living: [Counter] = []
    for index in 0..<500 {
      let counter = Counter(index)
      coordinator.register(counter, as: "Counter \(index)")
      if index % 5 == 0 { living.append(counter) }
    }
    let report = try coordinator.save()
    #expect(
      report.outcomes.map(\.address.path.description) == living.map { "Counter \($0.value)" })
  }

  @Test(
    "R12: a malformed identifier counts as none, and the log names its flaw",
    arguments: [("", "is empty"), ("a/b", "contains a slash"), (":[3]:", "looks like :[n]:")])
  func malformedIdentifier(_ identifier: String, _ flaw: String) throws {
    let log = LogRecorder()
    let counter = Counter(1)
    let coordinator = machine.coordinator([identifier: counter], logger: log.logger)
    let warnings = log.lines.filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("Counter \(flaw), and is ignored") == true)
    #expect(try coordinator.save().outcomes.isEmpty)
    #expect(counter.encodedCount == 0)
  }

  @Test(
    "R89, R160: a path is the identifier, or follows the parent's present path, registered or not")
  func restorationParents() throws {
    let root = Screen("Root")
    let (plain, below) = (Counter(1), Counter(2, parent: root))
    let deeper = Counter(3, parent: below)
    root.links = [plain, below, deeper]
    let coordinator = machine.coordinator(
      ["Plain": plain, "Below": below, "Deeper": deeper], tree: FakeTree(root))
    let report = try coordinator.save()
    for path in ["Plain", "Root/Below", "Root/Below/Deeper"] { #expect(report[path] == .encoded) }
    root.identifier = "Renamed"
    #expect(try coordinator.save()["Renamed/Below/Deeper"] == .encoded)
  }

  @Test("R160: a parent that was released, circular, a view or unregistered is named")
  func brokenParents() throws {
    let root = Screen("Root")
    let part = Part("Part")
    root.parts = [part]
    var dead: Node? = Node()
    let orphan = Counter(1, parent: dead)
    let (one, two) = (Counter(2), Counter(3))
    (one.restorationParent, two.restorationParent) = (two, one)
    let (inPart, inStranger) = (Counter(4, parent: part), Counter(5, parent: DataSource.shared))
    let coordinator = machine.coordinator(tree: FakeTree(root))
    root.links = [orphan, one, two, inPart, inStranger]
    for (object, name) in [
      (orphan, "Orphan"), (one, "One"), (two, "Two"), (inPart, "In Part"),
      (inStranger, "In Stranger"),
    ] { coordinator.register(object, as: name) }
    dead = nil
    let report = try coordinator.save()
    let diagnostics = report.diagnostics.filter { $0.hasPrefix("Root: key links: ") }
    #expect(diagnostics.count == 5)
    #expect(diagnostics.filter { $0.contains("has been released") }.count == 1)
    #expect(diagnostics.filter { $0.contains("lead back to it") }.count == 2)
    #expect(diagnostics.filter { $0.contains("neither a controller nor a registered") }.count == 1)
    #expect(diagnostics.filter { $0.contains("DataSource is not registered") }.count == 1)
    #expect(report.outcomes.map(\.address.path.description) == ["Root", "Root/Part"])
  }
}
