// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import ViewControllers

/// A kind of host, and what its checks have to know about it.
@MainActor public struct HostUnderTest {
  let make: () throws -> any Host
  let turn: (any Host) -> Void

  /// Describes a kind of host.
  ///
  /// - Parameters:
  ///   - turn: Lets a little time pass for a host that is not in `run(_:)`: a few milliseconds at
  ///     most. It runs what has become due by then; the checks call it until what they wait for
  ///     has happened.
  ///   - make: Makes a host. Its `run(_:)` must go on by itself until the application is terminated,
  ///     or for a second at least of the time that it schedules by.
  public init(
    turn: @escaping @MainActor (any Host) -> Void, make: @escaping @MainActor () throws -> any Host
  ) {
    (self.turn, self.make) = (turn, make)
  }
}

extension ConformanceCheck<HostUnderTest> {
  /// What a host does otherwise than demanded, for programs that are no tests.
  ///
  /// - Parameter host: The kind of host; new ones are made.
  /// - Returns: A sentence each; none when all is well.
  @MainActor public func problems(of host: HostUnderTest) -> [String] { findings(on: host) }

  /// Holds a kind of host to this demand; the running test fails with what is wrong.
  ///
  /// - Parameters:
  ///   - host: The kind of host; new ones are made.
  ///   - fileID: Where the test asks; given by the compiler.
  ///   - filePath: Where the test asks; given by the compiler.
  ///   - line: Where the test asks; given by the compiler.
  ///   - column: Where the test asks; given by the compiler.
  @MainActor public func run(
    on host: HostUnderTest, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(host, at: place)
  }
}
