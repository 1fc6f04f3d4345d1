// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// Objects whose path has changed, and records that no object claims.
@Suite struct FormerPlacesTests {
  private let machine = Machine()
  private let clock = FixedClock()

  /// Saves an object with a text at each path, parents first.
  private func save(_ paths: [String]) throws {
    let coordinator = machine.coordinator()
    let nodes = register(paths, with: coordinator)
    for (path, node) in nodes { node.text = "saved at \(path)" }
    try coordinator.save()
  }

  /// Registers an object at each path, parents first.
  private func register(
    _ paths: [String], formerly former: [String: [String]] = [:],
    with coordinator: RestorationCoordinator
  ) -> [String: Node] {
    var nodes: [String: Node] = [:]
    for path in paths {
      let names = path.split(separator: "/").map(String.init)
      let node = Node(parent: nodes[names.dropLast().joined(separator: "/")])
      node.formerRestorationIdentifiers = former[path] ?? []
      nodes[path] = node
      machine.kept.objects.append(node)
      coordinator.register(node, as: names[names.count - 1])
    }
    return nodes
  }

  /// A change of paths, and where each object's text comes from.
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    let before: [String]
    let former: [String: [String]]
    /// The path before, by the path now; empty for none.
    let after: KeyValuePairs<String, String>
  }

  static let changes = [
    Change(
      testDescription: "renamed", before: ["A", "A/Old", "A/Old/C"],
      former: ["A/New": ["Older", "Old"]],
      after: ["A": "A", "A/New": "A/Old", "A/New/C": "A/Old/C"]),
    Change(
      testDescription: "renamed at every level", before: ["A", "A/B", "A/B/C"],
      former: ["X": ["A"], "X/Y": ["B"], "X/Y/Z": ["C"]],
      after: ["X": "A", "X/Y": "A/B", "X/Y/Z": "A/B/C"]),
    Change(
      testDescription: "container inserted", before: ["A", "A/B", "A/B/C"],
      former: ["A/Box": [""]],
      after: ["A": "A", "A/Box": "", "A/Box/B": "A/B", "A/Box/B/C": "A/B/C"]),
    Change(
      testDescription: "container inserted at the root", before: ["B", "B/C"],
      former: ["Box": [""]], after: ["Box": "", "Box/B": "B", "Box/B/C": "B/C"]),
    Change(
      testDescription: "container removed, says what was in it",
      before: ["A", "A/Box", "A/Box/B", "A/Box/B/C"], former: ["A/B": ["Box/B"]],
      after: ["A": "A", "A/B": "A/Box/B", "A/B/C": "A/Box/B/C"]),
    Change(
      testDescription: "container removed, says what is around it",
      before: ["A", "A/Box", "A/Box/B", "A/Box/D"], former: ["A": ["A/Box"]],
      after: ["A": "A", "A/B": "A/Box/B", "A/D": "A/Box/D"]),
    Change(
      testDescription: "the present place comes first", before: ["New", "Old"],
      former: ["New": ["Old"]], after: ["New": "New"]),
    Change(
      testDescription: "the object that is there comes first", before: ["Old"],
      former: ["New": ["Old"]], after: ["New": "", "Old": "Old"]),
    Change(
      testDescription: "what is no path counts for nothing", before: ["Old"],
      former: ["New": ["/Old", "Old/", ":[x]:"]], after: ["New": ""]),
  ]

  @Test(
    "R228: an object at a former path is restored, at launch or late, and moves with the next save",
    arguments: changes, [false, true])
  func formerPlaces(change: Change, isLate: Bool) throws {
    try save(change.before)
    let coordinator = machine.coordinator()
    if isLate { _ = coordinator.restore() }
    let paths = change.after.map(\.key)
    let nodes = register(paths, formerly: change.former, with: coordinator)
    if !isLate { _ = coordinator.restore() }
    for (path, former) in change.after {
      let late = isLate && change.testDescription == "the object that is there comes first"
      if late { continue }  // nothing is there yet when the other one is registered
      #expect(nodes[path]?.text == (former.isEmpty ? "" : "saved at \(former)"), "\(path)")
      #expect(nodes[path]?.decodedCount == (former.isEmpty ? 0 : 1), "\(path)")
    }
    let report = try coordinator.save()
    for path in paths { #expect(report[path] == .encoded) }
    let claimed = Set(change.after.map(\.value)).subtracting(paths)
    for path in claimed { #expect(report[path] == nil, "\(path) has moved") }

    let next = machine.coordinator()
    let again = register(paths, with: next)
    _ = next.restore()
    for path in paths { #expect(again[path]?.text == nodes[path]?.text) }
  }

  @Test("R228: an object of another class does not claim the record at a former path")
  func otherClassAtAFormerPlace() throws {
    try save(["Old"])
    let former = FormerCounter()
    let coordinator = machine.coordinator(["New": former])
    #expect(coordinator.restore()["Old"] == .unclaimed)
    #expect(try coordinator.save()["Old"] == .unclaimed)
  }

  private final class FormerCounter: StateRestoring {
    @Restorable var value = 1
    var formerRestorationIdentifiers: [String] { ["Old"] }
  }

  // MARK: Unclaimed records

  private func relaunch(_ log: LogRecorder, registering paths: [String])
    -> RestorationCoordinator
  {
    let coordinator = machine.coordinator(logger: log.logger)
    _ = register(paths, with: coordinator)
    _ = coordinator.restore()
    coordinator.startSavingInTurns(clock: clock.timer)
    return coordinator
  }

  private func notes() throws -> [RestorationNote] { try machine.savedState().notes }

  @Test(
    "R228, R189: after ten seconds the log counts unclaimed records; debug log and archive name them"
  )
  func unclaimedRecordsAreNamed() throws {
    try save(["A", "A/Box", "A/Box/C", "A/D"])
    let log = LogRecorder(level: .debug)
    let coordinator = relaunch(log, registering: ["A", "A/D"])
    var usual: [String] { log.lines.filter { !$0.hasPrefix("debug: ") } }
    var named: [String] { log.lines.filter { $0.contains("nothing has asked for it") } }
    clock.advance(by: .milliseconds(9_999))
    coordinator.saving.turn()
    #expect(usual == [])
    #expect(named == [])
    clock.advance(by: .milliseconds(1))
    coordinator.saving.turn()
    clock.advance(by: .seconds(60))
    coordinator.saving.turn()
    #expect(
      usual == [
        "notice: Nothing has asked for 2 restored records; if identifiers have changed, declare "
          + "formerRestorationIdentifiers"
      ])
    #expect(
      named.map { $0.prefix(while: { $0 != ";" }) } == [
        "debug: A/Box: nothing has asked for it", "debug: A/Box/C: nothing has asked for it",
      ])
    #expect(named.allSatisfy { $0.contains("the nearest object above it that exists is A;") })

    let late = register(["A/E"], with: coordinator)
    try coordinator.save()
    #expect(
      try notes().map { "\($0.outcome) \($0.address)" } == [
        "unclaimed A/Box", "unclaimed A/Box/C",
      ])
    _ = late
    // What comes later is no longer noted.
    let box = Node(parent: coordinator.registeredObjects.first)
    coordinator.register(box, as: "Box")
    #expect(box.text == "saved at A/Box")
    try coordinator.save()
    #expect(try notes().map { "\($0.outcome) \($0.address)" } == ["unclaimed A/Box/C"])
  }

  @Test(
    "R228: nothing is logged if all is claimed; a short run notes unclaimed records without a line")
  func nothingIsLogged() throws {
    try save(["A", "A/B"])
    let log = LogRecorder(level: .info)
    let whole = relaunch(log, registering: ["A", "A/B"])
    clock.advance(by: .seconds(10))
    whole.saving.turn()
    let short = relaunch(log, registering: ["A", "New"])
    try short.saving.finish()
    clock.advance(by: .seconds(10))
    short.saving.turn()
    #expect(log.lines == [])
    #expect(try notes().map { "\($0.outcome) \($0.address)" } == ["unclaimed A/B"])
  }

  @Test("R228: an absent controller is counted with everything below it")
  func absentControllersAreCounted() throws {
    let part = Part("Part")
    let gone = Screen("Gone", [Screen("Below")])
    gone.parts = [part]
    try machine.save(Screen("Root", [gone]))
    let log = LogRecorder(level: .debug)
    let coordinator = machine.coordinator(
      tree: FakeTree(Screen("Root")), logger: log.logger)
    _ = coordinator.restore()
    coordinator.startSavingInTurns(clock: clock.timer)
    clock.advance(by: .seconds(10))
    coordinator.saving.turn()
    #expect(
      log.lines.contains { $0.hasPrefix("notice: Nothing has asked for 3 restored records;") })
    #expect(
      log.lines.filter { $0.contains("the nearest object above it that exists is Root;") }.count
        == 3)
  }
}
