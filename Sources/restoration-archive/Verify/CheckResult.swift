// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What came of one check of an archive.
struct CheckResult: Encodable {
  /// How bad it is, in order.
  enum Level: String, Encodable, Comparable {
    case ok
    /// Nothing wrong, but good to know.
    case note
    /// The archive is as it was saved, but not all of it will come back.
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
  /// What was looked at, such as a count.
  var summary = ""
  /// A sentence for each thing that was found.
  private(set) var findings: [String] = []

  init(_ check: String) { self.check = check }

  /// Takes in something that was found.
  mutating func find(_ level: Level, _ sentence: String) {
    self.level = max(self.level, level)
    findings.append(sentence)
  }
}
