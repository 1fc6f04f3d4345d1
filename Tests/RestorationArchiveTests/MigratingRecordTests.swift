// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

struct MigratingRecordTests {
  private func record(_ write: (RestorationEncoder) -> Void) throws -> MigratingRecord {
    let maker = SnapshotMaker()
    let number = maker.record(address("One"), write)
    let snapshot = try #require(maker.finish())
    let reader = SnapshotReader(snapshot)
    return try MigratingRecord(#require(try reader.record(number)), of: reader)
  }

  @Test("R154: a migration reads values by type, and renames, removes and changes them")
  func changes() throws {
    var record = try record { coder in
      coder.encode("Ansel", forKey: "name")
      coder.encode(3, forKey: "page")
      coder.encode(true, forKey: "old")
      coder.encodeNil(forKey: "empty")
    }
    #expect(record.keys == ["name", "page", "old", "empty"])
    #expect(record.decode(String.self, forKey: "name") == "Ansel")
    #expect(record.decode(Int.self, forKey: "name") == nil)
    #expect(record.decode(Int.self, forKey: "absent") == nil)
    #expect(record.containsValue(forKey: "empty"))
    #expect(record.decode(Int.self, forKey: "empty") == nil)
    record.rename("name", to: "page")
    record.remove("old")
    record.remove("absent")
    record.rename("absent", to: "empty")
    try record.encode([1.5], forKey: "scale")
    try record.encode([2.5], forKey: "scale")
    try record.encode("no", forKey: ReservedKey.timestamp)
    #expect(record.keys == ["page", "empty", "scale"])
    #expect(record.decode(String.self, forKey: "page") == "Ansel")
    #expect(record.decode([Double].self, forKey: "scale") == [2.5])
  }

  @Test("R154: a migration can rename a reference, but not read it as a value")
  func references() throws {
    var record = try record { $0.encode(ArchivedValue.reference(ObjectNumber(4)), forKey: "one") }
    record.rename("one", to: "first")
    #expect(record.keys == ["first"])
    #expect(record.decode(Int.self, forKey: "first") == nil)
    #expect(record.decode(String.self, forKey: "first") == nil)
  }
}
