// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is to be said of one file.
struct Verdict: Encodable {
  /// What came of the file, in order.
  enum Outcome: String, Encodable {
    case well
    case warnings
    case damaged
    /// It could not be opened, and not for damage: another key, a newer format, a failing disk.
    case unopened
    /// It was set aside as damaged, and is.
    case setAside
  }

  let file: String
  let outcome: Outcome
  /// Why the file does not open.
  var failure: String?
  var checks: [CheckResult] = []
  /// What the tool ends with, for this file alone.
  private let status: ToolFailure.Status?

  private enum CodingKeys: String, CodingKey { case file, outcome, failure, checks }

  /// - Parameters:
  ///   - path: The file.
  ///   - name: What the file is called.
  ///   - isSetAside: Whether it was set aside; then it does not count.
  ///   - keys: The application's keys.
  init(of path: String, name: String, isSetAside: Bool, keys: ArchiveKeys) {
    file = name
    var status: ToolFailure.Status?
    do throws(ArchiveError) {
      guard let file = try PosixFileSystem().open(path, limit: ArchiveLimits.fileSize) else {
        throw ArchiveError(.inputOutput, "The file is not there any more")
      }
      let reading = ArchiveReading(try keys.open(file))
      checks = ArchiveChecks(reading, fileSize: file.count).results
      switch checks.map(\.level).max() {
      case .damage: (outcome, status) = (.damaged, .damaged)
      case .warning: (outcome, status) = (.warnings, .notAllWell)
      case .note, .ok, nil: outcome = .well
      }
    } catch {
      failure = error.description
      status = ToolFailure(error).status
      outcome = status != .damaged ? .unopened : isSetAside ? .setAside : .damaged
    }
    self.status = isSetAside ? nil : status
  }

  /// What is to be said of who may read a folder and the key; `nil` when only their owner may.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - flaws: What is wrong with it, and with the files in it.
  ///   - keyFlaws: The same of the key, and the folder that this lies in.
  init?(
    ofFolder path: String, _ flaws: [PosixFileSystem.Flaw], _ keyFlaws: [PosixFileSystem.Flaw]
  ) {
    guard !flaws.isEmpty || !keyFlaws.isEmpty else { return nil }
    (file, outcome, status) = (path, .warnings, .notAllWell)
    var privacy = CheckResult("private")
    for flaw in flaws { privacy.find(.warning, flaw.description) }
    for flaw in keyFlaws { privacy.find(.warning, "Of the key: \(flaw.description)") }
    checks = [privacy]
  }

  /// The worst of several: damage, then what could not be opened, then warnings.
  static func status(of verdicts: [Verdict]) -> ToolFailure.Status? {
    let all = verdicts.compactMap(\.status)
    return all.first { $0 == .damaged } ?? all.first { $0 != .notAllWell } ?? all.first
  }

  /// The verdict as text.
  ///
  /// - Parameter style: The colours.
  /// - Returns: Lines, each with its break.
  func text(_ style: Style) -> String {
    var text = style(printable(file), .heading) + "\n"
    for check in checks {
      let level = check.level.rawValue
      let gap = String(repeating: " ", count: 9 - level.count)
      text += "  " + style(level, check.level.role) + gap + check.check
      text += (check.summary.isEmpty ? "" : ": " + check.summary) + "\n"
      for finding in check.findings.prefix(Self.shownFindings) {
        text += "             \(printable(finding)).\n"
      }
      let more = check.findings.count - Self.shownFindings
      if more > 0 { text += "             … \(more) more; JSON has all.\n" }
    }
    let words =
      switch outcome {
      case .well: style("All is well.", .good)
      case .warnings: style("It opens, but not all is well.", .warning)
      case .damaged: style("It is damaged.", .bad)
      case .unopened: style("It was not opened.", .bad)
      case .setAside: "It was set aside as damaged, and is."
      }
    return text + "  " + words + (failure.map { " " + printable($0) + "." } ?? "") + "\n"
  }

  private static let shownFindings = 10
}

extension CheckResult.Level {
  fileprivate var role: Style.Role {
    switch self {
    case .ok: .good
    case .note: .quiet
    case .warning: .warning
    case .damage: .bad
    }
  }
}
