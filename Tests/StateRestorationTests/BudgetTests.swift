// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

@Suite struct BudgetTests {
  let machine = Machine()

  /// Returns a node whose record has values of given sizes.
  ///
  /// Each value's key contains its size.
  private func node(_ sizes: [Int]) -> Node {
    let node = Node("text")
    node.onEncode = { coder in
      for (index, size) in sizes.enumerated() {
        coder.encode(Data(repeating: 7, count: size), forKey: "\(size).\(index)")
      }
    }
    return node
  }

  /// Returns the keys that a node finds in the next process.
  private func restoredKeys(_ sizes: [Int], _ name: String) -> [String] {
    let again = Node()
    var keys: [String] = []
    again.onDecode = { coder in
      keys = sizes.enumerated().map { "\($1).\($0)" }.filter(coder.containsValue)
    }
    machine.restore([name: again])
    return keys
  }

  @Test(
    "R30, R155: state above a budget is not written again, and contains no omitted value",
    arguments: [false, true])
  func leftOutOnce(isArchive: Bool) throws {
    let sizes = [30_000, 30_000]
    let (large, small) = (node(sizes), node([100]))
    let coordinator = machine.coordinator(["Large": large, "Small": small])
    if isArchive {
      coordinator.budget.archiveSize = 40_000
    } else {
      coordinator.budget.objectSize = 40_000
    }
    let report = try coordinator.save()
    #expect(report.omissions.map(\.key) == ["30000.1"])
    #expect(report.byteCount < 40_000)
    for _ in 0..<3 {
      #expect(try coordinator.preserve(reason: .explicit).commitAndWait() == nil)
      coordinator.invalidate(small)
      coordinator.invalidate(large)
      #expect(
        try coordinator.preserve(reason: .changed, scope: .changes).commitAndWait() == nil)
    }
    #expect(restoredKeys([100], "Small") == ["100.0"])
    #expect(restoredKeys(sizes, "Large") == ["30000.0"])
  }

  @Test("R155: an object that is too large loses its largest values and keeps its references")
  func largeObject() throws {
    let log = LogRecorder()
    let sizes = [90, 400, 100, 300]
    let (large, other) = (node(sizes), Counter(3))
    large.links = [other]
    let coordinator = machine.coordinator(["Large": large, "Other": other], logger: log.logger)
    coordinator.budget.objectSize = 600
    #expect(coordinator.preview().report.omissions.count == 1)
    #expect(!log.lines.contains { $0.hasPrefix("warning") }, "a preview warns of nothing")
    let report = try coordinator.save()
    #expect(report["Large"] == .encoded)
    #expect(report.omissions.map(\.key) == ["400.1"])
    #expect(report.omissions.map(\.address.path.description) == ["Large"])
    #expect(report.omissions.allSatisfy { $0.byteCount > 400 && $0.byteCount < 420 })
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.hasPrefix("Large: key 400.1 of") == true)
    #expect(restoredKeys(sizes, "Large") == ["90.0", "100.2", "300.3"])

    let warnings = log.lines.filter { $0.hasPrefix("warning") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("StateRestorationTests.Node") == true)
    #expect(warnings.first?.contains("since an object may have 600 bytes") == true)
    #expect(warnings.first?.contains("Large") == false)
    #expect(log.lines.contains { $0.hasPrefix("debug: Large: key 400.1") })

    let (again, otherAgain) = (Node(), Counter())
    machine.restore(["Large": again, "Other": otherAgain])
    #expect(again.links.first === otherAgain)
    #expect(again.text == "text")
  }

  @Test("R30, R155: a change pass saves omitted values once there is room")
  func roomForWhatWasLeftOut() throws {
    let (large, other) = (node([300]), node([250]))
    let coordinator = machine.coordinator(["Large": large, "Other": other])
    coordinator.budget.archiveSize = 400
    #expect(try coordinator.save().omissions.map(\.key) == ["300.0"])
    other.onEncode = nil
    coordinator.invalidate(other)
    #expect(try coordinator.saveChanges().omissions.isEmpty)
    #expect(restoredKeys([300], "Large") == ["300.0"])
    coordinator.budget.objectSize = 200
    #expect(try coordinator.save().omissions.map(\.key) == ["300.0"])
    coordinator.budget.objectSize = 400
    #expect(try coordinator.saveChanges().omissions.isEmpty)
    #expect(restoredKeys([300], "Large") == ["300.0"])
  }

  @Test("R155: an archive that is too large first loses its unclaimed records, the oldest first")
  func unclaimedGoFirst() throws {
    let day = { Date(timeIntervalSinceReferenceDate: 86_400 * $0) }
    try machine.save(["Old": node([300])])
    let young = node([300])
    let second = machine.coordinator(["Young": young], now: day(1))
    #expect(second.restore()["Old"] == .unclaimed)
    try second.save()

    let own = node([300])
    let third = machine.coordinator(["Own": own], now: day(2))
    _ = third.restore()
    third.budget.archiveSize = 800
    let report = try third.save()
    #expect(report["Own"] == .encoded)
    #expect(report["Young"] == .unclaimed)
    let reason = try #require(report["Old"]?.leftOutReason)
    #expect(reason.contains("800 bytes"))
    #expect(report.omissions.map(\.key) == [nil])
    #expect(report.omissions.first?.className == "StateRestorationTests.Node")

    let (youngAgain, oldAgain) = (Node(), Node())
    _ = machine.coordinator(["Young": youngAgain, "Old": oldAgain], now: day(3)).restore()
    #expect(youngAgain.decodedCount == 1)
    #expect(oldAgain.decodedCount == 0)
  }

  @Test("R155: of unclaimed records saved at one time, the longest unclaimed is left out first")
  func longestUnclaimedGoesFirst() throws {
    var launches = 0.0
    func launch(_ names: [String], limit: Int = 8_000) throws -> [String] {
      let coordinator = machine.coordinator(
        now: Date(timeIntervalSinceReferenceDate: 90_000 * launches))
      launches += 1
      let nodes = names.map { _ in Node() }
      for (name, node) in zip(names, nodes) { coordinator.register(node, as: name) }
      _ = coordinator.restore()
      coordinator.budget.archiveSize = limit
      let texts = nodes.map(\.text)
      for node in nodes where node.text.isEmpty {
        node.text = String(repeating: "x", count: 1_000)
      }
      nodes[0].text = "\(launches)"
      try coordinator.save()
      return texts
    }
    _ = try launch(["Own", "Young", "Old"])
    _ = try launch(["Own", "Young"])  // the age of the old one is counted from now on
    _ = try launch(["Own", "Young"])
    _ = try launch(["Own"])
    _ = try launch(["Own"], limit: 1_500)  // room for one
    let texts = try launch(["Own", "Young", "Old"])
    #expect(!texts[1].isEmpty)
    #expect(texts[2].isEmpty)
  }

  @Test("R155: an archive that is too large loses its largest values, in whatever object")
  func largestValuesGo() throws {
    let (one, two) = (node([100, 300]), node([200, 50]))
    let coordinator = machine.coordinator(["One": one, "Two": two])
    coordinator.budget.archiveSize = 250
    let report = try coordinator.save()
    #expect(report.omissions.map(\.key) == ["300.1", "200.0"])
    #expect(restoredKeys([100, 300], "One") == ["100.0"])
    #expect(restoredKeys([200, 50], "Two") == ["50.1"])
  }

  @Test("R155: the application record has a budget like any other object")
  func applicationRecord() throws {
    let delegate = Delegate()
    delegate.onWillPreserve = {
      $0.encode(String(repeating: "x", count: 900), forKey: "document")
      $0.encode("kept", forKey: "folder")
    }
    let coordinator = machine.coordinator(delegate: delegate)
    coordinator.budget.objectSize = 100
    let report = try coordinator.save()
    #expect(report.omissions.map(\.address) == [.application])
    let reader = Delegate()
    var read: [String?] = []
    reader.onShouldRestore = { coder in
      read = ["folder", "document"].map { coder.decodeString(forKey: $0) }
    }
    _ = machine.coordinator(delegate: reader).restore()
    #expect(read == ["kept", nil])
  }

  @Test("R206: an oversized value stays at its last fitting version, and other values are updated")
  func formerValueStays() throws {
    for isArchive in [false, true] {
      let machine = Machine()
      let node = Node("text")
      let coordinator = machine.coordinator(["Node": node])
      if isArchive {
        coordinator.budget.archiveSize = 500
      } else {
        coordinator.budget.objectSize = 500
      }
      func save(_ count: Int, _ other: String) throws -> PreservationReport {
        node.onEncode = { coder in
          coder.encode(Data(repeating: UInt8(count & 0xFF), count: count), forKey: "data")
          coder.encode(other, forKey: "other")
        }
        coordinator.invalidate(node)
        return try coordinator.save()
      }
      #expect(try save(300, "old").omissions.isEmpty)
      let omission = try #require(try save(600, "new").omissions.first)
      #expect(omission.key == "data" && omission.keepsFormerValue && !omission.isTypedText)
      #expect(try save(700, "newer").omissions.count == 1)
      let again = Node()
      var read: (Data?, String?) = (nil, nil)
      again.onDecode = { read = ($0.decodeData(forKey: "data"), $0.decodeString(forKey: "other")) }
      machine.restore(["Node": again])
      #expect(read.0 == Data(repeating: UInt8(300 & 0xFF), count: 300))
      #expect(read.1 == "newer")
    }
  }

  @Test("R206: a former value that exceeds a smaller budget is left out, too")
  func formerValueThatDoesNotFit() throws {
    let node = node([300])
    let coordinator = machine.coordinator(["Node": node])
    try coordinator.save()
    coordinator.budget.objectSize = 200
    let omission = try #require(try coordinator.save().omissions.first)
    #expect(!omission.keepsFormerValue)
    #expect(restoredKeys([300], "Node") == [])
  }

  @Test(
    "R155, R206: the application hears of omissions only when they change, and not in a preview")
  func applicationHearsOfOmissions() throws {
    let node = node([300])
    let coordinator = machine.coordinator(["Node": node])
    coordinator.budget.objectSize = 200
    var heard: [[String?]] = []
    coordinator.onOmission = { heard.append($0.map(\.key)) }
    _ = coordinator.preview()
    #expect(heard.isEmpty)
    try coordinator.save()
    try coordinator.save()
    #expect(heard == [["300.0"]])
    node.onEncode = nil
    coordinator.invalidate(node)
    try coordinator.saveChanges()
    #expect(heard == [["300.0"], []])
  }

  @Test("R155: without any budget, only the structure is saved, and nothing crashes")
  func noRoom() throws {
    let (one, two) = (node([100]), Counter(2))
    one.links = [two]
    let coordinator = machine.coordinator(["One": one, "Two": two])
    coordinator.budget = PreservationBudget(objectSize: -1, archiveSize: -1)
    try coordinator.save()
    let again = Counter(5)
    #expect(machine.restore(["Two": again])["Two"] == .restored)
    #expect(again.value == 0)
  }

  @Test("R155: names too large for an archive make the save fail, and the next save succeeds")
  func tooManyNames() throws {
    let node = Node("first")
    let coordinator = machine.coordinator(["Node": node])
    try coordinator.save()
    let before = machine.store.load(.current, slot: nil)

    node.text = "second"
    node.onEncode = { coder in
      for index in 0..<50 {
        coder.encode(index, forKey: String(repeating: "k", count: 1 << 20) + "\(index)")
      }
    }
    let pass = coordinator.preserve(reason: .explicit)
    #expect(throws: ArchiveError.self) { try pass.commitAndWait() }
    #expect(pass.report.diagnostics.contains { $0.contains("than an archive may hold") })
    #expect(machine.store.load(.current, slot: nil) == before)

    node.onEncode = nil
    #expect(try coordinator.saveChanges()["Node"] == .encoded)
    #expect(machine.texts(["Node"]) == ["second"])
  }

  @Test("R155: the default budget has room for an object of 512 KiB")
  func defaults() throws {
    let budget = PreservationBudget()
    #expect(budget.objectSize >= 1 << 20)
    #expect(budget.archiveSize >= 16 * budget.objectSize)
    #expect(try machine.save(["Large": node([1 << 19])]).omissions.isEmpty)
  }
}
