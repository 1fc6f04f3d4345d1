// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
public import RestorationArchive
import Synchronization

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

/// The requirements of `KeyProvider`, as checks for your own provider.
///
/// ```swift
/// @Test(arguments: KeyProviderConformance.checks)
/// func conforms(check: KeyProviderConformance.Check) {
///   check.run(on: KeysUnderTest { MyKeys(folder: newFolder()) })
/// }
/// ```
///
/// No violation's text contains a key.
public enum KeyProviderConformance {
  /// One requirement.
  public typealias Check = ConformanceCheck<KeysUnderTest>

  /// All requirements.
  ///
  /// A check for an ability that the provider does not offer always passes.
  public static var checks: [Check] { keyChecks + lockChecks + rotationChecks }

  /// Checks a key provider that is never locked against all requirements.
  ///
  /// - Parameters:
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  ///   - makeKeys: Makes a provider with a storage of its own, which holds no key yet.
  public static func check(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ makeKeys: @escaping () throws -> any KeyProvider
  ) {
    let keys = KeysUnderTest(make: makeKeys)
    for check in checks {
      check.run(on: keys, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  private static func bytes(_ key: ArchiveKey?) -> [UInt8]? {
    unsafe key?.withUnsafeBytes { unsafe Array($0) }
  }

  /// Polls until a condition is true, for at most ten seconds.
  ///
  /// Another process or thread makes it true.
  private static func comesTrue(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return true
  }

  // MARK: The key

  private static var keyChecks: [Check] {
    [
      Check("R120", demand: "A provider gives the same key each time") { subject, findings in
        let keys = try subject.make()
        let key = bytes(try keys.key())
        for _ in 0..<3 {
          findings.expect(bytes(try keys.key()) == key, "The next call gives another key.")
        }
      },
      Check("R120", demand: "Another process gets the same key") { subject, findings in
        guard let anotherProcess = subject.anotherProcess else { return }
        let keys = try subject.make()
        let key = bytes(try keys.key())
        let other = try anotherProcess(keys)
        findings.expect(bytes(try other.key()) == key, "Another process gets another key.")
        findings.expect(
          bytes(try keys.key()) == key, "After that the first process gets another key.")
      },
      Check("R120", demand: "Each place has its own random key") { subject, findings in
        var made: Set<[UInt8]?> = []
        for _ in 0..<3 { made.insert(bytes(try subject.make().key())) }
        findings.expect(made.count == 3, "Three places have \(made.count) different keys.")
        let isEven = made.contains { key in Set(key ?? []).count < 4 }
        findings.expect(!isEven, "A key is made of fewer than four different bytes.")
      },
      Check("R156", demand: "Providers that make the key at once agree on one") {
        subject, findings in
        let keys = try subject.make()
        let others = try (0..<4).map { _ in try subject.anotherProcess?(keys) ?? keys }
        let made = Mutex<Set<[UInt8]?>>([])
        DispatchQueue.concurrentPerform(iterations: others.count) { index in
          let key = try? others[index].key()
          made.withLock { _ = $0.insert(bytes(key)) }
        }
        made.withLock { made in
          findings.expect(
            !made.contains(nil), "One of four providers gets no key when all make it at once.")
          findings.expect(made.count == 1, "Four providers make \(made.count) keys at once.")
        }
      },
      Check("R27", demand: "A key that was dropped from memory is fetched again") {
        subject, findings in
        let keys = try subject.make()
        keys.forgetKey()
        let key = bytes(try keys.key())
        keys.forgetKey()
        findings.expect(
          bytes(try keys.key()) == key, "The key is another one after it was dropped from memory.")
      },
      Check("R120", demand: "A lost key does not count as locked, and no new one is made") {
        subject, findings in
        guard let destroy = subject.destroy else { return }
        let keys = try subject.make()
        _ = try keys.key()
        try destroy(keys)
        keys.forgetKey()
        for provider in [keys, try subject.anotherProcess?(keys)].compactMap(\.self) {
          findings.expect(
            .keyUnavailable, named: "keyUnavailable", "Asking for a key that is lost"
          ) { () throws(ArchiveError) in _ = try provider.key() }
        }
      },
    ]
  }

  // MARK: The lock

  private static var lockChecks: [Check] {
    [
      Check("R123", demand: "A key that is not locked is available") { subject, findings in
        let keys = try subject.make()
        _ = try keys.key()
        findings.expect(keys.isKeyAvailable, "There is a key, but it does not count as available.")
      },
      Check("R120, R122", demand: "A locked key is distinguished from a missing one") {
        subject, findings in
        guard let setLocked = subject.setLocked else { return }
        let keys = try subject.make()
        let key = bytes(try keys.key())
        try setLocked(keys, true)
        keys.forgetKey()
        for provider in [keys, try subject.anotherProcess?(keys)].compactMap(\.self) {
          findings.expect(
            comesTrue { !provider.isKeyAvailable }, "A locked key counts as available.")
          findings.expect(.keyLocked, named: "keyLocked", "Asking for a locked key") {
            () throws(ArchiveError) in _ = try provider.key()
          }
        }
        try setLocked(keys, false)
        findings.expect(
          comesTrue { keys.isKeyAvailable }, "An unlocked key does not count as available.")
        findings.expect(
          bytes(try keys.key()) == key, "The key is another one after it was unlocked.")
      },
      Check("R123", demand: "Every observer hears of locks and unlocks, once each") {
        subject, findings in
        guard let setLocked = subject.setLocked else { return }
        let keys = try subject.make()
        _ = try keys.key()
        let heard = (0..<2).map { _ in Reports() }
        for reports in heard { keys.observeKeyAvailability { reports.add($0) } }
        for (count, isLocked) in [true, false, true].enumerated() {
          try setLocked(keys, isLocked)
          _ = comesTrue { heard.allSatisfy { $0.all.count > count } }
        }
        try setLocked(keys, false)
        _ = comesTrue { heard.allSatisfy { $0.all.count > 3 } }
        for reports in heard {
          findings.expect(
            reports.all == [false, true, false, true],
            "Two locks and unlocks are reported as \(reports.all).")
        }
      },
    ]
  }

  // MARK: Replacing the key

  private static var rotationChecks: [Check] {
    [
      Check("R120", demand: "The next key is made once, and the key stays until it is advanced") {
        subject, findings in
        guard let keys = try subject.make().rotatable else { return }
        let key = bytes(try keys.key())
        findings.expect(try keys.nextKey() == nil, "There is a next key although none was made.")
        try keys.advanceToNextKey()
        findings.expect(
          bytes(try keys.key()) == key, "Advancing without a next key changes the key.")
        let next = bytes(try keys.makeNextKey())
        findings.expect(next != key, "The next key equals the current one.")
        findings.expect(bytes(try keys.makeNextKey()) == next, "A second next key is made.")
        findings.expect(bytes(try keys.nextKey()) == next, "The next key is not kept.")
        findings.expect(
          bytes(try keys.key()) == key, "Making the next key changes the current one.")
        try keys.advanceToNextKey()
        findings.expect(
          bytes(try keys.key()) == next, "The next key does not become the current one.")
        findings.expect(try keys.nextKey() == nil, "The next key is still there after advancing.")
      },
      Check("R120", demand: "Destroyed keys are gone, and the next one is new") {
        subject, findings in
        guard let keys = try subject.make().rotatable else { return }
        let old = [bytes(try keys.key()), bytes(try keys.makeNextKey())]
        try keys.destroyKeys()
        let key = bytes(try keys.key())
        findings.expect(!old.contains(key), "A destroyed key is given again.")
        findings.expect(try keys.nextKey() == nil, "The next key was not destroyed.")
      },
    ]
  }
}

/// The availability reports that an observer received.
private final class Reports: Sendable {
  private let heard = Mutex<[Bool]>([])

  var all: [Bool] { heard.withLock { $0 } }

  func add(_ isAvailable: Bool) { heard.withLock { $0.append(isAvailable) } }
}
