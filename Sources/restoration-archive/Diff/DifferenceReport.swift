// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// A difference as text.
struct DifferenceReport {
  private(set) var text = ""

  private let old: ValueText
  private let new: ValueText
  private let style: Style

  init(
    _ difference: SnapshotDifference, from old: ComparedState, to new: ComparedState,
    revealsValues: Bool, style: Style
  ) {
    self.old = ValueText(snapshot: old.reading.snapshot, revealsValues: revealsValues)
    self.new = ValueText(snapshot: new.reading.snapshot, revealsValues: revealsValues)
    self.style = style
    writeHead("Old", old)
    writeHead("New", new)
    line(difference.summary)
    for address in difference.added { writeObject(address, "+", .added) }
    for address in difference.dropped { writeObject(address, "-", .removed) }
    for object in difference.changed { write(object) }
  }

  private mutating func line(_ line: String = "") { text += line + "\n" }

  private mutating func line(_ line: String, _ role: Style.Role) { self.line(style(line, role)) }

  private mutating func writeHead(_ word: String, _ state: ComparedState) {
    let origin = state.reading.origin.map {
      ", \(printable($0.applicationVersion)), \(timestampText($0.timestamp))"
    }
    line(
      "\(word): \(printable(state.name)), save \(state.reading.state.sequenceNumber)\(origin ?? "")"
    )
  }

  private mutating func writeObject(
    _ address: RestorationAddress, _ sign: String, _ role: Style.Role
  ) {
    let scene = address.scene.isEmpty ? "" : " (scene \(printable(address.scene)))"
    line()
    line("\(sign) \(address.kind.heading) \(printable(address.description))\(scene)", role)
  }

  private mutating func write(_ object: ObjectDifference) {
    writeObject(object.address, "~", .changed)
    for change in object.attributes {
      let (old, new) = (printable(change.old ?? "none"), printable(change.new ?? "none"))
      line("    ~ \(change.attribute.title): \(old) → \(new)", .changed)
    }
    for change in object.values { write(change) }
  }

  private mutating func write(_ change: ObjectDifference.ValueChange) {
    let key = printable(change.key)
    switch (change.old, change.new) {
    case (let before?, let after?):
      writeChange(of: key, ValueLines(before, old), ValueLines(after, new))
    case (let before?, nil): write(key, ValueLines(before, old), "-", .removed)
    case (nil, let after?): write(key, ValueLines(after, new), "+", .added)
    case (nil, nil): break
    }
  }

  private mutating func write(
    _ key: String, _ value: ValueLines, _ sign: String, _ role: Style.Role
  ) {
    line("    \(sign) \(key) -> \(value.lines.first ?? "")", role)
    for rest in value.lines.dropFirst() { line("    \(sign)     \(rest)", role) }
  }

  private mutating func writeChange(of key: String, _ before: ValueLines, _ after: ValueLines) {
    guard before.lines.count > 1 || after.lines.count > 1 else {
      let (old, new) = (before.lines.first ?? "", after.lines.first ?? "")
      return line("    ~ \(key): \(old == new ? "\(old), changed" : "\(old) → \(new)")", .changed)
    }
    line("    ~ \(key):", .changed)
    for part in LineDifference.parts(from: before.lines, to: after.lines) {
      switch part {
      case .same(let text): line("          " + text)
      case .old(let text): line("        - " + text, .removed)
      case .new(let text): line("        + " + text, .added)
      case .skipped(let count):
        line("        … \(count) \(count == 1 ? "line" : "lines")", .quiet)
      }
    }
  }
}

extension SnapshotDifference {
  /// The numbers of differences.
  var summary: String {
    isEmpty
      ? "The states are equal."
      : "\(added.count) added, \(dropped.count) dropped, \(changed.count) changed"
  }
}

/// A value as the lines of its display.
///
/// A text is split into its own lines.
private struct ValueLines {
  let lines: [String]

  init(_ value: ArchivedValue, _ values: ValueText) {
    if values.revealsValues, case .string(let string) = value {
      lines = string.split(separator: "\n", omittingEmptySubsequences: false).map {
        printable(String($0))
      }
    } else {
      lines = values.text(value).split(separator: "\n").map(String.init)
    }
  }
}

extension ObjectDifference.Attribute {
  /// The attribute's name in texts for people.
  fileprivate var title: String {
    switch self {
    case .className: "Class"
    case .restorationClass: "Restoration Class"
    case .schemaVersion: "Schema Version"
    case .prerequisite: "Requires"
    }
  }
}

/// A line-by-line comparison of two texts.
enum LineDifference {
  /// A line of either text, or of both.
  enum Part {
    case same(String)
    case old(String)
    case new(String)
    /// Common lines that are not shown.
    case skipped(Int)
  }

  /// The number of common lines shown around each difference.
  static let context = 2
  /// The maximum number of lines to compare.
  ///
  /// At worst, the comparison takes time proportional to the product of both line counts.
  static let comparedLines = 2_000

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - old: The lines of the older text.
  ///   - new: The lines of the newer text.
  /// - Returns: The differences, with some lines around them; for very long texts all lines, old
  ///   ones first.
  static func parts(from old: [String], to new: [String]) -> [Part] {
    guard max(old.count, new.count) <= comparedLines else {
      return old.map { .old($0) } + new.map { .new($0) }
    }
    return shortened(merged(old, new))
  }

  private static func merged(_ old: [String], _ new: [String]) -> [Part] {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    // Compared by bytes, so that two spellings of the same text differ.
    for change in new.difference(from: old, by: { $0.utf8.elementsEqual($1.utf8) }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var parts: [Part] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        parts.append(.old(old[left]))
        left += 1
      } else if inserted.contains(right) {
        parts.append(.new(new[right]))
        right += 1
      } else {
        parts.append(.same(old[left]))
        (left, right) = (left + 1, right + 1)
      }
    }
    return parts
  }

  private static func shortened(_ parts: [Part]) -> [Part] {
    var shown: Set<Int> = []
    for (index, part) in parts.enumerated() {
      if case .same = part { continue }
      shown.formUnion(index - context...index + context)
    }
    var (result, skipped): ([Part], Int) = ([], 0)
    for (index, part) in parts.enumerated() {
      guard shown.contains(index) else {
        skipped += 1
        continue
      }
      if skipped > 0 { result.append(.skipped(skipped)) }
      skipped = 0
      result.append(part)
    }
    return skipped > 0 ? result + [.skipped(skipped)] : result
  }
}
#endif
