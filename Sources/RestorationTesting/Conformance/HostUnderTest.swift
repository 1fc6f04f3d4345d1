// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import ViewControllers

/// A host to check, with the facts that its checks need.
@MainActor public struct HostUnderTest {
  let make: () throws -> any Host
  let turn: (any Host) -> Void

  /// Describes a host to check.
  ///
  /// - Parameters:
  ///   - turn: Lets a little time pass for a host that is not in `run(_:)`: a few milliseconds at
  ///     most. It runs what has become due by then. The checks call it until the expected event has
  ///     happened.
  ///   - make: Makes a host. Its `run(_:)` must continue on its own until the application is
  ///     terminated, or for at least a second of the host's own time.
  public init(
    turn: @escaping @MainActor (any Host) -> Void, make: @escaping @MainActor () throws -> any Host
  ) {
    (self.turn, self.make) = (turn, make)
  }
}

extension ConformanceCheck<HostUnderTest> {
  /// Returns the host's violations, for programs other than tests.
  ///
  /// - Parameter host: The host to check; new hosts are made.
  /// - Returns: A sentence for each violation; none when the host conforms.
  @MainActor public func problems(of host: HostUnderTest) -> [String] { findings(on: host) }

  /// Checks a host; the running test fails with each violation.
  ///
  /// - Parameters:
  ///   - host: The host to check; new hosts are made.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  @MainActor public func run(
    on host: HostUnderTest, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(host, at: place)
  }
}
