// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension ChromeString {
  /// The application's own words for the whole process; `nil`, the default, for none.
  ///
  /// Asked whenever something is shown, on every window and sheet alike; `nil` from it leaves the string
  /// to the host's translation. Set it before the first window is shown: what is on screen stays.
  @MainActor public static var replacement: (@MainActor (ChromeString) -> String?)?

  /// The translation of the host that draws the windows, into the user's language; `nil` from it where
  /// there is none.
  @MainActor package static var translation: (@MainActor (ChromeString) -> String?)?

  /// The string as the user is to read it now.
  ///
  /// In the words of ``replacement``, else as the host translates it, else in English. What stands for
  /// something is still in it.
  @MainActor public var localized: String {
    Self.replacement?(self) ?? Self.translation?(self) ?? english
  }

  /// The string as the user is to read it now, with something in the places for it.
  ///
  /// - Parameter values: What is put in for `%1$@`, `%2$@` and so on; never searched for such places.
  /// - Returns: The text.
  @MainActor package func localized(_ values: String...) -> String {
    Self.fill(localized, with: values)
  }

  /// A text with something in the places for it.
  static func fill(_ text: String, with values: [String]) -> String {
    var (filled, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "%") {
      filled += rest[..<start]
      rest = rest[start...]
      let place = rest.prefix(4)
      if place.count == 4, place.hasSuffix("$@"),
        let number = place.dropFirst().first?.wholeNumberValue
      {
        if values.indices.contains(number - 1) { filled += values[number - 1] }
        rest = rest.dropFirst(4)
      } else {
        filled += rest.prefix(1)
        rest = rest.dropFirst()
      }
    }
    return filled + rest
  }
}
