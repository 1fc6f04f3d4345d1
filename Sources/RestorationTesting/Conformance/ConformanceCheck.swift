// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One requirement of a protocol, as a check for your own type.
///
/// ``ArchiveStoreConformance``, ``KeyProviderConformance`` and `HostConformance` list them. Run them one by one as the arguments of a parameterised test, or in a loop
/// in XCTest. Each violation is a failure of the running test.
public struct ConformanceCheck<Subject>: Sendable, CustomStringConvertible {
  /// The numbers of the rules that the check covers.
  public let rules: [String]

  /// The requirement, in one sentence.
  public let demand: String

  private let body: @Sendable (Subject, inout ConformanceFindings) throws -> Void

  /// The numbers and the requirement, for the name of a test.
  public var description: String { "\(rules.joined(separator: ", ")): \(demand)" }

  package init(
    _ rules: String..., demand: String,
    _ body: @escaping @Sendable (Subject, inout ConformanceFindings) throws -> Void
  ) {
    (self.rules, self.demand, self.body) = (rules, demand, body)
  }

  /// Returns the violations, for programs other than tests.
  ///
  /// - Parameter subject: Makes a new object for each check.
  /// - Returns: A sentence for each violation; none when the subject conforms or does not offer
  ///   what the check needs.
  package func findings(on subject: Subject) -> [String] {
    var findings = ConformanceFindings()
    do {
      try body(subject, &findings)
    } catch {
      findings.add("An unexpected error was thrown: \(error)")
    }
    return findings.sentences
  }

  package func report(_ subject: Subject, at location: TestLocation) {
    let findings = findings(on: subject)
    guard !findings.isEmpty else { return }
    reportFailure(([description] + findings).joined(separator: "\n  "), at: location)
  }
}

/// The violations that a check has found so far.
package struct ConformanceFindings {
  package private(set) var sentences: [String] = []

  package init() {}

  package mutating func add(_ sentence: String) { sentences.append(sentence) }

  package mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { add(sentence()) }
  }

  /// Compares bytes; reports only the length of long ones.
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

  /// Reports a missing or unexpected error.
  mutating func expect(
    _ code: ArchiveError.Code, named name: String, _ what: String,
    of body: () throws(ArchiveError) -> Void
  ) {
    do throws(ArchiveError) {
      try body()
      add("\(what) does not throw.")
    } catch {
      expect(error.code == code, "\(what) throws \"\(error.reason)\" instead of `\(name)`.")
    }
  }
}
