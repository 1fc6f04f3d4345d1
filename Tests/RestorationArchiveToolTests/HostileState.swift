// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

/// Texts that try to escape from HTML, SVG, Graphviz or lines.
let hostileTexts = [
  "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><b>bold</b>",
  "'; background: url(https://example.org/x)", "</style></svg><h1>", "]]>", "&amp;&lt;", "--><p>",
  "a\u{202E}b\u{2066}c", "line\nbreak\r\ttab\u{0}\u{1B}[31m", "\\\" ]; evil -> evil; \\",
  "\"\u{301}] x -> y [\"", "\u{FFFE}\u{FFFF}\u{2028}", "שלום עולם", "🧑‍🚀 e\u{301}",
]

/// Returns a state with hostile text everywhere.
///
/// Paths, windows, classes, keys and values contain it.
func hostileSnapshot() throws -> RestorationSnapshot {
  let maker = SnapshotMaker(
    origin: RecordOrigin(
      applicationVersion: "</title><script>1", systemVersion: "<b>", idiom: .desktop,
      timestamp: Date(timeIntervalSince1970: 0)))
  var last: ObjectNumber?
  for (index, text) in hostileTexts.enumerated() {
    let identifier = text.replacingOccurrences(of: "/", with: "∕")
    let number = maker.number(identifier, index % 2 == 0 ? .controller : .view, scene: text)
    maker.record(
      number, class: text, restorationClass: text, schemaVersion: index, prerequisite: last
    ) {
      $0.encode(text, forKey: text)
      $0.encode([text: [text, text]], forKey: "nested" + text)
      if let last { $0.encode(ArchivedValue.reference(last), forKey: "reference" + text) }
    }
    last = number
  }
  return try maker.finish()
}

/// Returns a state of many objects on several levels, with many references.
func wideSnapshot(_ count: Int) throws -> RestorationSnapshot {
  let maker = SnapshotMaker()
  var numbers: [ObjectNumber] = []
  for index in 0..<count {
    let parent = index < 10 ? "" : "Item \(index / 10)/"
    numbers.append(
      maker.number("\(index < 100 ? "" : "Item \(index / 100)/")\(parent)Item \(index)"))
  }
  for (index, number) in numbers.enumerated() {
    maker.record(number, class: "Controller\(index % 7)") {
      $0.encode(String(repeating: "x", count: index % 50), forKey: "text")
      $0.encode(ArchivedValue.reference(numbers[index * 7 % count]), forKey: "other")
    }
  }
  return try maker.finish()
}
#endif
