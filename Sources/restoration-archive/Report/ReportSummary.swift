// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The head of a report: the application and the verdict.
struct ReportSummary {
  private let context: ReportContext
  private let remarks: ReportRemarks

  init(_ context: ReportContext, _ remarks: ReportRemarks) {
    (self.context, self.remarks) = (context, remarks)
  }

  /// The application, or else the archive's file name.
  var title: String { context.sources.application ?? context.sources.fileName }

  var html: String {
    let (reading, origin) = (context.reading, context.reading.origin)
    var facts: [(String, String)] = []
    if let origin {
      facts.append(("Saved", timestampText(origin.timestamp)))
      facts.append(("Application", "version \(printable(origin.applicationVersion))"))
      facts.append(("System", printable(origin.systemVersion)))
      facts.append(("Shown on", printable(origin.idiom.rawValue)))
    }
    facts.append(("Save", "number \(reading.state.generation)"))
    facts.append(("Appended saves", "\(reading.state.appendedSaves)"))
    facts.append(("Objects", "\(reading.records.count)"))
    facts.append(("Values", "\(context.weights.sum) bytes"))
    facts.append(("File", "\(reading.state.sizes.file) bytes"))
    let rows = facts.map { "<div><dt>\($0)</dt><dd>\(escaped($1))</dd></div>" }
    let verdict = remarks.verdict
    return """
      <header>
      <p class="eyebrow">State restoration report</p>
      <h1>\(markup(title))</h1>
      <p class="verdict \(verdict.level.word)">\(escaped(verdict.sentence))</p>
      <p class="privacy">\(context.reveals
        ? "Values, paths and pictures are shown: this page is as private as the state itself."
        : "Values and paths are hidden: objects are called by number, values by type and size.")</p>
      <dl class="facts">\(rows.joined())</dl>
      </header>

      """
  }
}
