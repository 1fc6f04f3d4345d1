// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Fills in the generated parts of a page.
///
/// A part lies between `<!-- NAME -->` and `<!-- end -->`.
public struct MarkdownRegions: Sendable {
  /// The page.
  public private(set) var page: String

  /// Creates the regions of a page.
  ///
  /// - Parameter page: The page's text.
  public init(_ page: String) { self.page = page }

  /// Fills in one part.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: The new text of the part.
  /// - Returns: `false` if the page has no such part.
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
