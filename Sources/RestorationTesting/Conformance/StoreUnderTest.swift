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
