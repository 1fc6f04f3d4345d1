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
    let coordinator = machine.coordinator(version: "1.0")
    let (node, other) = (Node("saved"), Counter(1))
    coordinator.register(node, as: "Node")
    coordinator.register(other, as: "Other")
    try coordinator.save()

    var version: String?
    for launch in 1...2 {
      let relaunched = machine.coordinator(version: "2.\(launch)")
      let otherAgain = Counter()
      relaunched.register(otherAgain, as: "Other")
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
    let coordinator = machine.coordinator()
    let (node, holder) = (Node("dropped"), OtherNode("holder"))
    holder.links = [node]
    coordinator.register(Node.self) { _, _ in nil }
    coordinator.register(node, as: "Node")
    coordinator.register(holder, as: "Holder")
    try coordinator.save()
    let relaunched = machine.coordinator()
    relaunched.register(Node.self) { _, _ in nil }
    let holderAgain = OtherNode()
    relaunched.register(holderAgain, as: "Holder")
    _ = relaunched.restore()
    let report = try relaunched.saveChanges()
    #expect(report["Node"] == nil)
    #expect(report["Holder"] == .encoded)
  }

  @Test("R194: records below an unclaimed object are unclaimed, and are restored with it")
  func subtreeOfALateObject() throws {
    let coordinator = machine.coordinator()
    let parent = Node("parent")
    let (made, found) = (OtherNode("made", parent: parent), SpecialNode("found", parent: parent))
    coordinator.register(OtherNode.self) { _, _ in nil }
    coordinator.register(parent, as: "Parent")
    coordinator.register(made, as: "Made")
    coordinator.register(found, as: "Found")
    try coordinator.save()

    let relaunched = machine.coordinator()
    var madeAgain: OtherNode?
    relaunched.register(OtherNode.self) { _, _ in
      madeAgain = OtherNode()
      return madeAgain
    }
    let report = relaunched.restore()
    #expect(report.outcomes.map(\.result) == [.unclaimed, .unclaimed, .unclaimed])
    #expect(madeAgain == nil)
    try relaunched.save()
    let parentAgain = Node()
    let foundAgain = SpecialNode(parent: parentAgain)
    relaunched.register(foundAgain, as: "Found")  // before its parent
    #expect(foundAgain.decodedCount == 0)
    relaunched.register(parentAgain, as: "Parent")
    #expect(parentAgain.text == "parent")
    #expect(madeAgain?.text == "made")
    #expect(foundAgain.text == "found")
    #expect(foundAgain.finishedCount == 1)
  }

  @Test("R167, R194: a late object gets references restored at launch, and no class is asked again")
  func lateReferences() throws {
    let coordinator = machine.coordinator()
    let (late, early, dropped) = (Node("late"), Counter(5), OtherNode("dropped"))
    late.links = [early, dropped]
    coordinator.register(OtherNode.self) { _, _ in nil }
    coordinator.register(late, as: "Late")
    coordinator.register(early, as: "Early")
    coordinator.register(dropped, as: "Dropped")
    try coordinator.save()
    let relaunched = machine.coordinator()
    var asked = 0
    relaunched.register(OtherNode.self) { _, _ in
      asked += 1
      return nil
    }
    let earlyAgain = Counter()
    relaunched.register(earlyAgain, as: "Early")
    _ = relaunched.restore()
    let lateAgain = Node()
    relaunched.register(lateAgain, as: "Late")
    #expect(lateAgain.links.count == 1)
    #expect(lateAgain.links.first === earlyAgain)
    #expect(earlyAgain.decodedCount == 1)
    #expect(asked == 1)
  }

  /// Saves a counter of 7 below a child, restores without the child.
  private func relaunchWithoutChild() throws -> (RestorationCoordinator, FakeTree) {
    let child = Screen("Child")
    let counter = Counter(7, parent: child)
    let root = Screen(nil, [child])
    let delegate = Delegate()
    delegate.onWillPreserve = { $0.encode(counter, forKey: "counter") }
    let coordinator = machine.coordinator(tree: FakeTree(root), delegate: delegate)
    coordinator.register(counter, as: "Counter")
    #expect(try coordinator.save().outcomes.count == 1)
    let tree = FakeTree(Screen("Root"))
    let relaunched = machine.coordinator(tree: tree)
    #expect(relaunched.restore()["Child/Counter"] == .unclaimed)
    tree.root?.identifier = nil  // so that the path stays as it was
    return (relaunched, tree)
  }

  @Test("R194: an object whose parent comes later is restored before a save overwrites its record")
  func parentComesLater() throws {
    let (coordinator, tree) = try relaunchWithoutChild()
    let child = Screen("Child")
    let counter = Counter(parent: child)
    coordinator.register(counter, as: "Counter")
    #expect(counter.decodedCount == 0)
    tree.root?.children = [child]
    try coordinator.save()
    #expect(counter.value == 7)
  }

  @Test("R194: an object registered during encoding replaces the unclaimed record")
  func registeredWhileEncoding() throws {
    let coordinator = machine.coordinator()
    let (one, two) = (Node("one"), Counter(2))
    coordinator.register(one, as: "One")
    coordinator.register(two, as: "Two")
    try coordinator.save()
    let relaunched = machine.coordinator()
    let oneAgain = Node()
    relaunched.register(oneAgain, as: "One")
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
    let coordinator = machine.coordinator()
    let (whole, broken) = (Node("whole"), Node("broken"))
    coordinator.register(whole, as: "Whole")
    coordinator.register(broken, as: "Broken")
    try coordinator.save()
    let relaunched = machine.coordinator()
    #expect(relaunched.restore()["Whole"] == .unclaimed)
    let (wholeAgain, other) = (Node(), Counter())
    relaunched.register(wholeAgain, as: "Whole")
    relaunched.register(other, as: "Broken")  // of another class
    let report = relaunched.restore()
    #expect(report["Whole"] == .restored)
    guard case .defaulted = report["Broken"] else {
      Issue.record("\(String(describing: report["Broken"]))")
      return
    }
    try relaunched.save()
    #expect(relaunched.restore()["Whole"] == .restored)
  }

  @Test("R194: an object registered in a finished hook is late, and is restored")
  func registeredInFinished() throws {
    let coordinator = machine.coordinator()
    let (one, two) = (Node("one"), Node("two"))
    coordinator.register(one, as: "One")
    coordinator.register(two, as: "Two")
    try coordinator.save()
    let relaunched = machine.coordinator()
    let (oneAgain, twoAgain) = (Node(), Node())
    oneAgain.onFinish = { [weak twoAgain] in
      twoAgain.map { relaunched.register($0, as: "Two") }
    }
    relaunched.register(oneAgain, as: "One")
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
    let first = machine.coordinator(now: day(0))
    let node = Node("saved")
    first.register(node, as: "Node")
    try first.save()
    var last: PreservationReport?
    for (launch, number) in days.enumerated() {
      let coordinator = machine.coordinator(now: day(number))
      if let age { coordinator.budget.unclaimedAge = .seconds(86_400 * age) }
      let counter = Counter(launch)
      coordinator.register(counter, as: "Counter")
      _ = coordinator.restore()
      counter.value = launch + 1
      last = try coordinator.save()
    }
    return try #require(last)
  }

  @Test("R194, R204: an unclaimed record is carried through 30 days of launches and then left out")
  func unclaimedRecordsAge() throws {
    #expect(try report(ofDays: days(30))["Node"] == .unclaimed)
    guard case .leftOut(let reason) = try report(ofDays: days(31))["Node"] else {
      Issue.record("the record was carried")
      return
    }
    #expect(reason.contains("30 days"))
    let late = Node()
    let coordinator = machine.coordinator()
    coordinator.register(late, as: "Node")
    _ = coordinator.restore()
    #expect(late.decodedCount == 0)
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
    guard case .leftOut = try report(ofDays: days(16) + [9_000] + days(16).map { $0 + 16 })["Node"]
    else {
      Issue.record("a jump of the clock has made a record young")
      return
    }
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
    let first = machine.coordinator()
    let node = Node("saved")
    first.register(node, as: "Node")
    try first.save()
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
