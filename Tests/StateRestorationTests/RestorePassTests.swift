// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

@Suite struct RestorePassTests {
  let machine = Machine()
  let log = CallLog()

  /// Saves a root with children, by name.
  private func save(_ children: [Screen], configure: (Screen) -> Void = { _ in }) throws {
    let root = Screen("Root", children)
    configure(root)
    try machine.save(root)
  }

  @Test(
    "R52, R53, R55, R57: a restore asks, obtains all, decodes root to leaf, then announces the end"
  )
  func orderOfRestoring() throws {
    let leaf = Screen("Leaf")
    try save([Screen("B"), Screen("A", [leaf])]) { $0.links = [leaf] }
    let delegate = Delegate()
    delegate.log = log
    let tree = FakeTree()
    tree.delegate = { path, _ in
      self.log.add("look up \(path.joined(separator: "/"))")
      let screen = Screen(path.last, log: self.log)
      return screen
    }
    tree.onWillDecode = { self.log.add("prepare \($0.identifier ?? "")") }
    let report = machine.coordinator(tree: tree, delegate: delegate).restore()
    let calls = log.calls
    #expect(calls.first == "should restore")
    func place(_ call: String) -> Int { calls.firstIndex(of: call) ?? -1 }
    func last(_ prefix: String) -> Int { calls.lastIndex { $0.hasPrefix(prefix) } ?? -1 }
    func first(_ prefix: String) -> Int { calls.firstIndex { $0.hasPrefix(prefix) } ?? -1 }
    #expect(place("look up Root") < place("look up Root/A"))
    #expect(place("look up Root/A") < place("look up Root/A/Leaf"))
    #expect(last("look up") < first("decode "))
    #expect(place("decode Root") < place("decode A"))
    #expect(place("decode A") < place("decode Leaf"))
    #expect(place("prepare A") == place("decode A") - 1)
    #expect(last("decode") < place("did restore"))
    #expect(place("did restore") < first("finished"))
    #expect(calls.filter { $0.hasPrefix("finished") }.count == 4)
    #expect(report.outcomes.map(\.result) == Array(repeating: .restored, count: 4))
  }

  @Test("R53: an object registered in did-decode decodes before any finished hook runs")
  func registeredInDidDecode() throws {
    let (early, late) = (Node("early"), Node("late"))
    try machine.save(["Early": early, "Late": late])
    let delegate = Delegate()
    let (earlyAgain, lateAgain) = (Node(log: log), Node(log: log))
    let relaunched = machine.coordinator(["Early": earlyAgain], delegate: delegate)
    delegate.onDidRestore = { _ in relaunched.register(lateAgain, as: "Late") }

    _ = relaunched.restore()
    #expect(log.calls == ["decode early", "decode late", "finished early", "finished late"])
  }

  @Test(
    "R62, R67, R151, R172: nil drops an object and its subtree; each names the first broken link")
  func nilDropsTheSubtree() throws {
    let leaf = Screen("Leaf")
    let middle = Screen("Middle", [leaf])
    middle.parts = [Part("Part")]
    let holder = Screen("Holder")
    holder.links = [leaf, middle]
    middle.maker = RestorationClass(name: "Maker") { _, _ in nil }
    try save([holder, middle])

    let tree = FakeTree(Screen("Root", [Screen("Holder"), Screen("Middle", [Screen("Leaf")])]))
    tree.classes["Maker"] = RestorationClass(name: "Maker") { _, _ in nil }
    var asked: [String] = []
    tree.delegate = { path, _ in
      asked.append(path.joined(separator: "/"))
      return nil
    }
    let report = machine.coordinator(tree: tree).restore()
    let reason = "its restoration class Maker returned nil"
    #expect(report["Root/Middle"] == .dropped(reason))
    #expect(report["Root/Middle/Leaf"] == .dropped("Root/Middle was dropped: \(reason)"))
    let ofPart = try #require(report["Root/Middle/Part"]?.droppedReason)
    #expect(ofPart.hasPrefix("Root/Middle was dropped: "))
    #expect(asked.sorted() == ["Root", "Root/Holder"])
    #expect(tree.root?.children.first?.links.isEmpty == true)
    #expect(tree.root?.children[0].decodedCount == 1)
  }

  @Test("R151: the first broken link is named at every depth, prerequisites included")
  func firstBrokenLink() throws {
    let top = Screen("Top", [Screen("Inner", [Screen("Innermost")])])
    try save([Screen("Bottom"), top]) { $0.isStack = true }
    let tree = FakeTree(Screen("Root"))
    tree.delegate = { path, _ in path.last == "Bottom" ? nil : Screen(path.last) }
    let report = machine.coordinator(tree: tree).restore()
    for path in ["Top", "Top/Inner", "Top/Inner/Innermost"] {
      let reason = try #require(report["Root/:[1]:/\(path)"]?.droppedReason)
      #expect(reason.hasPrefix("Root/:[0]:/Bottom was dropped: no step could make it"))
    }
    #expect(report.diagnostics.filter { $0.contains("dropped") }.isEmpty)
    #expect(report.diagnostics.count == 1)
  }

  @Test("R171, R173: parts decode after their controller's hook returns, and get no finished hook")
  func partsDecodeAfterTheirController() throws {
    try save([]) { $0.parts = [Part("Part")] }
    let root = Screen("Root", log: log)
    root.parts = [Part("Part", log: log)]
    let report = machine.restore(root)
    #expect(log.calls == ["decode Root", "decoded Root", "decode Part", "finished Root"])
    #expect(report["Root/Part"] == .restored)
  }

  @Test("R172: a missing part is reported, and a reference to it is nil")
  func missingPart() throws {
    let part = Part("Part")
    try save([]) {
      $0.parts = [part]
      $0.links = [part]
    }
    let root = Screen("Root")
    let report = machine.restore(root)
    let reason = try #require(report["Root/Part"]?.droppedReason)
    #expect(reason.contains("no view with this path exists"))
    #expect(report.diagnostics == ["Root/Part: " + reason])
    #expect(root.links.isEmpty)
    #expect(report["Root"] == .restored)
  }

  @Test("R165: a decoded reference may lead to an object that has not decoded yet")
  func referencesBeforeDecode() throws {
    let (first, second) = (Node("first"), Node("second"))
    first.links = [second]
    try machine.save(["First": first, "Second": second])
    let (firstAgain, secondAgain) = (Node(), Node("undecoded"))
    var textSeen: String?
    firstAgain.onDecode = { [weak firstAgain] _ in
      textSeen = (firstAgain?.links.first as? Node)?.text
    }
    machine.restore(["First": firstAgain, "Second": secondAgain])
    #expect(textSeen == "undecoded")
    #expect(secondAgain.text == "second")
  }

  @Test("R181: the timestamp is readable in should-restore and in every lookup")
  func timestampInLookups() throws {
    let then = Date(timeIntervalSinceReferenceDate: 1234.5)
    let root = Screen("Root", [Screen("Stale")])
    let tree = FakeTree(root)
    try machine.coordinator(now: then, tree: tree).save()
    var seen: [Date?] = []
    let delegate = Delegate()
    delegate.onShouldRestore = { seen.append($0.decodeDate(forKey: ReservedKey.timestamp)) }
    let treeAgain = FakeTree()
    treeAgain.delegate = { path, coder in
      seen.append(coder.decodeDate(forKey: ReservedKey.timestamp))
      return path.last == "Stale" ? nil : Screen(path.last)
    }
    _ = machine.coordinator(tree: treeAgain, delegate: delegate).restore()
    #expect(seen == [then, then, then])
  }
}
