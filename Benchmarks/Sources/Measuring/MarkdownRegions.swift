// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Replaces parts of a page that a program fills in: what lies between `<!-- NAME -->` and
/// `<!-- end -->`.
public struct MarkdownRegions: Sendable {
  /// The page.
  public private(set) var page: String

  /// Takes a page.
  ///
  /// - Parameter page: Its text.
  public init(_ page: String) { self.page = page }

  /// Fills in one part.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: What is to stand there.
  /// - Returns: `false` when the page has no such part.
  public mutating func fill(_ name: String, with text: String) -> Bool {
    let parts = page.split(separator: "<!-- \(name) -->", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let rest = parts[1].split(
      separator: "<!-- end -->", maxSplits: 1, omittingEmptySubsequences: false)
    guard rest.count == 2 else { return false }
    page = parts[0] + "<!-- \(name) -->\n" + text + "<!-- end -->" + rest[1]
    return true
  }
}
