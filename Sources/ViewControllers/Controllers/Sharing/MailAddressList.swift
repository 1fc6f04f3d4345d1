// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The addresses in a line of text, as people type them: `jane@example.org, Joe <joe@example.org>`.
enum MailAddressList {
  /// The parts between commas and semicolons, except where those lie in quotation marks.
  ///
  /// - Parameter text: What was typed.
  /// - Returns: The parts, names included, without empty ones.
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

  /// The address in a part: what is between angle brackets, else all of it.
  ///
  /// - Parameter part: A name with an address, or an address.
  /// - Returns: The address, whether valid or not.
  static func address(of part: String) -> String {
    guard part.hasSuffix(">"), let start = part.lastIndex(of: "<") else { return part }
    return trimmed(part[part.index(after: start)...].dropLast())
  }

  /// Whether an address can be handed to another program as an address and as nothing else.
  ///
  /// One that begins with a hyphen could be taken for an option, and one with a colon for a link
  /// that carries options of its own.
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
