// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Values as markup.
extension ReportContext {
  /// The limits for texts and lists that are shown in full.
  ///
  /// A report is read by people.
  private static let longest = (text: 4_000, list: 200, bytes: 48)

  /// Returns a value as markup, or only its type and size.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - snapshot: The state whose numbers its references use.
  /// - Returns: Markup.
  func html(_ value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    if case .reference(let number) = value {
      guard let address = snapshot.address(of: number) else {
        return "<span class=\"quiet\">an unknown object</span>"
      }
      return "<span class=\"quiet\">→</span> " + link(address)
        + (snapshot.number(at: address) == nil
          ? " <span class=\"quiet\">(not in this archive)</span>" : "")
    }
    return reveals
      ? revealed(value, in: snapshot)
      : "<span class=\"type\">\(markup(outline(value)))</span>"
  }

  private func outline(_ value: ArchivedValue) -> String {
    ValueText(snapshot: snapshot, revealsValues: false).text(value)
  }

  private func revealed(_ value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }
    switch value {
    case .null, .bool, .integer, .unsigned, .float, .double, .date:
      return code(ValueText(snapshot: snapshot, revealsValues: true).text(value))
    case .reference: return html(value, in: snapshot)
    case .string(let string):
      if string.isEmpty { return "<span class=\"quiet\">empty String</span>" }
      return "<code class=\"text\">\(markup(String(string.prefix(Self.longest.text))))</code>"
        + more(string.count - Self.longest.text, "characters")
    case .data(let data):
      let bytes = data.prefix(Self.longest.bytes).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return "<span class=\"type\">\(markup(outline(value)))</span> "
        + code(bytes.joined(separator: " "))
        + more(data.count - Self.longest.bytes, "bytes")
    case .array(let elements):
      if elements.isEmpty { return "<span class=\"quiet\">empty Array</span>" }
      let items = elements.prefix(Self.longest.list).map {
        "<li>\(revealed($0, in: snapshot))</li>"
      }
      return "<ol start=\"0\">\(items.joined())</ol>"
        + more(elements.count - Self.longest.list, "elements")
    case .dictionary(let entries):
      if entries.isEmpty { return "<span class=\"quiet\">empty Dictionary</span>" }
      let rows = entries.prefix(Self.longest.list).map {
        "<dt>\(markup($0.key))</dt><dd>\(revealed($0.value, in: snapshot))</dd>"
      }
      return "<dl class=\"entries\">\(rows.joined())</dl>"
        + more(entries.count - Self.longest.list, "entries")
    }
  }

  private func more(_ count: Int, _ what: String) -> String {
    count > 0 ? " <span class=\"quiet\">… and \(count) \(what) more</span>" : ""
  }
}
