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
