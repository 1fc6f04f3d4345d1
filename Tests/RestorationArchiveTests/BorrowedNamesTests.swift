// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

/// Names of paths in a buffer that the reader reuses.
struct BorrowedNamesTests {
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

  @Test("R13: names are those of the path, whatever was read before or is still kept")
  func namesAreOfThePath() throws {
    var numbers = HostileBodyTests.Seeded(state: 13)
    let maker = SnapshotMaker()
    let places = Self.addresses(300, &numbers)
    for place in places { maker.record(place) }
    let reader = SnapshotReader(try RestorationSnapshot(unwrap(maker.finish()).bytes))
    let records = try reader.snapshot.objects.compactMap { try reader.record($0) }
    #expect(records.count == places.count)

    var kept: [(names: [String], path: RestorationPath)] = []
    for _ in 0..<10 {
      for record in records.shuffled(using: &numbers) {
        let path = reader.address(of: record).path
        let names = reader.takeIdentifiers(of: record)
        #expect(names == path.identifiers, "\(path)")
        // A hook may keep the names, and meanwhile ask for others.
        if Bool.random(using: &numbers) { kept.append((names, path)) }
        if Int.random(in: 0..<8, using: &numbers) == 0,
          let other = records.randomElement(using: &numbers)
        {
          let others = reader.takeIdentifiers(of: other)
          #expect(others == reader.address(of: other).path.identifiers)
          if Bool.random(using: &numbers) { reader.putBack(consume others, of: other) }
          #expect(reader.identifiers(of: other) == reader.address(of: other).path.identifiers)
          #expect(reader.lastIdentifier(of: record)?.rawValue == path.identifiers.last)
        }
        reader.putBack(consume names, of: record)
        #expect(reader.lastIdentifier(of: record)?.rawValue == path.identifiers.last)
      }
    }
    for (names, path) in kept { #expect(names == path.identifiers, "\(path)") }
  }
}
