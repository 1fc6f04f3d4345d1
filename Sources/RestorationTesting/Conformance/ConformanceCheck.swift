// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One demand of a protocol that a type of yours can be held to.
///
/// The suites have lists of them: ``ArchiveStoreConformance``, ``KeyProviderConformance`` and
/// ``HostConformance``. Run them one by one as the arguments of a parameterised test, or in a loop in
/// XCTest; what is wrong is a failure of the running test.
public struct ConformanceCheck<Subject>: Sendable, CustomStringConvertible {
  /// The numbers of the rules that ask for it, such as `R152`.
  public let rules: [String]

  /// What is demanded, in one sentence.
  public let demand: String

  private let body: @Sendable (Subject, inout ConformanceFindings) throws -> Void

  /// Numbers and sentence, as a test is named.
  public var description: String { "\(rules.joined(separator: ", ")): \(demand)" }

  init(
    _ rules: String..., demand: String,
    _ body: @escaping @Sendable (Subject, inout ConformanceFindings) throws -> Void
  ) {
    (self.rules, self.demand, self.body) = (rules, demand, body)
  }

  /// Says what is wrong, for programs that are no tests.
  ///
  /// - Parameter subject: Makes what is checked, anew for each check.
  /// - Returns: A sentence for each thing that is wrong; none when all is well, or when the check asks
  ///   for something that the subject does not offer.
  func findings(on subject: Subject) -> [String] {
    var findings = ConformanceFindings()
    do {
      try body(subject, &findings)
    } catch {
      findings.add("An error was thrown where none may be: \(error)")
    }
    return findings.sentences
  }

  func report(_ subject: Subject, at location: TestLocation) {
    let findings = findings(on: subject)
    guard !findings.isEmpty else { return }
    reportFailure(([description] + findings).joined(separator: "\n  "), at: location)
  }
}

/// What a check has found wrong so far.
struct ConformanceFindings {
  private(set) var sentences: [String] = []

  mutating func add(_ sentence: String) { sentences.append(sentence) }

  mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { add(sentence()) }
  }

  /// Compares bytes; long ones are told by their number.
  mutating func expect(_ found: [UInt8]?, is expected: [UInt8]?, _ what: String) {
    guard found != expected else { return }
    add("\(what) is \(Self.text(found)) instead of \(Self.text(expected)).")
  }

  private static func text(_ bytes: [UInt8]?) -> String {
    guard let bytes else { return "absent" }
    return bytes.count <= 16 ? "\(bytes)" : "\(bytes.count) bytes"
  }

  /// Compares all generations of a slot with `current`, `previous` and `lastGood`.
  mutating func expect(
    _ store: any ArchiveStore, _ expected: [[UInt8]?], slot: String? = nil, _ moment: String
  ) throws(ArchiveError) {
    for (generation, bytes) in zip(ArchiveGeneration.allCases, expected) {
      let found = try store.load(generation, slot: slot)
      expect(found, is: bytes, "\(moment), the generation `\(generation.rawValue)`")
    }
  }

  /// Notes that nothing was thrown, or another error than the expected one.
  mutating func expect(
    _ code: ArchiveError.Code, named name: String, _ what: String,
    of body: () throws(ArchiveError) -> Void
  ) {
    do throws(ArchiveError) {
      try body()
      add("\(what) does not throw.")
    } catch {
      expect(error.code == code, "\(what) throws \"\(error.reason)\", which is no `\(name)`.")
    }
  }
}
