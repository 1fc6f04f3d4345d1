// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// The objects of a report, as a tree and one by one.
struct ReportObjects {
  private let context: ReportContext
  private let weights: ObjectWeights
  private let forest: ObjectForest
  /// The maximum number of objects that are shown unfolded.
  static let unfolded = 40

  init(_ context: ReportContext) {
    self.context = context
    (weights, forest) = (context.weights, context.forest)
  }

  // MARK: The tree

  /// The section with all objects, parents before children.
  var tree: ReportSection {
    ReportSection(
      anchor: "tree", title: "Tree",
      lead: "Bars show how many bytes an object and all below it take.",
      content: "<ul class=\"tree\">\(items(forest.roots))</ul>")
  }

  private func items(_ indices: [Int]) -> String {
    indices.map { index in
      let node = forest.nodes[index]
      let children = forest.children(of: index)
      let name = "<span class=\"name\">\(markup(context.names.step(node)))</span>"
      return "<li><div class=\"row\"><span class=\"what\">" + ReportContext.kind(node.address)
        + (node.record.map { "<a href=\"#\(ReportContext.anchor($0))\">\(name)</a>" } ?? name)
        + (node.record.map { " <span class=\"class\">\(markup($0.className))</span>" } ?? "")
        + context.badges(of: node) + "</span><span class=\"weight\">"
        + ReportContext.bar(weights.total[index], of: weights.sum)
        + "<span>\(weights.total[index])</span></span></div>"
        + (children.isEmpty ? "" : "<ul>\(items(children))</ul>") + "</li>\n"
    }.joined()
  }

  // MARK: Details

  /// The section with the values of each object.
  var details: ReportSection {
    let isOpen = context.reading.records.count <= Self.unfolded
    let incoming = Dictionary(grouping: context.links, by: \.to)
    let outgoing = Dictionary(grouping: context.links, by: \.from)
    let cards = forest.nodes.indices.compactMap { index in
      card(index, isOpen, incoming[index] ?? [], outgoing[index] ?? [])
    }
    return ReportSection(
      anchor: "objects", title: "Objects",
      lead: context.reveals
        ? "What each object wrote, by key." : "What each object wrote, by key: types and sizes.",
      content: cards.joined(separator: "\n"))
  }

  private func card(
    _ index: Int, _ isOpen: Bool, _ incoming: [ObjectLink], _ outgoing: [ObjectLink]
  ) -> String? {
    let node = forest.nodes[index]
    guard let record = node.record else { return nil }
    var facts: [(String, String)] = []
    if let scene = context.names.scene(record.address) { facts.append(("Scene", markup(scene))) }
    if let name = record.restorationClass { facts.append(("Restoration class", markup(name))) }
    if record.schemaVersion != 0 { facts.append(("Schema version", "\(record.schemaVersion)")) }
    if record.origin != context.reading.origin {
      facts.append(
        (
          "Written",
          "\(timestampText(record.origin.timestamp)), "
            + "version \(markup(record.origin.applicationVersion))"
        ))
    }
    let requires = outgoing.filter { $0.kind == .prerequisite }.map(\.to)
    let refersTo = outgoing.filter { $0.kind == .reference }.map(\.to)
    for (name, indices) in [
      ("Requires", requires), ("Refers to", refersTo), ("Named by", incoming.map(\.from)),
    ] where !indices.isEmpty { facts.append((name, objects(indices))) }
    let rows = facts.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }
    // The anchor is inside, so that following it opens the object.
    return """
      <details class="card"\(isOpen ? " open" : "")><summary>\
      \(ReportContext.kind(record.address))<span class="name">\
      \(markup(context.names.name(record.address)))</span> \
      <span class="class">\(markup(record.className))</span>\(context.badges(of: node))\
      <span class="size">\(record.size) bytes</span></summary>
      <div class="inside" id="\(ReportContext.anchor(record))">
      <dl class="facts">\(rows.joined())</dl>
      \(values(of: record))
      </div></details>
      """
  }

  private func objects(_ indices: [Int]) -> String {
    var seen: Set<Int> = []
    return indices.filter { seen.insert($0).inserted }
      .map { context.link(forest.nodes[$0].address) }.joined(separator: ", ")
  }

  private func values(of record: ObjectRecord) -> String {
    guard let entries = try? context.snapshot.values(of: record) else {
      return "<p class=\"quiet\">The values cannot be read.</p>"
    }
    if entries.isEmpty { return "<p class=\"quiet\">It wrote nothing.</p>" }
    let rows = entries.map { entry in
      "<tr><th scope=\"row\">\(markup(entry.key))</th>"
        + "<td>\(context.html(entry.value))</td></tr>"
    }
    return "<table class=\"values\"><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>"
  }
}

/// The differences from the previous generation.
struct ReportChanges {
  private let context: ReportContext

  init(_ context: ReportContext) { self.context = context }

  var section: ReportSection {
    ReportSection(anchor: "changes", title: "Changes", content: content)
  }

  private var content: String {
    guard let previous = context.sources.previous else {
      return "<p class=\"quiet\">\(escaped(context.sources.previousIssue ?? ""))</p>"
    }
    let (old, new) = (
      ComparedState("previous", previous), ComparedState("current", context.reading)
    )
    let difference = try? SnapshotDifference(from: previous.snapshot, to: context.snapshot)
    guard let difference else {
      return "<p class=\"quiet\">An object of the generation before cannot be read.</p>"
    }
    // The report names objects by their paths.
    guard context.reveals else { return "<p>\(difference.summary)</p>" }
    let report = DifferenceReport(
      difference, from: old, to: new, revealsValues: true, style: Style(isColored: false))
    return "<pre>\(escaped(report.text))</pre>"
  }
}
#endif
