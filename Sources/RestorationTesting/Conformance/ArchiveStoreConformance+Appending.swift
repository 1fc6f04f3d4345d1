// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ArchiveStoreConformance {
  /// Returns the end of an archive, as its writer remembers it.
  private static func end(_ bytes: [UInt8]) -> ArchiveEnd {
    ArchiveEnd(size: bytes.count, tag: Array(bytes.suffix(2)))
  }

  /// Makes a store with two archives; `nil` if it cannot append.
  ///
  /// It has a previous and a current archive.
  private static func appendable(_ subject: StoreUnderTest) throws -> (any ArchiveStore)? {
    let store = try subject.make()
    guard store.canAppend else { return nil }
    try store.replace(with: [1, 1, 1], slot: nil)
    try store.replace(with: [2, 2, 2], slot: nil)
    return store
  }

  static var appendChecks: [Check] {
    [
      Check("R150", demand: "An appended save is at the end of the current archive") {
        subject, findings in
        guard let store = try appendable(subject) else { return }
        findings.expect(
          try store.append([3, 3], after: end([2, 2, 2]), slot: nil),
          "The store says that it can append, but does not.")
        try findings.expect(store, [[2, 2, 2, 3, 3], [1, 1, 1], nil], "After an append")
        findings.expect(
          try store.append([4], after: end([2, 2, 2, 3, 3]), slot: nil),
          "The store appends once, but not again.")
        try findings.expect(store, [[2, 2, 2, 3, 3, 4], [1, 1, 1], nil], "After two appends")
        try store.replace(with: [5], slot: nil)
        try findings.expect(
          store, [[5], [2, 2, 2, 3, 3, 4], nil], "After the save that follows appends")
      },
      Check("R152", demand: "Nothing is appended unless the archive ends as the caller remembers") {
        subject, findings in
        guard let store = try appendable(subject) else { return }
        let ends = [
          ("a shorter", ArchiveEnd(size: 2, tag: [2, 2])),
          ("a longer", ArchiveEnd(size: 4, tag: [2, 2])),
          ("another", ArchiveEnd(size: 3, tag: [2, 9])),
        ]
        for (name, end) in ends {
          findings.expect(
            try !store.append([3], after: end, slot: nil), "It appends to \(name) archive.")
        }
        findings.expect(
          try !store.append([3], after: end([2, 2, 2]), slot: "other"),
          "It appends to an archive that is not there.")
        try findings.expect(store, [[2, 2, 2], [1, 1, 1], nil], "After appends that do not fit")
      },
      Check("R152", demand: "Nothing is appended to the only archive there is") {
        subject, findings in
        let store = try subject.make()
        guard store.canAppend else { return }
        try store.replace(with: [2, 2, 2], slot: nil)
        findings.expect(
          try !store.append([3], after: end([2, 2, 2]), slot: nil),
          "It appends although there is no previous archive to fall back on.")
        try findings.expect(store, [[2, 2, 2], nil, nil], "After that append")
      },
      Check("R196", demand: "Appending to one generation does not change another") {
        subject, findings in
        guard let store = try appendable(subject) else { return }
        try store.nominate(.current, slot: nil)
        let isAppended = try store.append([3], after: end([2, 2, 2]), slot: nil)
        let current: [UInt8] = isAppended ? [2, 2, 2, 3] : [2, 2, 2]
        try findings.expect(store, [current, [1, 1, 1], nil], "With a candidate")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [current, [1, 1, 1], [2, 2, 2]], "After the promotion")
      },
      Check("R150", demand: "A store that says it cannot append does not") { subject, findings in
        let store = try subject.make()
        guard !store.canAppend else { return }
        for byte in 1...2 as ClosedRange<UInt8> { try store.replace(with: [byte], slot: nil) }
        findings.expect(
          try !store.append([3], after: ArchiveEnd(size: 1, tag: [2]), slot: nil),
          "It appends although it says that it cannot.")
        try findings.expect(store, [[2], [1], nil], "After that append")
      },
    ]
  }
}
