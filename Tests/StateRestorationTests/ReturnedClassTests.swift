// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct ReturnedClassTests {
  let machine = Machine()

  @Test(
    "R63: an object of a subclass decodes; one of another class is used undecoded",
    arguments: [("SpecialNode", true), ("OtherNode", false), ("Renamed", true), ("Maker", true)])
  func classOfTheReturnedObject(_ kind: String, _ isDecoded: Bool) throws {
    try machine.save(["Node": kind == "OtherNode" ? SpecialNode("saved") : Node("saved")])
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
      let reason = try #require(report["Node"]?.defaultedReason)
      #expect(reason.contains("OtherNode") && reason.contains("SpecialNode"))
      #expect(report.diagnostics == ["Node: " + reason])
      #expect((again as? Node)?.decodedCount == 0)
      #expect((again as? Node)?.finishedCount == 0)
    }
  }

  @Test("R63: a maker's former names do not apply to other classes")
  func formerNamesBelongToTheirClass() throws {
    try machine.save(["Node": Node("saved")])
    let again = Counter(-1)
    let relaunched = machine.coordinator(["Node": again])
    relaunched.register(DataSource.self, formerNames: ["StateRestorationTests.Node"]) { _, _ in nil
    }
    let report = relaunched.restore()
    #expect(report["Node"] != .restored)
    #expect(again.decodedCount == 0)
  }

  @Test("R63: an object returned for two paths decodes only the first")
  func oneObjectForTwoPaths() throws {
    try machine.save(Screen("Root", [Screen("A"), Screen("B")]))
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

  @Test(
    "R63, R91: an object that its class returns twice, or that is registered anew, decodes once",
    arguments: [false, true])
  func oneMadeObjectForTwoPaths(isRegisteredAnew: Bool) throws {
    let second: Node = isRegisteredAnew ? SpecialNode("second") : Node("second")
    try machine.save(["First": Node("first"), "Second": second], createdByClass: [Node.self])
    let relaunched = machine.coordinator()
    let made = Node()
    if isRegisteredAnew { made.onDecode = { _ in relaunched.register(made, as: "Second") } }
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
}
