// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

struct CoderKeyTests {
  @Test("Keys with different Unicode spellings are different keys")
  func keysAreComparedByBytes() throws {
    let decoder = try roundTrip {
      $0.encode(1, forKey: "cafe\u{301}")
      $0.encode(2, forKey: "caf\u{e9}")
    }
    #expect(decoder.decodeInteger(forKey: "cafe\u{301}") == 1)
    #expect(decoder.decodeInteger(forKey: "caf\u{e9}") == 2)
  }

  @Test("A key written twice keeps its first value, and each later write is noted")
  func firstValueOfAKeyCounts() throws {
    var failures: [String] = []
    let decoder = try roundTrip {
      $0.encode("first", forKey: "key")
      $0.encode("second", forKey: "key")
      $0.encode(["third"], forKey: "key")
      failures = $0.failures
    }
    #expect(decoder.decodeString(forKey: "key") == "first")
    #expect(decoder.keys == ["key"])
    #expect(
      failures == Array(repeating: "key key: written twice; the first value counts", count: 2))
  }

  @Test("R47: reserved keys have UIKit's names without prefix and suffix")
  func reservedKeysAreNamedLikeUIKits() {
    #expect(ReservedKey.bundleVersion == "ApplicationStateRestorationBundleVersion")
    #expect(ReservedKey.userInterfaceIdiom == "ApplicationStateRestorationUserInterfaceIdiom")
    #expect(ReservedKey.timestamp == "ApplicationStateRestorationTimestamp")
    #expect(ReservedKey.systemVersion == "ApplicationStateRestorationSystemVersion")
    #expect(ReservedKey.storyboard == "StateRestorationViewControllerStoryboard")
  }

  @Test(
    "R47: an application's write to a reserved key is ignored and noted",
    arguments: [
      ReservedKey.bundleVersion, ReservedKey.userInterfaceIdiom, ReservedKey.timestamp,
      ReservedKey.systemVersion, ReservedKey.storyboard,
    ])
  func writesToReservedKeysAreIgnored(key: String) throws {
    var ignored: [String] = []
    let decoder = try roundTrip {
      $0.encode("forged", forKey: key)
      $0.encode(["forged"], forKey: key)
      $0.encode(Optional<Int>.none, forKey: key)
      ignored = $0.ignoredReservedKeys
    }
    #expect(ignored == [key, key, key])
    #expect(decoder.keys.isEmpty)
    #expect(decoder.decodeString(forKey: key) != "forged")
  }

  private final class Numbers: ReferenceEncoding {
    func number(for object: AnyObject, key: String) -> ObjectNumber? { ObjectNumber(7) }
  }

  private struct Link: Codable {
    func encode(to encoder: any Encoder) throws {
      let context = encoder.userInfo[.restorationReferences] as? ReferenceContext
      let number = context?.encoding?.number(for: Numbers(), key: context?.key ?? "")
      var container = encoder.singleValueContainer()
      try container.encode(ReferenceValue(number))
    }
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  private struct FailingLink: Encodable {
    func encode(to encoder: any Encoder) throws {
      try Link().encode(to: encoder)
      throw TestFailure("after the reference")
    }
  }

  @Test("R37: a reference inside a Codable value is noted in the record that holds it")
  func referencesInsideValuesAreNoted() throws {
    let maker = SnapshotMaker()
    let number = maker.record(address("A"), references: Numbers()) {
      $0.encode(["list": [Link()]], forKey: "links")
    }
    let snapshot = maker.finish()!
    let record = try #require(try snapshot.record(number))
    #expect(record.references == [ObjectNumber(7)])
    #expect(
      try snapshot.values(of: record).first?.value
        == .dictionary([.init(key: "list", value: .array([.reference(ObjectNumber(7))]))]))
  }

  @Test("R37: a refused or failed value leaves no reference")
  func refusedValuesReferToNothing() throws {
    let maker = SnapshotMaker()
    let number = maker.record(address("A"), references: Numbers()) {
      $0.encode(Link(), forKey: ReservedKey.timestamp)
      $0.encode(FailingLink(), forKey: "failing")
    }
    #expect(try maker.finish()!.record(number)?.references == [])
  }

  /// Numbers objects in the order of their first reference.
  private final class Counting: ReferenceEncoding {
    private var numbers: [ObjectIdentifier: ObjectNumber] = [:]

    func number(for object: AnyObject, key: String) -> ObjectNumber? {
      let id = ObjectIdentifier(object)
      let number = numbers[id] ?? ObjectNumber(UInt32(numbers.count))
      numbers[id] = number
      return number
    }
  }

  @Test(
    "R35: a record lists each referenced object once, however many there are",
    arguments: [3, 20_000])
  func manyReferences(count: Int) throws {
    let objects = (0..<count).map { _ in Numbers() }
    let maker = SnapshotMaker()
    for _ in 0..<count { _ = maker.tables.number("\(maker.tables.objectCount)") }
    let number = maker.record(address("A"), references: Counting()) { coder in
      let numbers = (objects + objects.reversed()).compactMap { coder.number(for: $0, key: "key") }
      coder.encode(.array(numbers.map { .reference($0) }), forKey: "key")
      coder.encode(FailingLink(), forKey: "failing")
    }
    let after = maker.record(address("B"), references: Counting()) { coder in
      let number = coder.number(for: objects[0], key: "key")
      coder.encode(.array(number.map { [.reference($0)] } ?? []), forKey: "key")
    }
    let snapshot = try #require(maker.finish())
    let expected = (0..<UInt32(count)).map { ObjectNumber($0) }
    #expect(try snapshot.record(number)?.references == expected)
    #expect(try snapshot.record(after)?.references == [ObjectNumber(0)])
  }
}

struct CoderPrefetchTests {
  /// Objects of a class write other keys, or another order of keys.
  @Test(
    "R43: an object may write other keys than the previous one of its class, in any order",
    arguments: [
      ["a", "b", "c"], ["c", "b", "a"], ["b"], [], ["x", "a", "y", "c"], ["a", "c", "b", "z"],
      (0..<200).map { "key number \($0)" }, (0..<200).reversed().map { "key number \($0)" },
    ])
  func keysInAnyOrder(keys: [String]) throws {
    let maker = SnapshotMaker()
    maker.record(address("First")) { coder in
      for key in ["a", "b", "c"] { coder.encode(key, forKey: key) }
    }
    let number = maker.record(address("Second")) { coder in
      for (index, key) in keys.enumerated() { coder.encode(index, forKey: key) }
      for key in keys { coder.encode(-1, forKey: key) }
      #expect(coder.failures.count == keys.count)
    }
    let snapshot = try #require(maker.finish())
    let record = try #require(try snapshot.record(number))
    let expected = keys.enumerated().map { ($1, ArchivedValue.integer(Int64($0))) }
    let found = try snapshot.values(of: record)
    #expect(found.map(\.key) == expected.map(\.0))
    #expect(found.map(\.value) == expected.map(\.1))
  }

  @Test(
    "R46: a hook cannot write a reserved key, even after the engine wrote it for another object")
  func reservedKeyIsNeverForeseen() throws {
    let maker = SnapshotMaker()
    maker.record(address("First")) {
      $0.encodeStoryboard(name: "Main", bundle: "App", sceneIdentifier: "first")
    }
    let number = maker.record(address("Second")) { coder in
      coder.encode(1, forKey: ReservedKey.storyboard)
      #expect(coder.ignoredReservedKeys == [ReservedKey.storyboard])
    }
    let snapshot = try #require(maker.finish())
    let record = try #require(try snapshot.record(number))
    #expect(try snapshot.values(of: record).isEmpty)
  }

  @Test("An array of doubles takes eight bytes per value, whichever call wrote it")
  func doublesArePacked() throws {
    let values = [1.5, -0.0, .infinity, .pi]
    let tree = ArchivedValue.array(values.map { .double($0) })
    let maker = SnapshotMaker()
    let numbers = [
      maker.record(address("A")) { $0.encode(values, forKey: "values") },
      maker.record(address("B")) { $0.encode(tree, forKey: "values") },
    ]
    let snapshot = try #require(maker.finish())
    for number in numbers {
      let record = try #require(try snapshot.record(number))
      #expect(record.size == 3 + 8 * values.count)
      #expect(try snapshot.values(of: record)[0].value == tree)
      let decoder = try decoder(snapshot, number)
      let read = try #require(decoder.decode([Double].self, forKey: "values"))
      #expect(read.map(\.bitPattern) == values.map(\.bitPattern))
      #expect(decoder.decode([Int].self, forKey: "values") == nil)
      #expect(decoder.mismatches.count == 1)
    }
  }
}

struct CoderCrashTests {
  enum Call: String, CaseIterable, Codable {
    case encode, encodeACodableValue, decode
  }

  @Test(
    "Using a coder after its hook has returned ends the process with a full sentence",
    arguments: Call.allCases)
  func coderUsedAfterItsHookEndsTheProcess(call: Call) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [call = call as Call] in
      if call == .decode {
        let snapshot = smallSnapshot()
        let decoder = try decoder(snapshot, snapshot.objects[0])
        decoder.finish()
        _ = decoder.decodeInteger(forKey: "late")
      }
      let builder = SnapshotMaker().builder
      let encoder = builder.begin(
        builder.tables.number(for: .application), className: "A", restorationClass: nil,
        schemaVersion: 0, prerequisite: nil, references: nil)
      builder.end(encoder)
      if call == .encode {
        encoder.encode(1, forKey: "late")
      } else {
        encoder.encode(["a": 1], forKey: "late")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let coder = call == .decode ? "decoder" : "encoder"
    #expect(
      text.contains(
        "A restoration \(coder) was used for late after its object's hook had returned."))
  }
}
