// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// The line of a text that is at the top edge of what is in sight (R102, R209).
///
/// Points would not do: the height of a line depends on width and font, and a toolkit may measure the
/// lines above later than it shows this one.
package struct TextPlace: Hashable, Sendable {
  /// Where the line begins, in Unicode scalars; past the end is the end.
  package let character: Int
  /// How much of the line is above the edge, from 0 to 1; less than 0 where a gap above it is in sight.
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

  /// Reads what ``encode(with:)`` wrote; `nil` where that is missing or no place.
  package init?(decoding coder: RestorationDecoder) {
    guard let character = coder.decode(Int.self, forKey: Self.characterKey), character >= 0,
      let share = coder.decode(Double.self, forKey: Self.shareKey), abs(share) <= 16
    else { return nil }
    self.init(character: character, share: share)
  }
}
