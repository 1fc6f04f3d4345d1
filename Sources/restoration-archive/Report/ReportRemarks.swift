// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a report says is wrong or worth knowing: what was noted in the archive, and what reading it
/// showed.
struct ReportRemarks {
  /// How much it matters.
  enum Level: Int, Comparable {
    case good, note, warning, bad

    var word: String { "\(self)" }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// One remark.
  struct Remark {
    var level: Level
    /// The object it is about; `nil` for the archive as a whole.
    var address: RestorationAddress?
    /// What it is called in one or two words.
    var word: String
    var sentence: String
  }

  private let context: ReportContext
  /// The whole archive first, then notes in their order, then what reading showed.
  let remarks: [Remark]
  private var badges: [RestorationAddress: String] = [:]

  init(_ context: ReportContext) {
    self.context = context
    remarks = Self.ofArchive(context.reading) + Self.notes(context) + Self.references(context)
    for remark in remarks {
      guard let address = remark.address else { continue }
      let badge = " <span class=\"badge \(remark.level.word)\">\(escaped(remark.word))</span>"
      if !badges[address, default: ""].contains(badge) { badges[address, default: ""] += badge }
    }
  }

  /// The worst there is, in a sentence.
  var verdict: (level: Level, sentence: String) {
    let level = remarks.map(\.level).max() ?? .good
    let count = remarks.filter { $0.level == level }.count
    let things = count == 1 ? "One thing" : "\(count) things"
    return switch level {
    case .good: (level, "Whole and authentic. Nothing to remark.")
    case .note: (level, "Whole and authentic. \(things) worth knowing.")
    case .warning: (level, "\(things) may not come back as expected.")
    case .bad: (level, "\(things) in this archive could not be read.")
    }
  }

  /// The section about them.
  var section: ReportSection {
    let rows = remarks.map { remark in
      "<li class=\"remark \(remark.level.word)\"><span class=\"badge \(remark.level.word)\">"
        + "\(escaped(remark.word))</span> "
        + (remark.address.map { context.link($0) + " " } ?? "")
        + "<span>\(markup(remark.sentence))</span></li>"
    }
    return ReportSection(
      anchor: "remarks", title: "Remarks",
      content: rows.isEmpty
        ? "<p class=\"quiet\">Nothing was noted when this state was saved, and nothing is wrong "
          + "with the archive.</p>"
        : "<ul class=\"remarks\">\(rows.joined(separator: "\n"))</ul>")
  }

  /// The badges of an object.
  func badges(of address: RestorationAddress) -> String { badges[address, default: ""] }

  private static func ofArchive(_ reading: ArchiveReading) -> [Remark] {
    var remarks: [Remark] = []
    if reading.state.isTorn {
      remarks.append(
        Remark(
          level: .note, word: "torn end",
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
      // A note's sentence names paths.
      Remark(
        level: .warning, address: note.address, word: words(note.outcome),
        sentence: context.reveals ? note.sentence : "")
    }
  }

  private static func words(_ outcome: RestorationNote.Outcome) -> String {
    switch outcome {
    case .notPreserved: "not saved"
    case .incomplete: "incomplete"
    case .duplicate: "duplicate"
    case .defaulted: "defaulted"
    case .dropped: "dropped"
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
          level: .note, address: from.address, word: "outward reference",
          sentence: "refers to \(name), which saved nothing in this archive.")
    }
  }
}
