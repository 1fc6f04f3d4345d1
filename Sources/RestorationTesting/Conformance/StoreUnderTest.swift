// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A kind of store, and what its checks have to know about it.
public struct StoreUnderTest {
  /// What a store may leave to the protocol's defaults; whether it appends, it says itself.
  public enum Ability: Hashable, Sendable, CaseIterable {
    /// `rewrite` replaces a generation's bytes.
    case rewriting
    /// `loadLaunchImage` gives what `replaceLaunchImage` was given.
    case launchImages
    /// `openMarker` gives a marker that outlives the process.
    case markers
    /// What one process has claimed another one cannot. Checked when there is
    /// `anotherProcess`.
    case claims
  }

  let make: () throws -> any ArchiveStore
  let abilities: Set<Ability>
  let anotherProcess: ((any ArchiveStore) throws -> any ArchiveStore)?
  let damaged: ((any ArchiveStore) throws -> [[UInt8]])?

  /// Describes a kind of store.
  ///
  /// - Parameters:
  ///   - abilities: What it does besides what every store must; by default all.
  ///   - anotherProcess: Opens the place of a store as another process would. Without it nothing is
  ///     checked that takes two.
  ///   - damaged: The archives that were set aside, the newest first. Without it their number and
  ///     order are not checked.
  ///   - make: Makes a store in a place of its own, in which there is nothing.
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
  /// What a store does otherwise than demanded, for programs that are no tests.
  ///
  /// - Parameter store: The kind of store; a new one is made.
  /// - Returns: A sentence each; none when all is well, or when the store does not offer what is asked.
  public func problems(of store: StoreUnderTest) -> [String] { findings(on: store) }

  /// Holds a kind of store to this demand; the running test fails with what is wrong.
  ///
  /// - Parameters:
  ///   - store: The kind of store; a new one is made.
  ///   - fileID: Where the test asks; given by the compiler.
  ///   - filePath: Where the test asks; given by the compiler.
  ///   - line: Where the test asks; given by the compiler.
  ///   - column: Where the test asks; given by the compiler.
  public func run(
    on store: StoreUnderTest, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(store, at: place)
  }
}
