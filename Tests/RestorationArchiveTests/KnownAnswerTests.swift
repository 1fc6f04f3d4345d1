// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Stored files that every reader of format 1 must read.
struct KnownAnswerTests {
  private func fixture(_ name: String) throws -> [UInt8] {
    let place = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
    return Array(try Data(contentsOf: place))
  }

  private func opened(_ name: String) throws -> OpenedArchive {
    let key = try #require(ArchiveKey(bytes: try fixture("format-1.0.key")))
    return try ArchiveSeal.open(try fixture(name), with: key)
  }

  /// Returns the state in the fixture.
  private func knownSnapshot() -> RestorationSnapshot {
    let maker = SnapshotMaker()
    let application = maker.record(.application, class: "AppDelegate") {
      $0.encode("8993-455F-7D5C-2110", forKey: "lastImage")
    }
    let detail = maker.record(
      address("Nav/:[0]:/Detail", scene: "main"), class: "ImageViewController",
      restorationClass: "ImageViewController", schemaVersion: 2
    ) {
      $0.encode(true, forKey: "bool")
      $0.encode(Int.min, forKey: "integer")
      $0.encode(UInt64.max, forKey: "unsigned")
      $0.encode(Float(0.1), forKey: "float")
      $0.encode(-0.0, forKey: "double")
      $0.encode("grüße", forKey: "string")
      $0.encode(Data([0, 127, 255]), forKey: "data")
      $0.encode(Date(timeIntervalSinceReferenceDate: 1.5), forKey: "date")
      $0.encode([1, nil, 3], forKey: "array")
      $0.encode(["b": [1], "a": [2]], forKey: "dictionary")
      $0.encodeStoryboard(name: "Main", bundle: "App", sceneIdentifier: "Detail")
    }
    return unwrap(maker.finish(roots: [application, detail]))
  }

  @Test("An archive sealed by the first version opens with its original content")
  func firstArchiveOpensForever() throws {
    let opened = try opened("format-1.0.archive")
    #expect(opened.baseSequenceNumber == 1 && opened.log.isEmpty && opened.tornAt == nil)
    let snapshot = try RestorationSnapshot(opened.body)
    let number = try #require(snapshot.number(at: address("Nav/:[0]:/Detail", scene: "main")))
    let coder = try decoder(snapshot, number)
    let record = try snapshot.record(number)
    #expect(record?.className == "ImageViewController")
    #expect(record?.restorationClass == "ImageViewController")
    #expect(coder.schemaVersion == 2)
    #expect(coder.origin == origin())
    #expect(coder.decodeBool(forKey: "bool"))
    #expect(coder.decodeInteger(forKey: "integer") == .min)
    #expect(coder.decode(UInt64.self, forKey: "unsigned") == .max)
    #expect(coder.decodeFloat(forKey: "float") == 0.1)
    #expect(coder.decodeDouble(forKey: "double").sign == .minus)
    #expect(coder.decodeString(forKey: "string") == "grüße")
    #expect(coder.decodeData(forKey: "data") == Data([0, 127, 255]))
    #expect(coder.decodeDate(forKey: "date") == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(coder.decode([Int?].self, forKey: "array") == [1, nil, 3])
    #expect(coder.decode([String: [Int]].self, forKey: "dictionary") == ["a": [2], "b": [1]])
    #expect(
      coder.decode([String: String].self, forKey: ReservedKey.storyboard)
        == ["name": "Main", "bundle": "App", "identifier": "Detail"])
    #expect(coder.mismatches.isEmpty)
    let application = try #require(snapshot.number(at: .application))
    #expect(
      try decoder(snapshot, application).decodeString(forKey: "lastImage")
        == "8993-455F-7D5C-2110")
    #expect(snapshot.roots == [application, number])
  }

  @Test("The same state still produces the same body")
  func bodyIsWrittenAsBefore() throws {
    let opened = try opened("format-1.0.archive")
    #expect(knownSnapshot().bytes == opened.body)
  }

  /// Returns the states in the fixture with a log.
  ///
  /// One has a changed record, one has something new.
  private func knownSequence() -> StateSequence {
    let sequence = StateSequence()
    sequence.change(1)
    sequence.change(2) { maker in
      maker.record(address("Nav/:[0]:/New", scene: "main"), class: "Another", schemaVersion: 1) {
        $0.encode("grüße", forKey: "string")
      }
    }
    return sequence
  }

  @Test("R48: the first archive with appended saves opens with its original content")
  func firstLogOpensForever() throws {
    let state = try opened("format-1.0-log.archive").state()
    #expect(state.sequenceNumber == 3 && state.appendedSaves == 2 && state.end == .whole)
    let known = try #require(knownSequence().states.last)
    #expect(try contents(state.snapshot) == contents(known))
    let number = try #require(state.snapshot.number(at: address("Nav/:[0]:/New", scene: "main")))
    #expect(try decoder(state.snapshot, number).decodeString(forKey: "string") == "grüße")
  }

  @Test("The same change still produces the same delta")
  func changeIsWrittenAsBefore() throws {
    let opened = try opened("format-1.0-log.archive")
    #expect(opened.log.count == 2)
    let sequence = knownSequence()
    #expect(opened.body == sequence.states[0].bytes)
    #expect(opened.log == sequence.deltas)
  }

  @Test(
    "Rewrites the fixtures, when asked to",
    .enabled(if: ProcessInfo.processInfo.environment["RECORD_ARCHIVE_FIXTURES"] != nil))
  func recordFixtures() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures")
    let key = try #require(ArchiveKey(bytes: try fixture("format-1.0.key")))
    let base = try ArchiveSeal.seal(knownSnapshot().bytes, with: key, sequenceNumber: 1)
    try Data(base).write(to: folder.appendingPathComponent("format-1.0.archive"))
    let file = try LoggedFile(knownSequence().saves, key: key, sequenceNumber: 1).bytes
    try Data(file).write(to: folder.appendingPathComponent("format-1.0-log.archive"))
  }
}
