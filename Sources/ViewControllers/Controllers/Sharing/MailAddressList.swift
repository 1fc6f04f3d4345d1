// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A parser for the mail addresses in a line of text.
///
/// People type lines such as `jane@example.org, Joe <joe@example.org>`.
enum MailAddressList {
  /// Splits a text at commas, semicolons and newlines outside quotation marks.
  ///
  /// - Parameter text: The typed text.
  /// - Returns: The parts, with names and without empty parts.
  static func parts(of text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == "," || character == ";" || character.isNewline {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { trimmed($0) }.filter { !$0.isEmpty }
  }

  /// Returns the address in a part.
  ///
  /// It is the text in angle brackets, or else the whole part.
  ///
  /// - Parameter part: A name with an address, or an address.
  /// - Returns: The address, whether valid or not.
  static func address(of part: String) -> String {
    guard part.hasSuffix(">"), let start = part.lastIndex(of: "<") else { return part }
    return trimmed(part[part.index(after: start)...].dropLast())
  }

  /// Whether an address is safe to pass to another program.
  ///
  /// An address that begins with a hyphen could be taken for an option. One with a colon could be
  /// taken for a link that has options of its own.
  ///
  /// - Parameter address: An address without a name.
  /// - Returns: Whether it looks like `local@domain`.
  static func isValid(_ address: String) -> Bool {
    guard let at = address.lastIndex(of: "@"), at > address.startIndex,
      address.index(after: at) < address.endIndex, !address.hasPrefix("-")
    else { return false }
    return address.unicodeScalars.allSatisfy {
      $0 != ":" && !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
