// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A state as one self-contained HTML page.
///
/// The page needs no script and makes no request.
struct ReportPage {
  /// The page.
  let html: String

  /// Writes a page.
  ///
  /// - Parameters:
  ///   - sources: The archive and the files beside it.
  ///   - reveals: Whether values, paths and pictures are shown.
  init(_ sources: ReportSources, reveals: Bool) {
    let context = ReportContext(sources, reveals: reveals)
    let remarks = ReportRemarks(context)
    let summary = ReportSummary(context, remarks)
    let objects = ReportObjects(context, remarks)
    let sections = [
      ReportPictures(context).section, remarks.section, objects.tree,
      ReportChanges(context).section, Self.references(context), ReportSizes(context).section,
      objects.details,
    ].compactMap(\.self)
    let links = sections.map { "<a href=\"#\($0.anchor)\">\($0.title)</a>" }
    html = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(markup(summary.title)) – state restoration report</title>
      <style>
      \(GraphDrawing.colors)
      \(GraphDrawing.look)
      \(Self.style)
      </style>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      \(summary.html)<nav aria-label="Sections">\(links.joined(separator: "\n"))</nav>
      <main id="content">
      \(sections.map(Self.html).joined(separator: "\n"))
      </main>
      <footer>Made by restoration-archive report. Keys and classes are names in the program and \
      are always shown.</footer>
      </body>
      </html>

      """
  }

  private static func html(_ section: ReportSection) -> String {
    """
    <section id="\(section.anchor)" aria-labelledby="\(section.anchor)-title">
    <h2 id="\(section.anchor)-title">\(section.title)</h2>
    \(section.lead.isEmpty ? "" : "<p class=\"lead\">\(section.lead)</p>\n")\(section.content)
    </section>
    """
  }

  private static func references(_ context: ReportContext) -> ReportSection {
    let drawing = GraphDrawing(
      context.forest, context.links, target: { "#\(ReportContext.anchor($0.number))" }
    ) { context.names.step($0) }
    return ReportSection(
      anchor: "references", title: "References",
      lead: "Arrows lead from an object to one that it refers to; dashed ones to what it requires.",
      content: "<div class=\"scroller\" tabindex=\"0\">\(drawing.svg)</div>")
  }
}
