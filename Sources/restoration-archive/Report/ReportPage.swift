// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Mustache
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
  /// - Throws: Errors in the template.
  init(_ sources: ReportSources, reveals: Bool) throws {
    let context = ReportContext(sources, reveals: reveals)
    let remarks = ReportRemarks(context)
    let objects = ReportObjects(context, remarks)
    let content = Content(
      summary: ReportSummary(context, remarks),
      style: [GraphDrawing.colors, GraphDrawing.look, Self.style].joined(separator: "\n"),
      sections: [
        ReportPictures(context).section, remarks.section, objects.tree,
        ReportChanges(context).section, Self.references(context), ReportSizes(context).section,
        objects.details,
      ].compactMap(\.self))
    html = try MustacheTemplate(string: Self.template).render(content)
  }

  /// The content of ``template``.
  private struct Content {
    let summary: ReportSummary
    let style: String
    let sections: [ReportSection]
  }

  /// The page without its content.
  ///
  /// Every text that it gets is markup already. Mustache's own escaping knows whole characters
  /// only: it overlooks a quotation mark with an accent, which still ends an attribute.
  private static let template = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>{{{summary.title}}} – state restoration report</title>
    <style>
    {{{style}}}
    </style>
    </head>
    <body>
    <a class="skip" href="#content">Skip to the content</a>
    {{#summary}}
    <header>
    <p class="eyebrow">State restoration report</p>
    <h1>{{{title}}}</h1>
    <p class="verdict {{{level}}}">{{{verdict}}}</p>
    <p class="privacy">
    {{#reveals}}
    Values, paths and pictures are shown: this page is as private as the state itself.
    {{/reveals}}
    {{^reveals}}
    Values and paths are hidden: objects are called by number, values by type and size.
    {{/reveals}}
    </p>
    <dl class="facts">
    {{#facts}}
    <div><dt>{{{name}}}</dt><dd>{{{value}}}</dd></div>
    {{/facts}}
    </dl>
    </header>
    {{/summary}}
    <nav aria-label="Sections">
    {{#sections}}
    <a href="#{{{anchor}}}">{{{title}}}</a>
    {{/sections}}
    </nav>
    <main id="content">
    {{#sections}}
    <section id="{{{anchor}}}" aria-labelledby="{{{anchor}}}-title">
    <h2 id="{{{anchor}}}-title">{{{title}}}</h2>
    {{#lead}}
    <p class="lead">{{{.}}}</p>
    {{/lead}}
    {{{content}}}
    </section>
    {{/sections}}
    </main>
    <footer>Made by restoration-archive report. Keys and classes are names in the program and \
    are always shown.</footer>
    </body>
    </html>

    """

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
