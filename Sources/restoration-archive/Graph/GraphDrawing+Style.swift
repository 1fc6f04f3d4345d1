// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension GraphDrawing {
  /// Returns the symbol of a kind, distinct in shape and colour.
  static func symbol(_ kind: ObjectKind, x: Double, y: Double) -> String {
    let place = "transform=\"translate(\(decimal(x)) \(decimal(y)))\""
    let shape =
      switch kind {
      case .application: "<path d=\"M-4-6.5H4L7.5 0 4 6.5H-4L-7.5 0z\"/>"
      case .window: "<path d=\"M-7-6H7V6H-7zM-7-2.5H7\"/>"
      case .controller: "<rect x=\"-6.5\" y=\"-6.5\" width=\"13\" height=\"13\" rx=\"4\"/>"
      case .view: "<path d=\"M-6-6H6V6H-6z\"/>"
      case .object: "<circle r=\"6.5\"/>"
      }
    return "<g class=\"symbol \(kind.word)\" \(place)>\(shape)</g>"
  }

  /// The colours of kinds and lines, light and dark.
  static let colors = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#1c2024;--quiet:#5b6470;--rule:#d5dae0;
    --application:#475569;--window:#1d6fd1;--controller:#7c3aed;--view:#0f8577;--object:#b45309;
    --line0:#c2410c;--line1:#0369a1;--line2:#15803d;--line3:#be185d;--line4:#6d28d9;--line5:#8a6a00}
    @media(prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#e8eaed;--quiet:#9aa4b0;
    --rule:#363c44;--application:#a3b1c6;--window:#6cb2ff;--controller:#b79cff;--view:#4fd1c0;
    --object:#f2b35c;--line0:#fb923c;--line1:#5cc1f5;--line2:#5fd07f;--line3:#f58ac0;
    --line4:#b79cff;--line5:#e3c34b}}
    """

  /// The other styles of a drawing.
  static let look = """
    .graph text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:var(--ink)}
    .graph text.class{font-size:11px;fill:var(--quiet)}
    .graph text.legend{font:12px system-ui,sans-serif;fill:var(--quiet)}
    .graph .paper{fill:var(--paper)}
    .symbol{fill-opacity:.22;stroke-width:1.5;stroke-linejoin:round}
    .symbol.application{fill:var(--application);stroke:var(--application)}
    .symbol.window{fill:var(--window);stroke:var(--window)}
    .symbol.controller{fill:var(--controller);stroke:var(--controller)}
    .symbol.view{fill:var(--view);stroke:var(--view)}
    .symbol.object{fill:var(--object);stroke:var(--object)}
    .absent .symbol{stroke-dasharray:3 2;fill-opacity:0}.absent text{font-style:italic}
    .branch{fill:none;stroke:var(--rule);stroke-width:1.5}.branch.known{stroke:var(--quiet)}
    .link{fill:none;stroke-width:1.5;stroke-opacity:.85}.link:hover{stroke-width:3;stroke-opacity:1}
    .link .lead{stroke-dasharray:1 4;stroke-opacity:.6}
    .link.required{stroke-dasharray:5 3}
    .color0{stroke:var(--line0)}.color1{stroke:var(--line1)}.color2{stroke:var(--line2)}
    .color3{stroke:var(--line3)}.color4{stroke:var(--line4)}.color5{stroke:var(--line5)}
    """
}
