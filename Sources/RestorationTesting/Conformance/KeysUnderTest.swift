// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A kind of key provider, and what its checks have to know about it.
public struct KeysUnderTest {
  let make: () throws -> any KeyProvider
  let anotherProcess: ((any KeyProvider) throws -> any KeyProvider)?
  let setLocked: ((any KeyProvider, Bool) throws -> Void)?
  let destroy: ((any KeyProvider) throws -> Void)?

  /// Describes a kind of key provider.
  ///
  /// - Parameters:
  ///   - anotherProcess: Opens the place of a provider's key as another process of the application
  ///     would. Without it nothing is checked that takes two.
  ///   - setLocked: Locks or unlocks the place in which the key lies, as its user does. Without it
  ///     the key counts as one that is never locked.
  ///   - destroy: Makes a key that was made unreadable for good. Without it that is not checked.
  ///   - make: Makes a provider with a place of its own, in which there is no key yet.
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
  /// What a key provider does otherwise than demanded, for programs that are no tests.
  ///
  /// - Parameter keys: The kind of provider; a new one is made.
  /// - Returns: A sentence each, without any key; none when all is well, or when the provider does not
  ///   offer what is asked.
  public func problems(of keys: KeysUnderTest) -> [String] { findings(on: keys) }

  /// Holds a kind of key provider to this demand; the running test fails with what is wrong.
  ///
  /// - Parameters:
  ///   - keys: The kind of provider; a new one is made.
  ///   - fileID: Where the test asks; given by the compiler.
  ///   - filePath: Where the test asks; given by the compiler.
  ///   - line: Where the test asks; given by the compiler.
  ///   - column: Where the test asks; given by the compiler.
  public func run(
    on keys: KeysUnderTest, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(keys, at: place)
  }
}
