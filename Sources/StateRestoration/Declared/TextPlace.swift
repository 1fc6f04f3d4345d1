// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// The line at the top edge of a text's visible part.
///
/// Points would not work: the height of a line depends on width and font, and a toolkit may measure
/// the lines above later than it shows this one.
package struct TextPlace: Hashable, Sendable {
  /// The start of the line, in Unicode scalars.
  ///
  /// A value past the end means the end.
  package let character: Int
  /// The share of the line above the edge, from 0 to 1.
  ///
  /// It is negative where a gap above the line is visible.
  package let share: Double

  package init(character: Int, share: Double) { (self.character, self.share) = (character, share) }
}

extension TextPlace {
  private static let characterKey = "StateRestorationFirstCharacter"
  private static let shareKey = "StateRestorationFirstShare"

  package func encode(with coder: RestorationEncoder) {
    coder.encode(character, forKey: Self.characterKey)
    coder.encode(share, forKey: Self.shareKey)
  }

  /// Reads the place that ``encode(with:)`` wrote; `nil` if missing or invalid.
  package init?(decoding coder: RestorationDecoder) {
    guard let character = coder.decode(Int.self, forKey: Self.characterKey), character >= 0,
      let share = coder.decode(Double.self, forKey: Self.shareKey), abs(share) <= 16
    else { return nil }
    self.init(character: character, share: share)
  }
}
