// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Mustache
import RestorationArchive

/// Writes a page about an archive.
struct ReportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one page of HTML about an archive.",
    discussion: """
      The page shows the objects as a tree, what they refer to, how many bytes each takes, what \
      changed since the generation before, and what each object wrote. The page is \
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
    let sources = try ReportSources(archive)
    try file.write(ReportPage(sources, reveals: reveal).html)
    if sources.reading.isDamaged {
      throw ToolFailure(.damaged, "Some of the archive could not be read.")
    }
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

extension ReportPage {
  /// The style of a page, apart from the styles of drawings.
  static let style = """
    :root{--card:#f7f8fa;--link:#1257b0;--good:#15703c;--note:#47556a;--warning:#935200;--bad:#b3261e;
    --bar:#1d6fd1}
    @media(prefers-color-scheme:dark){:root{--card:#1e2227;--link:#8ab8ff;--good:#69d391;
    --note:#a9b5c5;--warning:#f0b35a;--bad:#ff8a80;--bar:#5b9bec}}
    *{box-sizing:border-box}
    html{scroll-padding-top:4rem;background:var(--paper);color:var(--ink);
    font:16px/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;
    -webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0 auto;max-width:68rem;padding:0 1.25rem 3rem}
    a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper)}
    header{padding:2.5rem 0 1rem}
    .eyebrow{margin:0;color:var(--quiet);font-size:.8rem;letter-spacing:.08em;
    text-transform:uppercase}
    h1{margin:.1rem 0 .6rem;font-size:clamp(1.5rem,5vw,2.3rem);line-height:1.15;
    letter-spacing:-.02em;overflow-wrap:anywhere;unicode-bidi:isolate}
    h2{margin:0 0 .3rem;font-size:1.35rem;letter-spacing:-.01em}
    h3{margin:1.5rem 0 .5rem;font-size:1rem}
    section{padding:2rem 0 .75rem}section+section{border-top:1px solid var(--rule)}
    .lead,.privacy{margin:0 0 1rem;color:var(--quiet);max-width:44rem}
    .quiet{color:var(--quiet)}
    .verdict{display:inline-block;margin:0 0 .75rem;padding:.3rem .8rem;border-radius:99px;
    font-weight:600;border:1.5px solid currentColor}
    .verdict.good,.badge.good{color:var(--good)}.verdict.note,.badge.note{color:var(--note)}
    .verdict.warning,.badge.warning{color:var(--warning)}.verdict.bad,.badge.bad{color:var(--bad)}
    .badge{display:inline-block;padding:0 .5rem;border:1px solid currentColor;border-radius:99px;
    font-size:.75rem;font-weight:600;line-height:1.4;white-space:nowrap}
    nav{position:sticky;top:0;z-index:1;display:flex;gap:.25rem;margin:0 -1.25rem;
    padding:.5rem 1.25rem;overflow-x:auto;background:var(--paper);
    border-bottom:1px solid var(--rule)}
    nav a{padding:.25rem .65rem;border-radius:6px;white-space:nowrap;color:var(--ink);
    font-size:.92rem}
    nav a:hover{background:var(--card);text-decoration:none}
    .facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(11.5rem,1fr));gap:.75rem;
    margin:1rem 0 0}
    .facts>div{padding:.6rem .85rem;background:var(--card);border-radius:8px;min-width:0}
    header .facts>div:first-child{grid-column:span 2}
    dt{color:var(--quiet);font-size:.8rem}dd{margin:0;overflow-wrap:anywhere}
    .facts.small{gap:.3rem 2rem;margin:0 0 .75rem;display:flex;flex-wrap:wrap}
    .facts.small>div{padding:0;background:none;font-size:.92rem}
    .name,.class,.long,th[scope=row],td,code,dd{unicode-bidi:isolate}
    .name,.class,code,.long,.values th,dl.entries dt{
    font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:.86em}
    .name{overflow-wrap:anywhere}.class{color:var(--quiet);overflow-wrap:anywhere}
    .sign{flex:none;vertical-align:-.2em;margin-right:.45rem}
    .tree,.tree ul{list-style:none;margin:0;padding:0}
    .tree ul{margin-left:.55rem;padding-left:1rem;border-left:1.5px solid var(--rule)}
    .row{display:flex;gap:1rem;align-items:center;padding:.2rem .4rem;border-radius:6px}
    .row:hover{background:var(--card)}
    .what{flex:1;min-width:0}.what .class{margin-left:.4rem}
    .weight{flex:none;display:flex;gap:.6rem;align-items:center;width:11rem;font-size:.85rem;
    color:var(--quiet);font-variant-numeric:tabular-nums}
    .weight>span{width:4rem;text-align:right}
    .measure{display:block;flex:1;width:100%;min-width:3rem}
    .groove{fill:var(--rule);fill-opacity:.55}.bar{fill:var(--bar)}
    .remarks{list-style:none;margin:0;padding:0}
    .remark{padding:.4rem 0;border-bottom:1px solid var(--rule)}.remark:last-child{border:0}
    .remark .badge{margin-right:.4rem}
    .scroller{overflow-x:auto;padding:.5rem 0;border:1px solid var(--rule);border-radius:8px}
    .scroller .graph{display:block;margin:0 .5rem}.graph a:hover{text-decoration:none}
    .icicle,.parts{display:block;width:100%}.parts{border-radius:5px}
    .icicle text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:var(--ink)}
    .cell{fill-opacity:.26}.cell:hover{fill-opacity:.45}
    .cell.application{fill:var(--application)}.cell.window{fill:var(--window)}
    .cell.controller{fill:var(--controller)}.cell.view{fill:var(--view)}
    .cell.object{fill:var(--object)}
    .part0{fill:var(--line1)}.part1{fill:var(--line4)}.part2{fill:var(--line2)}
    .part3{fill:var(--line0)}.part4{fill:var(--line3)}.part5{fill:var(--line5)}
    .swatch{margin-right:.5rem;vertical-align:-1px}
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem}
    .pair>div{min-width:0}
    table{width:100%;border-collapse:collapse;font-size:.92rem}
    th,td{padding:.35rem .6rem .35rem 0;text-align:left;vertical-align:baseline;
    border-bottom:1px solid var(--rule);overflow-wrap:anywhere}
    thead th{color:var(--quiet);font-weight:500;font-size:.8rem}
    .figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;width:5rem}
    .measured{width:22%;min-width:3.5rem;vertical-align:middle}
    .parts+.plain{max-width:40rem;margin-top:.75rem}.sum td{font-weight:600}
    .card{margin:.6rem 0;border:1px solid var(--rule);border-radius:8px}
    .card summary{display:flex;flex-wrap:wrap;gap:.2rem .5rem;align-items:center;
    padding:.55rem .85rem;cursor:pointer;list-style:none}
    .card summary::-webkit-details-marker{display:none}
    .card summary::before{content:'▸';color:var(--quiet)}.card[open] summary::before{content:'▾'}
    .card summary .sign{margin-right:0}
    .card summary:hover{background:var(--card);border-radius:8px}
    .card .size{margin-left:auto;color:var(--quiet);font-size:.85rem;white-space:nowrap}
    .inside{padding:.35rem .85rem .85rem;scroll-margin-top:7rem}
    .inside:target{box-shadow:inset 4px 0 var(--link)}
    .values th{width:34%;font-weight:500;padding-right:1rem}
    .values.changes th{width:28%}.values.changes td{width:36%}
    .values tr:last-child>*{border-bottom:0}
    .values>tbody>tr>*{vertical-align:top}.values th{padding-top:.45rem}
    .values ol{margin:0;padding-left:2.2rem}dl.entries{margin:0;display:grid;
    grid-template-columns:auto 1fr;gap:.1rem .8rem}
    .type{color:var(--quiet)}code.text{white-space:pre-wrap;overflow-wrap:anywhere}
    .old{color:var(--bad)}.new{color:var(--good)}.old .quiet,.new .quiet{color:inherit}
    .old .type,.new .type{color:inherit}
    .change h3{font-weight:500}
    .checks th{width:11rem}.checks td:nth-child(2){width:6rem}.findings{margin:.3rem 0 0;padding-left:1.1rem}
    figure{margin:0 0 1rem}figure img{display:block;max-width:100%;height:auto;border-radius:8px;
    border:1px solid var(--rule)}
    figcaption{margin-top:.5rem;color:var(--quiet);font-size:.88rem}
    footer{padding-top:1.5rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.85rem}
    @media(max-width:40rem){header{padding-top:1.5rem}.weight{width:6.5rem}
    .weight>span{width:3rem}.weight .measure{min-width:2rem}.what .class{display:block;margin:0 0 0 1.8rem}
    .facts{grid-template-columns:1fr 1fr}.tree ul{margin-left:.3rem;padding-left:.6rem}
    .values th{width:40%}.values.changes th{width:30%}}
    @media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    @media print{nav,.skip{display:none}body{max-width:none;padding:0}
    section,.card,figure{break-inside:avoid-page}section{break-inside:auto}
    details:not([open])::details-content{content-visibility:visible;block-size:auto}
    .scroller{overflow:visible}a{color:inherit}}
    """
}
