// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

@Suite struct LateRegistrationTests {
  let machine = Machine()

  @Test("R194: an unclaimed record is carried over several saves until a late object claims it")
  func lateObjectClaimsItsRecord() throws {
    try machine.save(["Node": Node("saved"), "Other": Counter(1)])
    var version: String?
    for launch in 1...2 {
      let otherAgain = Counter()
      let relaunched = machine.coordinator(["Other": otherAgain], version: "2.\(launch)")
      #expect(relaunched.restore()["Node"] == .unclaimed)
      otherAgain.value += 10
      #expect(try relaunched.save()["Node"] == .unclaimed)
      otherAgain.value += 10
      relaunched.invalidate(otherAgain)
      #expect(try relaunched.saveChanges()["Node"] == .unclaimed)
      guard launch == 2 else { continue }
      let late = Node()
      late.onDecode = { version = $0.decodeString(forKey: ReservedKey.bundleVersion) }
      relaunched.register(late, as: "Node")
      #expect(late.text == "saved")
      #expect((late.decodedCount, late.finishedCount) == (1, 1))
      #expect(version == "1.0")
      relaunched.register(late, as: "Node")
      #expect(late.decodedCount == 1)
      #expect(try relaunched.saveChanges()["Node"] == .carried)
    }
  }

  @Test("R194: a dropped record counts as claimed and is not carried")
  func droppedRecordDies() throws {
    let (node, holder) = (Node("dropped"), OtherNode("holder"))
    holder.links = [node]
    try machine.save(["Node": node, "Holder": holder], createdByClass: [Node.self])
    let holderAgain = OtherNode()
    let relaunched = machine.coordinator(["Holder": holderAgain])
    relaunched.register(Node.self) { _, _ in nil }
    _ = relaunched.restore()
    let report = try relaunched.saveChanges()
    #expect(report["Node"] == nil)
    #expect(report["Holder"] == .encoded)
  }

  @Test("R167, R194: a late object gets references restored at launch, and no class is asked again")
  func lateReferences() throws {
    let (late, early, dropped) = (Node("late"), Counter(5), OtherNode("dropped"))
    late.links = [early, dropped]
    try machine.save(
      ["Late": late, "Early": early, "Dropped": dropped], createdByClass: [OtherNode.self])
    let earlyAgain = Counter()
    let relaunched = machine.coordinator(["Early": earlyAgain])
    var asked = 0
    relaunched.register(OtherNode.self) { _, _ in
      asked += 1
      return nil
    }
    _ = relaunched.restore()
    let lateAgain = Node()
    relaunched.register(lateAgain, as: "Late")
    #expect(lateAgain.links.count == 1)
    #expect(lateAgain.links.first === earlyAgain)
    #expect(earlyAgain.decodedCount == 1)
    #expect(asked == 1)
  }

  @Test("R194: an object whose parent comes later is restored before a save overwrites its record")
  func parentComesLater() throws {
    let saved = Screen("Child")
    let counter = Counter(7, parent: saved)
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode(counter, forKey: "counter") }
    let before = machine.coordinator(tree: FakeTree(Screen(nil, [saved])), delegate: delegate)
    before.register(counter, as: "Counter")
    #expect(try before.save().outcomes.count == 1)

    let tree = FakeTree(Screen("Root"))
    let coordinator = machine.coordinator(tree: tree)
    #expect(coordinator.restore()["Child/Counter"] == .unclaimed)
    tree.root?.identifier = nil  // so that the path stays as it was
    let child = Screen("Child")
    let late = Counter(parent: child)
    coordinator.register(late, as: "Counter")
    #expect(late.decodedCount == 0)
    tree.root?.children = [child]
    try coordinator.save()
    #expect(late.value == 7)
  }

  @Test(
    "R194, R220: a record below an object that was renamed stays, also for those that refer to it",
    arguments: [true, false])
  func referredBelowARenamedObject(_ everything: Bool) throws {
    let parent = Node("parent")
    let (child, holder) = (Node("child", parent: parent), Node("holder"))
    holder.links = [child]
    try machine.save(["Parent": parent, "Child": child, "Holder": holder])
    let (renamed, late) = (Node(), Node())
    let relaunched = machine.coordinator(["Parent": renamed])
    _ = relaunched.restore()
    relaunched.register(renamed, as: "New")
    try relaunched.save()
    relaunched.register(late, as: "Holder")
    #expect(late.text == "holder" && late.links.isEmpty)
    late.text = "changed"
    relaunched.invalidate(late)
    _ = try everything ? relaunched.save() : relaunched.saveChanges()

    let parentAgain = Node()
    let (childAgain, holderAgain) = (Node(parent: parentAgain), Node())
    machine.restore(["Parent": parentAgain, "Child": childAgain, "Holder": holderAgain])
    #expect((childAgain.text, holderAgain.text) == ("child", "changed"))
    #expect(holderAgain.links.first === childAgain)
  }

  @Test("R194, R220: a late object's reference to one that comes after it stays")
  func referenceToALaterObject() throws {
    let (holder, child) = (Node("holder"), Node("child"))
    holder.links = [child]
    try machine.save(["Holder": holder, "Child": child])
    let (late, later) = (Node(), Node())
    let relaunched = machine.coordinator()
    _ = relaunched.restore()
    for (object, name) in [(late, "Holder"), (later, "Child")] {
      relaunched.register(object, as: name)
      late.text += "+"
      relaunched.invalidate(late)
      try relaunched.saveChanges()
    }
    #expect(late.links.isEmpty)
    let (holderAgain, childAgain) = (Node(), Node())
    machine.restore(["Holder": holderAgain, "Child": childAgain])
    #expect(holderAgain.text == "holder++" && holderAgain.links.first === childAgain)
  }

  @Test("R194: an object registered during encoding replaces the unclaimed record")
  func registeredWhileEncoding() throws {
    try machine.save(["One": Node("one"), "Two": Counter(2)])
    let oneAgain = Node()
    let relaunched = machine.coordinator(["One": oneAgain])
    #expect(relaunched.restore()["Two"] == .unclaimed)
    var late: Counter? = Counter(3)
    oneAgain.onEncode = {
      guard let late else { return }
      relaunched.register(late, as: "Two")
      $0.encode(late, forKey: "late")
    }
    #expect(try relaunched.save()["Two"] == .encoded)
    late = nil
    #expect(try relaunched.save()["Two"] == nil)
  }

  @Test("R194: a later report keeps the results of late objects")
  func laterReport() throws {
    try machine.save(["Whole": Node("whole"), "Broken": Node("broken")])
    let relaunched = machine.coordinator()
    #expect(relaunched.restore()["Whole"] == .unclaimed)
    let (wholeAgain, other) = (Node(), Counter())
    relaunched.register(wholeAgain, as: "Whole")
    relaunched.register(other, as: "Broken")  // of another class
    let report = relaunched.restore()
    #expect(report["Whole"] == .restored)
    #expect(report["Broken"]?.defaultedReason != nil)
    try relaunched.save()
    #expect(relaunched.restore()["Whole"] == .restored)
  }

  @Test("R194: an object registered in a finished hook is late, and is restored")
  func registeredInFinished() throws {
    try machine.save(["One": Node("one"), "Two": Node("two")])
    let (oneAgain, twoAgain) = (Node(), Node())
    let relaunched = machine.coordinator(["One": oneAgain])
    oneAgain.onFinish = { [weak twoAgain] in
      twoAgain.map { relaunched.register($0, as: "Two") }
    }
    let report = relaunched.restore()
    #expect(twoAgain.text == "two")
    #expect(twoAgain.finishedCount == 1)
    #expect(report["Two"] == .restored)
  }

  private func day(_ number: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: 86_400 * number)
  }

  /// Returns the days after the first one.
  private func days(_ count: Int) -> [Double] { (1...count).map { Double($0) } }

  /// Saves a node on day 0.
  ///
  /// Launches and saves without the node on the given days.
  private func report(ofDays days: [Double], age: Double? = nil) throws -> PreservationReport {
    try machine.save(["Node": Node("saved")])
    var last: PreservationReport?
    for (launch, number) in days.enumerated() {
      let counter = Counter(launch)
      let coordinator = machine.coordinator(["Counter": counter], now: day(number))
      if let age { coordinator.budget.unclaimedAge = .seconds(86_400 * age) }
      _ = coordinator.restore()
      counter.value = launch + 1
      last = try coordinator.save()
    }
    return try #require(last)
  }

  @Test("R194, R204: an unclaimed record is carried through 30 days of launches and then left out")
  func unclaimedRecordsAge() throws {
    #expect(try report(ofDays: days(30))["Node"] == .unclaimed)
    let reason = try #require(try report(ofDays: days(31))["Node"]?.leftOutReason)
    #expect(reason.contains("30 days"))
    #expect(machine.texts(["Node"]) == ["none"])
  }

  @Test("R204: neither days alone nor launches alone make a record old")
  func daysAndLaunches() throws {
    #expect(try report(ofDays: [20, 40, 60, 80])["Node"] == .unclaimed)
    let launches = (1...100).map { 1 + Double($0) / 101 }
    #expect(try report(ofDays: launches)["Node"] == .unclaimed)
  }

  @Test("R204: one save in a wrong year ages no record, and the days before it still count")
  func wrongYear() throws {
    for year in [-9_000.0, 9_000] {
      #expect(try report(ofDays: [0.5, year])["Node"] == .unclaimed)
      #expect(try report(ofDays: [0.5, year, 1, 2])["Node"] == .unclaimed)
      let days = days(10) + [year] + days(10).map { $0 + 10 }
      #expect(try report(ofDays: days)["Node"] == .unclaimed)
    }
    let jump = days(16) + [9_000] + days(16).map { $0 + 16 }
    #expect(try report(ofDays: jump)["Node"]?.leftOutReason != nil, "it does not make it young")
  }

  @Test("R204: a clock that is wrong at each start and right later ages no record")
  func clockWithoutBattery() throws {
    #expect(try report(ofDays: days(40).flatMap { [-9_000, $0] })["Node"] == .unclaimed)
  }

  @Test("R204: a record saved again by a change pass is young")
  func writtenAgain() throws {
    _ = try report(ofDays: days(30))
    let coordinator = machine.coordinator(now: day(30.5))
    _ = coordinator.restore()
    let late = Node()
    coordinator.register(late, as: "Node")
    try coordinator.save()
    late.text = "again"
    coordinator.invalidate(late)
    try coordinator.saveChanges()
    let next = machine.coordinator(now: day(31.5))
    _ = next.restore()
    next.register(Counter(99), as: "Counter")
    #expect(try next.save()["Node"] == .unclaimed)
  }

  @Test("R194: the application decides how old an unclaimed record may become")
  func ownAge() throws {
    #expect(try report(ofDays: days(32), age: 100)["Node"] == .unclaimed)
    #expect(try report(ofDays: [3, 4], age: 2)["Node"] == .unclaimed)
    #expect(try report(ofDays: [3, 4, 5], age: 2)["Node"] != .unclaimed)
  }

  @Test("R194: a record that is too old can still be claimed before the next save")
  func oldRecordIsClaimed() throws {
    _ = try report(ofDays: days(30))
    let coordinator = machine.coordinator(now: day(31))
    _ = coordinator.restore()
    let late = Node()
    coordinator.register(late, as: "Node")
    #expect(late.text == "saved")
  }

  @Test("R6, R194: a refused state's records are not carried into the next save")
  func refusedRecordsAreNotCarried() throws {
    try machine.save(["Node": Node("saved")])
    let archive = machine.store.load(.current, slot: nil)
    let delegate = Delegate()
    delegate.isRestoring = false
    let second = machine.coordinator(delegate: delegate)
    let refused = second.restore()
    #expect(refused.isRefused && !refused.isRestored && refused.outcomes.isEmpty)
    #expect(machine.store.load(.current, slot: nil) == archive)
    let late = Node()
    second.register(late, as: "Node")
    #expect(late.decodedCount == 0)
    let report = try second.save()
    #expect(report["Node"] == .encoded)
    #expect(machine.store.load(.previous, slot: nil) == archive)
  }
}
