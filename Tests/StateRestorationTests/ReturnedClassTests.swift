// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct ReturnedClassTests {
  let machine = Machine()

  /// Saves a root with children, by name.
  private func save(_ children: [Screen]) throws {
    try machine.coordinator(tree: FakeTree(Screen("Root", children))).save()
  }

  @Test(
    "R63: an object of a subclass decodes; one of another class is used undecoded",
    arguments: [("SpecialNode", true), ("OtherNode", false), ("Renamed", true), ("Maker", true)])
  func classOfTheReturnedObject(_ kind: String, _ isDecoded: Bool) throws {
    let coordinator = machine.coordinator()
    let saved: Node = kind == "OtherNode" ? SpecialNode("saved") : Node("saved")
    coordinator.register(saved, as: "Node")
    try coordinator.save()
    let relaunched = machine.coordinator()
    if kind == "Maker" {
      relaunched.register(Counter.self, formerNames: ["StateRestorationTests.Node"]) { _, _ in nil }
    }
    let again: any StatePreserving =
      switch kind {
      case "SpecialNode": SpecialNode()
      case "OtherNode": OtherNode()
      case "Maker": Counter()
      default: RenamedNode()
      }
    relaunched.register(again, as: "Node")
    let report = relaunched.restore()
    if isDecoded {
      #expect(report["Node"] == .restored)
    } else {
      guard case .defaulted(let reason) = report["Node"] else {
        Issue.record("\(String(describing: report["Node"]))")
        return
      }
      #expect(reason.contains("OtherNode") && reason.contains("SpecialNode"))
      #expect(report.diagnostics == ["Node: " + reason])
      #expect((again as? Node)?.decodedCount == 0)
      #expect((again as? Node)?.finishedCount == 0)
    }
  }

  @Test("R63: a maker's former names do not apply to other classes")
  func formerNamesBelongToTheirClass() throws {
    let coordinator = machine.coordinator()
    let node = Node("saved")
    coordinator.register(node, as: "Node")
    try coordinator.save()
    let relaunched = machine.coordinator()
    relaunched.register(DataSource.self, formerNames: ["StateRestorationTests.Node"]) { _, _ in nil
    }
    let again = Counter(-1)
    relaunched.register(again, as: "Node")
    let report = relaunched.restore()
    #expect(report["Node"] != .restored)
    #expect(again.decodedCount == 0)
  }

  @Test("R63: an object returned for two paths decodes only the first")
  func oneObjectForTwoPaths() throws {
    try save([Screen("A"), Screen("B")])
    let shared = Screen("A")
    let tree = FakeTree(Screen("Root"))
    tree.delegate = { path, _ in path.count == 2 ? shared : nil }
    let report = machine.coordinator(tree: tree).restore()
    #expect(report["Root/A"] == .restored)
    #expect(
      report["Root/B"]
        == .defaulted(
          "the same object was returned for Root/A, and has already decoded that record"))
    #expect(shared.decodedCount == 1)
    #expect(shared.finishedCount == 1)
  }

  /// Saves two registered objects; the first one has a maker.
  private func saveFirstAndSecond(_ second: Node) throws {
    let coordinator = machine.coordinator()
    coordinator.register(Node.self) { _, _ in nil }
    let first = Node("first")
    coordinator.register(first, as: "First")
    coordinator.register(second, as: "Second")
    try coordinator.save()
  }

  @Test("R63: an object created for one path and returned for another decodes only the first")
  func oneMadeObjectForTwoPaths() throws {
    try saveFirstAndSecond(Node("second"))
    let relaunched = machine.coordinator()
    let made = Node()
    relaunched.register(Node.self) { _, _ in made }
    let report = relaunched.restore()
    #expect(report["First"] == .restored)
    #expect(
      report["Second"]
        == .defaulted("the same object was returned for First, and has already decoded that record")
    )
    #expect(made.text == "first")
    #expect(made.decodedCount == 1)
  }

  @Test("R63, R91: an object registered again while it decodes does not decode twice")
  func objectRegisteredWhileItDecodes() throws {
    try saveFirstAndSecond(SpecialNode("second"))
    let relaunched = machine.coordinator()
    let made = Node()
    made.onDecode = { _ in relaunched.register(made, as: "Second") }
    relaunched.register(Node.self) { _, _ in made }
    let report = relaunched.restore()
    #expect(report["First"] == .restored)
    #expect(
      report["Second"]
        == .defaulted("the same object was returned for First, and has already decoded that record")
    )
    #expect(made.decodedCount == 1)
  }
}
