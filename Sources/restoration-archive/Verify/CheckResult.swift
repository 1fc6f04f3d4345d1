// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The result of one check of an archive.
struct CheckResult: Encodable {
  /// The severity, in ascending order.
  enum Level: String, Encodable, Comparable {
    case ok
    /// No problem, but useful to know.
    case note
    /// The archive is intact, but not everything will be restored.
    case warning
    /// Something cannot be read.
    case damage

    private var rank: Int {
      switch self {
      case .ok: 0
      case .note: 1
      case .warning: 2
      case .damage: 3
      }
    }

    static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
  }

  let check: String
  var level = Level.ok
  /// A summary of the checked items, such as a count.
  var summary = ""
  /// A sentence for each finding.
  private(set) var findings: [String] = []

  init(_ check: String) { self.check = check }

  /// Adds a finding.
  mutating func find(_ level: Level, _ sentence: String) {
    self.level = max(self.level, level)
    findings.append(sentence)
  }
}
