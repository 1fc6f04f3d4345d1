// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct PreviewTests {
  let machine = Machine()

  @Test("R151: a preview shows what would be saved and does not affect the next pass")
  func previewKeepsNothing() throws {
    let child = Screen("Child")
    let root = Screen("Root", [child])
    let coordinator = machine.coordinator(tree: FakeTree(root))
    try coordinator.save()
    child.text = "new"
    coordinator.invalidate(child)
    let preview = coordinator.preview()
    let snapshot = try #require(preview.snapshot)
    let shown = try #require(
      preview.report.outcomes.first { $0.address.path.description == "Root/Child" })
    #expect(shown.result == .encoded)
    let number = try #require(snapshot.number(at: shown.address))
    let record = try #require(try snapshot.record(number))
    #expect(try snapshot.values(of: record).contains(.init(key: "text", value: .string("new"))))
    #expect(try coordinator.saveChanges()["Root/Child"] == .encoded)
    #expect(coordinator.preview().snapshot != nil)
  }

  /// An object with a value that may go.
  private final class Draft: StatePreserving {
    var text: String? = "half"

    func encodeRestorableState(with coder: RestorationEncoder) {
      if let text { coder.encode(text, forKey: "text") }
    }

    func decodeRestorableState(with coder: RestorationDecoder) {}
  }

  @Test(
    "R151, R220: a value that its object no longer writes goes, in a preview and in new tables, too",
    arguments: [false, true])
  func valueThatGoes(inNewTables: Bool) throws {
    let draft = Draft()
    let coordinator = machine.coordinator()
    coordinator.register(draft, as: "Draft")
    try coordinator.save()
    draft.text = nil
    var snapshot = coordinator.preview().snapshot
    if inNewTables {
      coordinator.renewTables()
      try coordinator.save()
      snapshot = try machine.savedState()
    }
    let saved = try #require(snapshot)
    let root = try #require(saved.roots.first)
    let record = try #require(try saved.record(root))
    #expect(try saved.values(of: record).isEmpty)
  }

  @Test("R151, R155: a round trip has the budget of the program")
  func budgetOfARoundTrip() {
    let node = Node(String(repeating: "x", count: 2 << 20))
    let coordinator = machine.coordinator(["Node": node])
    coordinator.budget.objectSize = 8 << 20
    let report = coordinator.checkRoundTrip { shadow in
      let again = Node()
      shadow.register(again, as: "Node")
      return again
    }
    #expect(report.isClean)
  }

  @Test("R183: a preview of state that the application refuses to save retires nothing")
  func unwantedPreview() throws {
    let delegate = Delegate()
    let coordinator = machine.coordinator(tree: FakeTree(Screen("Root")), delegate: delegate)
    try coordinator.save()
    delegate.isSaving = false
    let preview = coordinator.preview()
    #expect(preview.snapshot == nil)
    #expect(!preview.report.isAllowed)
    #expect(machine.store.load(.current, slot: nil) != nil)
  }
}
