// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A store to check, with the facts that its checks need.
public struct StoreUnderTest {
  /// Abilities that a store may leave to the protocol's defaults.
  ///
  /// Whether it appends, the store itself says.
  public enum Ability: Hashable, Sendable, CaseIterable {
    /// `rewrite` replaces a generation's bytes.
    case rewriting
    /// `loadLaunchImage` returns what `replaceLaunchImage` received.
    case launchImages
    /// `openMarker` returns a marker that outlives the process.
    case markers
    /// A slot claimed by one process is closed to others.
    ///
    /// Checked only if `anotherProcess` is given.
    case claims
  }

  let make: () throws -> any ArchiveStore
  let abilities: Set<Ability>
  let anotherProcess: ((any ArchiveStore) throws -> any ArchiveStore)?
  let damaged: ((any ArchiveStore) throws -> [[UInt8]])?

  /// Describes a store to check.
  ///
  /// - Parameters:
  ///   - abilities: Its abilities beyond what every store must do; by default all.
  ///   - anotherProcess: Opens a store's storage as another process would. Without it, checks that
  ///     need two processes are skipped.
  ///   - damaged: The archives that were set aside, newest first. Without it their number and order
  ///     are not checked.
  ///   - make: Makes an empty store with a storage of its own.
  public init(
    abilities: Set<Ability> = Set(Ability.allCases),
    anotherProcess: ((any ArchiveStore) throws -> any ArchiveStore)? = nil,
    damaged: ((any ArchiveStore) throws -> [[UInt8]])? = nil,
    make: @escaping () throws -> any ArchiveStore
  ) {
    self.make = make
    self.abilities = abilities
    self.anotherProcess = anotherProcess
    self.damaged = damaged
  }
}

extension ConformanceCheck<StoreUnderTest> {
  /// Returns the store's violations, for programs other than tests.
  ///
  /// - Parameter store: The store to check; a new one is made.
  /// - Returns: A sentence for each violation; none when the store conforms or does not offer what
  ///   the check needs.
  public func problems(of store: StoreUnderTest) -> [String] { findings(on: store) }

  /// Checks a store; the running test fails with each violation.
  ///
  /// - Parameters:
  ///   - store: The store to check; a new one is made.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  public func run(
    on store: StoreUnderTest, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(store, at: place)
  }
}

/// The requirements of `ArchiveStore`, as checks for your own store.
///
/// ```swift
/// @Test(arguments: ArchiveStoreConformance.checks)
/// func conforms(check: ArchiveStoreConformance.Check) {
///   check.run(on: StoreUnderTest { MyStore(folder: newFolder()) })
/// }
/// ```
///
/// The checks do not cover a disk that fails or loses power: that takes knowledge of how the bytes
/// reach the disk. ``SimulatedDisk`` covers it for `FileStore`.
public enum ArchiveStoreConformance {
  /// One requirement.
  public typealias Check = ConformanceCheck<StoreUnderTest>

  /// All requirements.
  ///
  /// A check for an ability that the store does not offer always passes.
  public static var checks: [Check] {
    generationChecks + candidateChecks + removalChecks + appendChecks + abilityChecks
      + processChecks
  }

  /// Checks a store that has all abilities against all requirements.
  ///
  /// - Parameters:
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  ///   - makeStore: Makes an empty store with a storage of its own.
  public static func check(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ makeStore: @escaping () throws -> any ArchiveStore
  ) {
    let store = StoreUnderTest(make: makeStore)
    for check in checks {
      check.run(on: store, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  // MARK: Generations

  private static var generationChecks: [Check] {
    [
      Check("R133", demand: "An empty store has no archives, and no call fails") {
        subject, findings in
        let store = try subject.make()
        try findings.expect(store, [nil, nil, nil], "In an empty store")
        for generation in ArchiveGeneration.allCases {
          try store.setAside(generation, slot: nil)
          try store.nominate(generation, slot: nil)
        }
        try store.promoteNominee(slot: nil)
        try store.removeAll(slot: nil)
        try findings.expect(store, [nil, nil, nil], "After calls that find nothing")
      },
      Check("R152", demand: "A save makes the current archive the previous one") {
        subject, findings in
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try findings.expect(store, [[1], nil, nil], "After one save")
        try store.replace(with: [2], slot: nil)
        try findings.expect(store, [[2], [1], nil], "After two saves")
        try store.replace(with: [3], slot: nil)
        try findings.expect(store, [[3], [2], nil], "After three saves")
      },
      Check("R152", demand: "An archive comes back byte for byte, whatever its contents") {
        subject, findings in
        let store = try subject.make()
        let archives: [[UInt8]] = [
          [], [0], Array("line\r\n\0line".utf8),
          (0..<100_000).map { UInt8(truncatingIfNeeded: $0) },
        ]
        for bytes in archives {
          try store.replace(with: bytes, slot: nil)
          findings.expect(
            try store.load(.current, slot: nil), is: bytes, "An archive of \(bytes.count) bytes")
        }
      },
      Check("R48", demand: "Slots are independent of each other") { subject, findings in
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        for byte in 8...10 as ClosedRange<UInt8> { try store.replace(with: [byte], slot: "other") }
        try store.nominate(.previous, slot: "other")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[1], nil, nil], "Beside another slot")
        try findings.expect(store, [[10], [9], nil], slot: "other", "In another slot")
        try store.setAside(.current, slot: "other")
        try findings.expect(store, [[1], nil, nil], "After one was set aside in another slot")
        try store.removeAll(slot: nil)
        try findings.expect(store, [nil, [9], nil], slot: "other", "After another slot went")
      },
    ]
  }

  // MARK: The last good generation

  private static var candidateChecks: [Check] {
    [
      Check("R196", demand: "A candidate becomes the last good generation, whatever is saved") {
        subject, findings in
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try store.nominate(.current, slot: nil)
        try findings.expect(store, [[1], nil, nil], "With a candidate")
        for byte in 2...3 as ClosedRange<UInt8> { try store.replace(with: [byte], slot: nil) }
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[3], [2], [1]], "After the candidate was promoted")
        try store.replace(with: [4], slot: nil)
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[4], [3], [1]], "Without another candidate")
      },
      Check("R196", demand: "Any generation can be the candidate, again and again") {
        subject, findings in
        let store = try subject.make()
        for byte in 1...3 as ClosedRange<UInt8> { try store.replace(with: [byte], slot: nil) }
        let steps: [(ArchiveGeneration, [UInt8])] = [
          (.previous, [2]), (.lastGood, [2]), (.current, [3]),
        ]
        for (generation, bytes) in steps {
          for _ in 0..<2 { try store.nominate(generation, slot: nil) }
          try store.promoteNominee(slot: nil)
          try findings.expect(
            store, [[3], [2], bytes], "After `\(generation.rawValue)` was promoted")
        }
      },
      Check("R196", demand: "Nominating an absent generation leaves no candidate") {
        subject, findings in
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try store.nominate(.current, slot: nil)
        try store.nominate(.previous, slot: nil)
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[1], nil, nil], "After an absent generation was nominated")
      },
    ]
  }

  // MARK: Setting aside and removing

  private static var removalChecks: [Check] {
    [
      Check("R48", demand: "An archive that is set aside is no longer loaded; others stay") {
        subject, findings in
        let store = try subject.make()
        for byte in 1...2 as ClosedRange<UInt8> { try store.replace(with: [byte], slot: nil) }
        try store.nominate(.current, slot: nil)
        try store.setAside(.current, slot: nil)
        try findings.expect(store, [nil, [1], nil], "After the current one was set aside")
        try store.replace(with: [3], slot: nil)
        try findings.expect(store, [[3], [1], nil], "After the save that follows")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[3], [1], [2]], "After the candidate was promoted")
        try store.setAside(.previous, slot: nil)
        try store.setAside(.lastGood, slot: nil)
        try findings.expect(store, [[3], nil, nil], "After the older ones were set aside")
      },
      Check("R48", demand: "Three archives that were set aside are kept, the newest first") {
        subject, findings in
        guard let damaged = subject.damaged else { return }
        let store = try subject.make()
        for byte in 1...5 as ClosedRange<UInt8> {
          try store.replace(with: [byte], slot: nil)
          try store.setAside(.current, slot: nil)
        }
        try store.setAside(.current, slot: nil)
        let kept = try damaged(store)
        findings.expect(kept == [[5], [4], [3]], "\(kept) were set aside, not [[5], [4], [3]].")
      },
      Check("R130, R183", demand: "Removing a slot leaves nothing of it, candidate included") {
        subject, findings in
        let store = try subject.make()
        for byte in 1...4 as ClosedRange<UInt8> {
          try store.replace(with: [byte], slot: nil)
          try store.nominate(.current, slot: nil)
          if byte == 2 { try store.promoteNominee(slot: nil) }
        }
        try store.setAside(.previous, slot: nil)
        try store.removeAll(slot: nil)
        try findings.expect(store, [nil, nil, nil], "After the removal")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [nil, nil, nil], "After a promotion that finds nothing")
        if let damaged = subject.damaged {
          findings.expect(
            try damaged(store).isEmpty, "Archives set aside are still there after the removal.")
        }
        try store.replace(with: [5], slot: nil)
        try findings.expect(store, [[5], nil, nil], "After the next save")
      },
    ]
  }
}
