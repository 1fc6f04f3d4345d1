// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

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
