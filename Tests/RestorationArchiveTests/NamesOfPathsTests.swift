// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

/// Names of paths, as restoration classes get them.
struct NamesOfPathsTests {
  /// Returns paths that share most of their components.
  ///
  /// Each has up to six components from a few names and numbers, and a last one.
  private static func addresses(_ count: Int, _ numbers: inout HostileBodyTests.Seeded)
    -> [RestorationAddress]
  {
    let paths = (0..<count).map { _ in
      let steps = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
        ["One", "Two", "A longer name than fits in a word or two", ":[0]:", ":[1]:"].randomElement(
          using: &numbers) ?? ""
      }
      return (steps + ["Own"]).joined(separator: "/")
    }
    return Set(paths).sorted().map { address($0, .object) }
  }

  @Test("R13: a record's identifiers are those of its path, whatever the order of access")
  func namesAreOfThePath() throws {
    var numbers = HostileBodyTests.Seeded(state: 13)
    let maker = SnapshotMaker()
    let places = Self.addresses(300, &numbers)
    for place in places { maker.record(place) }
    let reader = SnapshotReader(try RestorationSnapshot(unwrap(maker.finish()).bytes))
    let records = try reader.snapshot.objects.compactMap { try reader.record($0) }
    #expect(records.count == places.count)
    for record in records.shuffled(using: &numbers) {
      let path = reader.address(of: record).path
      #expect(reader.identifiers(of: record) == path.identifiers, "\(path)")
      #expect(reader.lastIdentifier(of: record)?.rawValue == path.identifiers.last)
    }
  }
}
