// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Values that a pass leaves out, or that an archive cannot hold.
struct SnapshotBudgetTests {
  @Test("R155: too many objects or names for an archive are an error, not a crash")
  func tablesAreLimited() {
    let maker = SnapshotMaker()
    for index in 0..<20 { maker.record(address("Object \(index)")) }
    #expect(maker.builder.excess() == nil)
    #expect(maker.builder.excess(objects: 19)?.code == .limitExceeded)
    #expect(maker.builder.excess(strings: 5)?.code == .limitExceeded)
  }

  @Test("R155: a trimmed record stays readable and lists only its remaining references")
  func cutRecords() throws {
    let maker = SnapshotMaker()
    let (first, second) = (ObjectNumber(8), ObjectNumber(9))
    let number = maker.tables.number(for: address("One"))
    let coder = maker.builder.begin(
      number, className: "Thing", restorationClass: nil, schemaVersion: 0, prerequisite: nil,
      references: nil)
    let many = Array(repeating: ArchivedValue.reference(second), count: 50)
    coder.encode(.array(many), forKey: "many")
    coder.encode(.reference(first), forKey: "one")
    coder.encode("text", forKey: "text")
    let omissions = maker.builder.end(coder, limit: 60)
    #expect(omissions.map(\.key) == ["many"])
    let other = maker.record(address("Two")) { $0.encode(Data(count: 500), forKey: "data") }
    let snapshot = try #require(maker.finish())
    #expect(try snapshot.record(number)?.references == [first])
    #expect(try snapshot.record(number).map(snapshot.values)?.map(\.key) == ["one", "text"])
    #expect(try decoder(snapshot, other).decodeData(forKey: "data") == Data(count: 500))
  }
}
