// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
  /// The most severe problem.
  let verdict: String
  /// The class of the verdict's style.
  let level: String
  /// Whether values, paths and pictures are shown.
  let reveals: Bool
  let facts: [Fact]

  init(_ context: ReportContext, _ remarks: ReportRemarks) {
    let (reading, verdict) = (context.reading, remarks.verdict)
    title = markup(context.sources.application ?? context.sources.fileName)
    self.verdict = escaped(verdict.sentence)
    level = verdict.level.word
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

/// The problems and remarks in a report.
///
/// They come from the archive's notes, and from reading the archive.
struct ReportRemarks {
  /// The severity of a remark.
  enum Level: Int, Comparable {
    case good, note, warning, bad

    var word: String { "\(self)" }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// One remark.
  struct Remark {
    var level: Level
    /// The object concerned; `nil` for the archive as a whole.
    var address: RestorationAddress?
    /// The remark's title in one or two words.
    var word: String
    var sentence: String
  }

  private let context: ReportContext
  /// The remarks: the whole archive, notes in order, then other findings.
  let remarks: [Remark]
  private let checks: [CheckResult]
  private var badges: [RestorationAddress: String] = [:]

  init(_ context: ReportContext) {
    self.context = context
    checks =
      ArchiveChecks(
        context.reading, fileSize: context.reading.state.sizes.file
      ).results
    remarks = Self.ofArchive(context.reading) + Self.notes(context) + Self.references(context)
    for remark in remarks {
      guard let address = remark.address else { continue }
      let badge = " <span class=\"badge \(remark.level.word)\">\(escaped(remark.word))</span>"
      if !badges[address, default: ""].contains(badge) { badges[address, default: ""] += badge }
    }
  }

  /// The most severe problem, in a sentence.
  var verdict: (level: Level, sentence: String) {
    let checked = checks.map(\.level).max() ?? .ok
    let level = max(
      remarks.map(\.level).max() ?? .good,
      checked == .damage ? .bad : checked == .warning ? .warning : .good)
    return switch level {
    case .good: (level, "Whole and authentic, without remarks.")
    case .note: (level, "Whole and authentic, with remarks.")
    case .warning: (level, "Authentic, but not all of it may come back.")
    case .bad: (level, "Part of this archive cannot be read.")
    }
  }

  /// The section with the remarks.
  var section: ReportSection {
    let rows = remarks.map { remark in
      "<li class=\"remark \(remark.level.word)\"><span class=\"badge \(remark.level.word)\">"
        + "\(escaped(remark.word))</span> "
        + (remark.address.map { context.link($0) + " " } ?? "")
        + "<span>\(markup(remark.sentence))</span></li>"
    }
    return ReportSection(
      anchor: "remarks", title: "Remarks",
      content: (rows.isEmpty
        ? "<p class=\"quiet\">Nothing was noted when this state was saved, and nothing is wrong "
          + "with the archive.</p>\n"
        : "<ul class=\"remarks\">\(rows.joined(separator: "\n"))</ul>\n") + checkList)
  }

  /// The list of checks, folded up; findings contain paths.
  private var checkList: String {
    let rows = checks.map { check in
      let findings =
        context.reveals
        ? check.findings.map { "<li>\(markup($0)).</li>" }.joined() : ""
      let count =
        context.reveals || check.findings.isEmpty
        ? "" : ", " + counted(check.findings.count, "finding", "findings")
      return "<tr><th scope=\"row\">\(escaped(check.check))</th><td>"
        + "<span class=\"badge \(Self.level(check.level).word)\">\(check.level.rawValue)</span>"
        + "</td><td>\(escaped(check.summary))\(count)"
        + (findings.isEmpty ? "" : "<ul class=\"findings\">\(findings)</ul>") + "</td></tr>"
    }
    return "<details class=\"card\"><summary>What was checked</summary><div class=\"inside\">"
      + "<table class=\"values checks\"><tbody>\n\(rows.joined(separator: "\n"))\n</tbody>"
      + "</table></div></details>"
  }

  private static func level(_ level: CheckResult.Level) -> Level {
    switch level {
    case .ok: .good
    case .note: .note
    case .warning: .warning
    case .damage: .bad
    }
  }

  /// Returns the badges of an object.
  func badges(of address: RestorationAddress) -> String { badges[address, default: ""] }

  private static func ofArchive(_ reading: ArchiveReading) -> [Remark] {
    var remarks: [Remark] = []
    switch reading.state.end {
    case .whole: break
    case .damaged:
      remarks.append(
        Remark(
          level: .bad, word: "damaged log",
          sentence: "An appended save was changed after it was written: the state before it is "
            + "shown."))
    case .torn:
      remarks.append(
        Remark(
          level: .warning, word: "torn end",
          sentence: "The file ends in bytes that do not open: a save was cut short, and the state "
            + "before it is shown."))
    }
    for number in reading.unreadable {
      remarks.append(
        Remark(
          level: .bad, address: reading.snapshot.address(of: number), word: "unreadable",
          sentence: "has a record that cannot be read."))
    }
    for record in reading.records where (try? reading.snapshot.values(of: record)) == nil {
      remarks.append(
        Remark(
          level: .bad, address: record.address, word: "unreadable",
          sentence: "has values that cannot be read."))
    }
    let version = reading.origin?.applicationVersion
    for record in reading.records where record.origin.applicationVersion != version {
      remarks.append(
        Remark(
          level: .note, address: record.address, word: "older version",
          sentence: "was written by version \(record.origin.applicationVersion) of the "
            + "application, and carried over since."))
    }
    return remarks
  }

  private static func notes(_ context: ReportContext) -> [Remark] {
    context.snapshot.notes.map { note in
      // The sentence of a note contains paths.
      Remark(
        level: .warning, address: note.address, word: note.outcome.words,
        sentence: context.reveals ? note.sentence : "")
    }
  }

  private static func references(_ context: ReportContext) -> [Remark] {
    context.links.compactMap { link in
      let (from, to) = (context.forest.nodes[link.from], context.forest.nodes[link.to])
      guard to.record == nil else { return nil }
      let name = context.names.name(to.address)
      return link.kind == .prerequisite
        ? Remark(
          level: .warning, address: from.address, word: "incomplete",
          sentence: "requires \(name), which is not in this archive.")
        : Remark(
          level: .warning, address: from.address, word: "incomplete",
          sentence: "refers to \(name), which saved nothing in this archive.")
    }
  }
}
