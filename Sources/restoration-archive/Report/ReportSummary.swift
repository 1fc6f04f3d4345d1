// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// The head of a report: the application and the verdict, as markup.
struct ReportSummary {
  /// A property of the archive.
  struct Fact {
    let name: String
    let value: String
  }

  /// The application, or else the archive's file name.
  let title: String
  /// The most severe finding.
  let verdict: String
  /// The class of the verdict's style.
  let level: String
  /// Whether values, paths and pictures are shown.
  let reveals: Bool
  let facts: [Fact]

  init(_ context: ReportContext, _ checks: ReportChecks) {
    let (reading, verdict) = (context.reading, checks.verdict)
    title = markup(context.sources.application ?? context.sources.fileName)
    self.verdict = escaped(verdict.sentence)
    level = verdict.level.rawValue
    reveals = context.reveals
    var facts: [(String, String)] = []
    if let origin = reading.origin {
      facts.append(("Saved", timestampText(origin.timestamp)))
      facts.append(("Application", "version \(origin.applicationVersion)"))
      facts.append(("System", origin.systemVersion))
      facts.append(("Shown on", origin.idiom.rawValue))
    }
    facts.append(("Save", "number \(reading.state.sequenceNumber)"))
    facts.append(("Appended saves", "\(reading.state.appendedSaves)"))
    facts.append(("Objects", "\(reading.records.count)"))
    facts.append(("Values", "\(context.weights.sum) bytes"))
    facts.append(("File", "\(reading.state.sizes.file) bytes"))
    self.facts = facts.map { Fact(name: $0, value: markup($1)) }
  }
}

/// The checks of the archive, as `verify` does them.
struct ReportChecks {
  private let context: ReportContext
  private let results: [CheckResult]

  init(_ context: ReportContext) {
    self.context = context
    results =
      ArchiveChecks(context.reading, fileSize: context.reading.state.sizes.file).results
  }

  /// The most severe finding, in a sentence.
  var verdict: (level: CheckResult.Level, sentence: String) {
    let level = results.map(\.level).max() ?? .ok
    return switch level {
    case .ok: (level, "Whole and authentic, without remarks.")
    case .note: (level, "Whole and authentic, with remarks.")
    case .warning: (level, "Authentic, but not all of it may come back.")
    case .damage: (level, "Part of this archive cannot be read.")
    }
  }

  /// The section with the results; findings contain paths.
  var section: ReportSection {
    let rows = results.map { check in
      let findings = check.findings.map { "<li>\(markup($0)).</li>" }.joined()
      let (count, list) =
        check.findings.isEmpty
        ? ("", "")
        : context.reveals
          ? ("", "<ul class=\"findings\">\(findings)</ul>")
          : (", " + counted(check.findings.count, "finding", "findings"), "")
      return "<tr><th scope=\"row\">\(check.check)</th><td><span class=\"badge "
        + "\(check.level.rawValue)\">\(check.level.rawValue)</span></td>"
        + "<td>\(escaped(check.summary))\(count)\(list)</td></tr>"
    }
    return ReportSection(
      anchor: "checks", title: "Checks",
      content: "<table class=\"values checks\"><tbody>\n\(rows.joined(separator: "\n"))\n"
        + "</tbody></table>")
  }
}
#endif
