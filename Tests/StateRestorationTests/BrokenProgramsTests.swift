// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Deliberately broken programs and archives, and messages that name the cause.
@Suite struct BrokenProgramsTests {
  let machine = Machine()

  /// Writes a state to the disk.
  private func save(_ state: RestorationSnapshot) throws {
    _ = try Archiver(store: machine.store, keys: machine.keys).saveAndWait(state)
  }

  /// Returns a state with a test's records.
  private func state(_ build: (ChangeBuilder) -> Void) throws -> RestorationSnapshot {
    let builder = ChangeBuilder()
    build(builder)
    return try #require(builder.snapshot(roots: []))
  }

  @Test("R76, R151: an object that depends on one without identifier is named")
  func unnamedPrerequisite() throws {
    let child = Screen("Child")
    child.prerequisite = Screen(nil)
    let report = try machine.save(Screen("Root", [child]))
    #expect(
      report.diagnostics == [
        "Root/Child: what it depends on is left out: StateRestorationTests.Screen has no "
          + "restoration identifier; set its restorationIdentifier"
      ])
  }

  @Test("R151, R164: a path too deep for an archive is named")
  func deepPath() throws {
    var screen = Screen("0")
    for depth in 1...RestorationPath.maximumDepth { screen = Screen("\(depth)", [screen]) }
    let report = try machine.save(screen)
    #expect(report.diagnostics.count == 1)
    #expect(
      report.diagnostics.first?.hasSuffix(
        "key children: the reference to StateRestorationTests.Screen is written as nil, because "
          + "the path of StateRestorationTests.Screen has more than 256 components") == true)
  }

  @Test(
    "R12, R151: a reserved key is named",
    arguments: [ReservedKey.bundleVersion, ReservedKey.carriedValues])
  func reservedKey(_ key: String) throws {
    let node = Node()
    node.onEncode = { $0.encode("2", forKey: key) }
    let coordinator = machine.coordinator(["Node": node])
    #expect(
      try coordinator.save().diagnostics == [
        "Node: key \(key) is reserved; the value was ignored, use another key"
      ])
  }

  @Test("R49, R151: an archive without application record is named")
  func noApplicationRecord() throws {
    try save(state { $0.record("One") })
    let report = machine.coordinator().restore()
    #expect(report.diagnostics == ["the archive has no application record"])
    #expect(!report.isRefused && !report.isRestored, "nobody was asked")
  }

  @Test("R51, R151: an unreadable record is reported, and the others are restored")
  func unreadableRecord() throws {
    let whole = try state { builder in
      builder.recordApplication()
      builder.record("One")
      builder.record("Two")
    }
    // The third of an object's eight words is the row of its class.
    let row = try #require(whole.number(at: RestorationAddress("One"))).rawValue
    let start = try #require(whole.bytes.offset(ofSection: "OBJS"))
    var damaged = whole.bytes
    damaged[start + 28 * Int(row) + 8] = 0x7F
    try save(RestorationSnapshot(damaged))
    let node = Node()
    let report = machine.restore(["Two": node])
    #expect(
      report.diagnostics == [
        "a record could not be read: The archive's table of objects is malformed"
      ])
    #expect(report["Two"] == .restored)
  }

  @Test("R151, R184: an object that needs one released since launch is noted")
  func goneSinceLaunch() throws {
    try save(
      state { builder in
        builder.recordApplication()
        builder.record("Account")
        builder.record("Folder", needs: "Account") { $0.encode("saved", forKey: "text") }
      })
    let coordinator = machine.coordinator()
    var account: Node? = Node()
    if let account { coordinator.register(account, as: "Account") }
    _ = coordinator.restore()
    account = nil
    let late = Node()
    coordinator.register(late, as: "Folder")
    #expect(late.text == "")
    let note = try #require(coordinator.preview().snapshot?.notes.first)
    #expect(note.outcome == .dropped && note.address.path.description == "Folder")
    #expect(note.sentence == "Account was dropped: it is no longer there")
  }
}
