// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// The verdict on one file.
struct Verdict: Encodable {
  /// The outcome for the file, in order.
  enum Outcome: String, Encodable {
    case well
    case warnings
    case damaged
    /// It could not be opened for another reason than damage.
    ///
    /// For example another key, a newer format or a failing disk.
    case unopened
    /// It was set aside as damaged, and it is damaged.
    case setAside
  }

  let file: String
  let outcome: Outcome
  /// The reason why the file does not open.
  var failure: String?
  var checks: [CheckResult] = []
  /// The tool's exit status for this file alone.
  private let status: ToolFailure.Status?

  private enum CodingKeys: String, CodingKey { case file, outcome, failure, checks }

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The displayed name of the file.
  ///   - isSetAside: Whether it was set aside; then it does not count.
  ///   - keys: The application's keys.
  init(of path: String, name: String, isSetAside: Bool, keys: ArchiveKeys) {
    file = name
    var status: ToolFailure.Status?
    do throws(ArchiveError) {
      guard let file = try PosixFileSystem().open(path, limit: ArchiveLimits.fileSize) else {
        throw ArchiveError(.inputOutput, "The file no longer exists")
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

  /// Describes access rights; `nil` when only the owner has access.
  ///
  /// Covers a folder and the key.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - flaws: The flaws of the folder and of the files in it.
  ///   - keyFlaws: The flaws of the key and of its folder.
  init?(
    ofFolder path: String, _ flaws: [PosixFileSystem.Flaw], _ keyFlaws: [PosixFileSystem.Flaw]
  ) {
    guard !flaws.isEmpty || !keyFlaws.isEmpty else { return nil }
    (file, outcome, status) = (path, .warnings, .notAllWell)
    var privacy = CheckResult("private")
    for flaw in flaws { privacy.find(.warning, flaw.description) }
    for flaw in keyFlaws { privacy.find(.warning, "Key: \(flaw.description)") }
    checks = [privacy]
  }

  /// Returns the worst status: damage, then failure to open, then warnings.
  static func status(of verdicts: [Verdict]) -> ToolFailure.Status? {
    let all = verdicts.compactMap(\.status)
    return all.first { $0 == .damaged } ?? all.first { $0 != .notAllWell } ?? all.first
  }

  /// Returns the verdict as text.
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
      case .setAside: "It was set aside, and it is damaged."
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
#endif
