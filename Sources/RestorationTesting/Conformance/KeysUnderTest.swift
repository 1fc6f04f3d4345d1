// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A key provider to check, with the facts that its checks need.
public struct KeysUnderTest {
  let make: () throws -> any KeyProvider
  let anotherProcess: ((any KeyProvider) throws -> any KeyProvider)?
  let setLocked: ((any KeyProvider, Bool) throws -> Void)?
  let destroy: ((any KeyProvider) throws -> Void)?

  /// Describes a key provider to check.
  ///
  /// - Parameters:
  ///   - anotherProcess: Opens the key's storage as another process of the application would.
  ///     Without it, checks that need two processes are skipped.
  ///   - setLocked: Locks or unlocks the key's storage, as its user does. Without it the key counts
  ///     as one that is never locked.
  ///   - destroy: Makes an existing key permanently unreadable. Without it that is not checked.
  ///   - make: Makes a provider with a storage of its own, which holds no key yet.
  public init(
    anotherProcess: ((any KeyProvider) throws -> any KeyProvider)? = nil,
    setLocked: ((any KeyProvider, Bool) throws -> Void)? = nil,
    destroy: ((any KeyProvider) throws -> Void)? = nil,
    make: @escaping () throws -> any KeyProvider
  ) {
    self.make = make
    self.anotherProcess = anotherProcess
    self.setLocked = setLocked
    self.destroy = destroy
  }
}

extension ConformanceCheck<KeysUnderTest> {
  /// Returns the key provider's violations, for programs other than tests.
  ///
  /// - Parameter keys: The provider to check; a new one is made.
  /// - Returns: A sentence for each violation, without any key; none when the provider conforms or
  ///   does not offer what the check needs.
  public func problems(of keys: KeysUnderTest) -> [String] { findings(on: keys) }

  /// Checks a key provider; the running test fails with each violation.
  ///
  /// - Parameters:
  ///   - keys: The provider to check; a new one is made.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  public func run(
    on keys: KeysUnderTest, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(keys, at: place)
  }
}
