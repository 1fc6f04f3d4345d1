// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
