// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension ChromeString {
  /// The application's own wording, for the whole process.
  ///
  /// `nil`, the default, means none. The closure is called whenever a string is shown, on every
  /// window and sheet. If it returns `nil`, the host's translation is used. Set it before the first
  /// window is shown: strings that are on screen do not change.
  @MainActor public static var replacement: (@MainActor (ChromeString) -> String?)?

  /// The host's translation into the user's language.
  ///
  /// The host that draws the windows sets it. It returns `nil` where there is no translation.
  @MainActor package static var translation: (@MainActor (ChromeString) -> String?)?

  /// The string in the words that the user reads.
  ///
  /// It comes from ``replacement``, else from the host's translation, else it is English. It still
  /// contains its placeholders.
  @MainActor public var localized: String {
    Self.replacement?(self) ?? Self.translation?(self) ?? english
  }

  /// Returns the localized string with its placeholders filled in.
  ///
  /// - Parameter values: The values for `%1$@`, `%2$@` and so on; placeholders in them are not
  ///   replaced.
  /// - Returns: The text.
  @MainActor package func localized(_ values: String...) -> String {
    Self.fill(localized, with: values)
  }

  /// Fills in the placeholders of a text.
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
