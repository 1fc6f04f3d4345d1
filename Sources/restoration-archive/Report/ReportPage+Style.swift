// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
