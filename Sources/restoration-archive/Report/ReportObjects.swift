// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects of a report, as a tree and one by one.
struct ReportObjects {
  private let context: ReportContext
  private let remarks: ReportRemarks
  private let weights: ObjectWeights
  private let forest: ObjectForest
  /// The maximum number of objects that are shown unfolded.
  static let unfolded = 40

  init(_ context: ReportContext, _ remarks: ReportRemarks) {
    (self.context, self.remarks) = (context, remarks)
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
      return "<li><div class=\"row\"><span class=\"what\">"
        + ReportContext.sign(node.address.kind)
        + (node.record == nil
          ? name : "<a href=\"#\(ReportContext.anchor(node.number))\">\(name)</a>")
        + " <span class=\"class\">"
        + (node.record.map { breakable($0.className) } ?? "not in this archive") + "</span>"
        + remarks.badges(of: node.address) + "</span><span class=\"weight\">"
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
    var facts = [("Kind", record.address.kind.word), ("Class", markup(record.className))]
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
    let requires = outgoing.filter { $0.kind == .prerequisite }
    if !requires.isEmpty { facts.append(("Requires", objects(requires.map(\.to)))) }
    if !incoming.isEmpty { facts.append(("Named by", objects(incoming.map(\.from)))) }
    let rows = facts.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }
    // The anchor is inside, so that following it opens the object.
    return """
      <details class="card"\(isOpen ? " open" : "")><summary>\
      \(ReportContext.sign(record.address.kind))<span class="name">\
      \(markup(context.names.name(record.address)))</span>\
      <span class="class">\(markup(record.className))</span>\(remarks.badges(of: record.address))\
      <span class="size">\(record.size) bytes</span></summary>
      <div class="inside" id="\(ReportContext.anchor(record.number))">
      <dl class="facts small">\(rows.joined())</dl>
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
      "<tr><th scope=\"row\">\(breakable(entry.key))</th>"
        + "<td>\(context.html(entry.value, in: context.snapshot))</td></tr>"
    }
    return "<table class=\"values\"><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>"
  }
}

/// The differences from the previous generation.
struct ReportChanges {
  private let context: ReportContext

  init(_ context: ReportContext) { self.context = context }

  var section: ReportSection {
    ReportSection(anchor: "changes", title: "Changes", lead: lead, content: content)
  }

  private var lead: String? {
    guard let before = context.sources.previous, let origin = before.origin?.timestamp else {
      return nil
    }
    return "Since save \(before.state.sequenceNumber), \(timestampText(origin))."
  }

  private var content: String {
    guard context.sources.previous != nil else {
      return "<p class=\"quiet\">\(escaped(context.sources.previousIssue ?? ""))</p>"
    }
    guard let difference = context.difference else {
      return "<p class=\"quiet\">An object of the generation before cannot be read.</p>"
    }
    if difference.isEmpty { return "<p class=\"quiet\">Both generations are equal.</p>" }
    return list(difference.added, "added", "good") + list(difference.dropped, "dropped", "bad")
      + difference.changed.map(changed).joined()
  }

  private func list(_ addresses: [RestorationAddress], _ word: String, _ level: String) -> String {
    if addresses.isEmpty { return "" }
    let rows = addresses.map {
      "<li class=\"remark\"><span class=\"badge \(level)\">\(word)</span> "
        + ReportContext.sign($0.kind) + context.link($0) + "</li>"
    }
    let list = "<ul class=\"remarks\">\(rows.joined(separator: "\n"))</ul>\n"
    if rows.count <= ReportObjects.unfolded { return list }
    return "<details class=\"card\"><summary>\(rows.count) objects \(word)</summary>"
      + "<div class=\"inside\">\(list)</div></details>\n"
  }

  private func changed(_ object: ObjectDifference) -> String {
    let attributes = object.attributes.map { change in
      row(words(change.attribute), text(change.old, change), text(change.new, change))
    }
    let values = object.values.map { change in
      let (old, new) = (value(change.old, before: true), value(change.new, before: false))
      return row(breakable(change.key), old, new)
    }
    return """
      <div class="change"><h3>\(ReportContext.sign(object.address.kind))\
      \(context.link(object.address))</h3>
      <table class="values changes"><thead><tr><th>key</th><th>before</th><th>now</th></tr></thead>\
      <tbody>\((attributes + values).joined(separator: "\n"))</tbody></table></div>

      """
  }

  private func row(_ key: String, _ old: String, _ new: String) -> String {
    "<tr><th scope=\"row\">\(key)</th><td class=\"old\">\(old)</td><td class=\"new\">\(new)</td>"
      + "</tr>"
  }

  private func words(_ attribute: ObjectDifference.Attribute) -> String {
    switch attribute {
    case .className: "Class"
    case .restorationClass: "Restoration class"
    case .schemaVersion: "Schema version"
    case .prerequisite: "Requires"
    }
  }

  private func text(_ text: String?, _ change: ObjectDifference.AttributeChange) -> String {
    guard let text else { return "<span class=\"quiet\">none</span>" }
    if change.attribute == .prerequisite, !context.reveals {
      return "<span class=\"type\">another object</span>"
    }
    return markup(text)
  }

  private func value(_ value: ArchivedValue?, before: Bool) -> String {
    guard let value else { return "<span class=\"quiet\">none</span>" }
    let snapshot = before ? context.sources.previous?.snapshot : context.snapshot
    return snapshot.map { context.html(value, in: $0) } ?? ""
  }
}
