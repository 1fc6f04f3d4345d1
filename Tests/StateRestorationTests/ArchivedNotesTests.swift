// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

/// Notes about passes that archives keep for later inspection.
@Suite struct ArchivedNotesTests {
  let machine = Machine()

  /// Returns the notes in the newest archive.
  private func notes() throws -> [RestorationNote] { try machine.savedState().notes }

  private func lines() throws -> [String] {
    try notes().map { "\($0.outcome) \($0.address)" }
  }

  @Test("R22: the archive names both objects that claim the same path")
  func claimantsAreNoted() throws {
    let (first, second) = (Node("1"), SpecialNode("2"))
    try machine.save(["Same": first, "Same": second])
    #expect(try lines() == ["duplicate Same"])
    let sentence = try #require(try notes().first).sentence
    #expect(sentence.contains("StateRestorationTests.Node and StateRestorationTests.SpecialNode"))
    #expect(first.encodedCount == 1 && second.encodedCount == 0)
  }

  @Test("R151: objects that are saved partly or not at all are noted with their path")
  func brokenLinksAreNoted() throws {
    let root = Screen("Root", [Screen("Other")])
    let loose = Node("3")
    root.links = [OtherNode()]
    root.onEncode = { $0.encode(Data(count: 900), forKey: "fat") }
    let coordinator = machine.coordinator(tree: FakeTree(root))
    coordinator.budget.objectSize = 500
    coordinator.register(loose, as: "Loose")
    let report = try coordinator.save()
    #expect(
      try lines() == ["incomplete Root", "incomplete Root", "notPreserved Loose"])
    #expect(try notes().map { "\($0.address): \($0.sentence)" } == report.diagnostics)
    #expect(loose.encodedCount == 0)
  }

  @Test("R62, R63, R151: objects dropped or left at their defaults at the last launch are noted")
  func outcomesAreNoted() throws {
    try machine.save(Screen("Root", [Screen("Gone"), OtherScreen("Other")]))
    let next = machine.coordinator(tree: FakeTree(Screen("Root", [Screen("Other")])))
    let report = next.restore()
    try next.save()
    let why = try #require(report["Root/Gone"]?.droppedReason)
    let whyNot = try #require(report["Root/Other"]?.defaultedReason)
    #expect(try lines() == ["dropped Root/Gone", "defaulted Root/Other"])
    #expect(try notes().map(\.sentence) == [why, whyNot])
    // The record of another class stays until its object is set.
    let screen = Screen("Other")
    let third = machine.coordinator(tree: FakeTree(Screen("Root", [screen])))
    _ = third.restore()
    screen.text = "set"
    try third.save()
    #expect(try lines() == ["defaulted Root/Other"])
    // The next process restores everything and has nothing to note.
    let last = machine.coordinator(tree: FakeTree(Screen("Root", [Screen("Other")])))
    _ = last.restore()
    last.tree.map { ($0 as? FakeTree)?.root?.text = "new" }
    try last.save()
    #expect(try lines() == [])
  }

  @Test("R30: a pass's notes alone cause no save, but are stored with the next one")
  func notesAloneAreNotSaved() throws {
    let (first, second) = (Node("1"), Node("2"))
    let coordinator = machine.coordinator(["Same": first])
    try coordinator.save()
    coordinator.register(second, as: "Same")
    let pass = coordinator.preserve(reason: .explicit)
    #expect(pass.report.diagnostics.count == 1)
    #expect(try pass.commitAndWait() == nil)
    #expect(try lines() == [])
    first.text = "new"
    try coordinator.save()
    #expect(try lines() == ["duplicate Same"])
    #expect(second.encodedCount == 0)
  }

  @Test("R150: a change pass keeps the notes of objects that it did not check")
  func changePassKeepsNotes() throws {
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: ""))
      }
    }
    let (one, two) = (Node("1"), Node("2"))
    for node in [one, two] { node.onEncode = { $0.encode(Refusing(), forKey: "refusing") } }
    let coordinator = machine.coordinator(["One": one, "Two": two])
    try coordinator.save()
    #expect(try lines() == ["incomplete One", "incomplete Two"])
    for node in [one, two] { node.onEncode = nil }
    one.text = "new"
    coordinator.invalidate(one)
    try coordinator.saveChanges()
    #expect(try lines() == ["incomplete Two"])
    one.text = "newer"
    try coordinator.save()
    #expect(try lines() == [])
  }

  @Test("R151: an object's notes are removed with it, even in a change pass")
  func goneObjectsAreNotNoted() throws {
    let one = Node("1")
    let coordinator = machine.coordinator(["One": one])
    var two: Node? = Node("2")
    two?.links = [OtherNode()]
    two.map { coordinator.register($0, as: "Two") }
    try coordinator.save()
    #expect(try lines() == ["incomplete Two"])
    two = nil
    one.text = "new"
    coordinator.invalidate(one)
    try coordinator.saveChanges()
    #expect(try lines() == [])
  }

  @Test("R183: notes from before a log-out are absent from later saves")
  func notesAreGivenUp() throws {
    try machine.save(Screen("Root", [Screen("Gone")]))
    let (root, delegate) = (Screen("Root"), Delegate())
    let coordinator = machine.coordinator(tree: FakeTree(root), delegate: delegate)
    _ = coordinator.restore()
    root.text = "set"
    try coordinator.save()
    #expect(try lines() == ["dropped Root/Gone"])
    delegate.isSaving = false
    try coordinator.save()
    delegate.isSaving = true
    try coordinator.save()
    #expect(try lines() == [])
  }

  @Test("R151: a hook's diagnosis of its object is noted; a misuse of the API is not")
  func hooksAreNoted() throws {
    let node = Node()
    node.onEncode = { $0.diagnose("half of it is elsewhere") }
    let coordinator = machine.coordinator(["Node": node])
    coordinator.completeStateRestoration()
    #expect(try coordinator.save().diagnostics.count == 2)
    #expect(try lines() == ["incomplete Node"])
    #expect(try notes().map(\.sentence) == ["half of it is elsewhere"])
  }
}
