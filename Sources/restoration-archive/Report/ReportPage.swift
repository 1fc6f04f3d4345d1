// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Mustache
import RestorationArchive

/// Writes a page about an archive.
struct ReportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one page of HTML about an archive.",
    discussion: """
      The page shows the results of the checks, the objects as a tree, how many bytes each takes, \
      what changed since the generation before, and what each object wrote and refers to. The page is \
      self-contained: it loads no other file and runs no script.

      Values and paths may be private: without --reveal objects are called by number, values are \
      shown by type and size, and the launch image is left out. Keys and classes are shown always.

      EXAMPLES
        restoration-archive report org.example.PhotoViewer --output report.html
        restoration-archive report org.example.PhotoViewer --reveal --output private.html --force

      \(ToolFailure.exitStatuses)
      """)

  @OptionGroup var archive: ArchiveOptions

  @Flag(name: .long, help: "Show the values, the paths and the launch image too.")
  var reveal = false

  @OptionGroup var file: DocumentOptions

  func execute() throws {
    try file.requireOwnPlace(besides: archive)
    let sources = try ReportSources(archive)
    try file.write(ReportPage(sources, reveals: reveal).html)
    try sources.reading.requireWhole()
  }
}

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
    let checks = ReportChecks(context)
    let objects = ReportObjects(context)
    let content = Content(
      summary: ReportSummary(context, checks), style: Self.style,
      sections: [
        ReportPictures(context).section, checks.section, objects.tree,
        ReportChanges(context).section, ReportSizes(context).section, objects.details,
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
}

extension ReportPage {
  /// The style of a page.
  private static let style = """
    :root{color-scheme:light dark;--quiet:light-dark(#5b6470,#9aa4b0);
    --rule:light-dark(#d5dae0,#363c44);--card:light-dark(#f7f8fa,#1e2227);
    --ok:light-dark(#15703c,#69d391);--note:light-dark(#47556a,#a9b5c5);
    --warning:light-dark(#935200,#f0b35a);--damage:light-dark(#b3261e,#ff8a80);
    --link:light-dark(#1257b0,#8ab8ff)}
    *{box-sizing:border-box}
    html{scroll-padding-top:4rem;font:16px/1.5 system-ui,sans-serif}
    body{margin:0 auto;max-width:68rem;padding:0 1.25rem 3rem}
    a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:Canvas}
    header{padding-top:2rem}h1{line-height:1.15}h2{margin:0 0 .3rem}
    section{padding:2rem 0 .75rem}section+section{border-top:1px solid var(--rule)}
    .eyebrow,.lead,.privacy,.quiet,.class,.kind,.type,.size,.weight,dt,thead th,figcaption,footer{
    color:var(--quiet)}
    .ok{color:var(--ok)}.note{color:var(--note)}
    .warning{color:var(--warning)}.damage{color:var(--damage)}
    .verdict,.badge{display:inline-block;padding:0 .5rem;border:1px solid;border-radius:1rem;
    font-weight:600}.badge{white-space:nowrap}
    .badge,.kind,dt,thead th{font-size:.8rem}
    nav{position:sticky;top:0;display:flex;gap:1rem;padding:.5rem 0;overflow-x:auto;
    background:Canvas;border-bottom:1px solid var(--rule)}
    nav a{white-space:nowrap}
    .facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem}dd{margin:0}
    h1,.name,.class,.long,th[scope=row],td,code,dd{overflow-wrap:anywhere;unicode-bidi:isolate}
    .name,.class,code,pre,.long,.values th{font-family:ui-monospace,monospace;font-size:.86rem}
    .tree,.tree ul{list-style:none;margin:0;padding:0}
    .tree ul{margin-left:.55rem;padding-left:1rem;border-left:1px solid var(--rule)}
    .row{display:flex;gap:1rem;align-items:center;padding:.2rem 0}.what{flex:1;min-width:0}
    .weight{display:flex;gap:.6rem;align-items:center;width:11rem}
    .weight>span{width:4rem;text-align:right}meter{flex:1;width:100%;min-width:3rem}
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem}
    table{width:100%;border-collapse:collapse;font-size:.92rem}
    th,td{padding:.35rem .6rem .35rem 0;text-align:left;vertical-align:top;
    border-bottom:1px solid var(--rule)}
    .figure{text-align:right;white-space:nowrap;width:4rem}.measured,.values th{width:22%}
    .sum td{font-weight:600}.values th{font-weight:500}.findings{margin:0;padding-left:1.1rem}
    .card{margin:.6rem 0;padding:.5rem .85rem;background:var(--card);border-radius:8px}
    .card summary{cursor:pointer}.card .size{float:right}
    .inside:target{box-shadow:inset 4px 0 var(--link);padding-left:.85rem}
    code.text{white-space:pre-wrap}pre{overflow-x:auto}
    figure{margin:0 0 1rem}figure img{max-width:100%;height:auto;border:1px solid var(--rule)}
    @media(max-width:40rem){.weight{width:6.5rem}.weight>span{width:3rem}}
    @media print{nav,.skip{display:none}a{color:inherit}
    details:not([open])::details-content{content-visibility:visible;block-size:auto}}
    """
}
#endif
