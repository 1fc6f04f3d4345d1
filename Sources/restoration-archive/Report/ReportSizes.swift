// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// Tables of the file's parts, and of the largest classes and keys.
struct ReportSizes {
  private let context: ReportContext

  init(_ context: ReportContext) { self.context = context }

  var section: ReportSection {
    ReportSection(
      anchor: "sizes", title: "Sizes",
      content: parts + "<div class=\"pair\">\n"
        + table(WeightGroup.classes(context.reading), "Classes", "class", "objects")
        + table(WeightGroup.keys(context.reading), "Keys", "key", "values") + "</div>")
  }

  /// The parts of the file.
  private var parts: String {
    let parts = FileParts(context.reading)
    let rows = parts.parts.map { part in
      "<tr><td>\(escaped(part.title))</td><td class=\"figure\">\(part.bytes)</td>"
        + "<td class=\"figure\">\(share(part.bytes, of: parts.file))</td>"
        + "<td class=\"measured\">\(ReportContext.bar(part.bytes, of: parts.file))</td></tr>\n"
    }
    return "<table class=\"plain\"><thead><tr><th>part of the file</th>"
      + "<th class=\"figure\">bytes</th><th class=\"figure\">share</th><th></th></tr></thead>"
      + "<tbody>\n\(rows.joined())<tr class=\"sum\"><td>the file</td>"
      + "<td class=\"figure\">\(parts.file)</td><td></td><td></td></tr></tbody></table>\n"
  }

  /// Returns a table of the largest classes or names.
  private func table(_ groups: [WeightGroup], _ title: String, _ name: String, _ unit: String)
    -> String
  {
    let shown = groups.prefix(12)
    let rows = shown.map { group in
      "<tr><td class=\"long\">\(markup(group.name))</td><td class=\"figure\">\(group.count)</td>"
        + "<td class=\"figure\">\(group.bytes)</td><td class=\"measured\">"
        + "\(ReportContext.bar(group.bytes, of: context.weights.sum))</td></tr>"
    }
    let rest = groups.dropFirst(shown.count)
    return "<div><h3>\(title)</h3>\n<table class=\"plain\"><thead><tr><th>\(name)</th>"
      + "<th class=\"figure\">\(unit)</th><th class=\"figure\">bytes</th><th></th></tr></thead>"
      + "<tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>\n"
      + (rest.isEmpty
        ? ""
        : "<p class=\"quiet\">and \(rest.count) more with "
          + "\(rest.reduce(0) { $0 + $1.bytes }) bytes</p>\n") + "</div>\n"
  }
}
#endif
